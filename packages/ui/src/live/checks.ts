// Validations as the wire carries them: JSON in a string, grouped by category.

export type Check = Readonly<{
  id: string;
  group: string;
  status: "success" | "failure" | "pending" | "disabled" | "error";
  message: string;
}>;

export function readChecks(json: string | undefined): Check[] {
  if (json === undefined || json === "") return [];
  const groups: Record<string, Omit<Check, "group">[]> = JSON.parse(json);
  return Object.entries(groups).flatMap(([group, checks]) =>
    checks.map(({ id, status, message }) => ({ id, group, status, message })),
  );
}

export const hasPassed = ({ status }: Check): boolean => status === "success" || status === "disabled";
export const hasFailed = ({ status }: Check): boolean => status === "failure" || status === "error";
