export type Measurement = Readonly<{
  name: string;
  value: number;
  unit: "ms" | "s" | "MiB" | "/s" | "×" | "count";
  /** What Muster holds itself to, where it does: the value must not be above it, or, where more is better, below it. */
  hold?: number;
  /** More of it is better, as it is of rates. */
  moreIsBetter?: true;
}>;

/** What a scenario is given: a directory that is removed afterwards. */
export type Workbench = Readonly<{ directory: string; say(progress: string): void }>;

export type Scenario = Readonly<{
  name: string;
  says: string;
  run(workbench: Workbench): Promise<readonly Measurement[]>;
}>;

export const isFloor = ({ unit, moreIsBetter }: Measurement): boolean => moreIsBetter ?? unit === "/s";

export function isWithin(measurement: Measurement): boolean {
  const { value, hold } = measurement;
  if (hold === undefined) return true;
  return isFloor(measurement) ? value >= hold : value <= hold;
}
