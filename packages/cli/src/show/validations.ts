import type { Io } from "../command.ts";
import { oneLine, paint } from "../table.ts";

/** Lines about the checks that fail or wait, out of `validations_info`: JSON in a string, lists by category. */
export function validationLines(info: string | undefined, io: Io): string {
  return failing(info)
    .map(({ id, status, message }) => {
      const mark = paint(io, status === "failure" ? "red" : "yellow", status === "failure" ? "✗" : "…");
      return `${mark} ${id}: ${oneLine(message)}`;
    })
    .join("\n");
}

type Result = Readonly<{ id: string; status: string; message: string }>;

function failing(info: string | undefined): Result[] {
  if (!info) return [];
  const categories: unknown = JSON.parse(info);
  if (typeof categories !== "object" || categories === null) return [];
  return Object.values(categories)
    .flat()
    .filter(isResult)
    .filter(({ status }) => status === "failure" || status === "error");
}

function isResult(value: unknown): value is Result {
  return (
    typeof value === "object" &&
    value !== null &&
    ["id", "status", "message"].every((key) => typeof Reflect.get(value, key) === "string")
  );
}
