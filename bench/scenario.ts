export type Measurement = Readonly<{
  name: string;
  value: number;
  unit: "ms" | "s" | "MiB" | "/s" | "×" | "count";
  /** What Muster holds itself to, where it does: the value must not be above (or, for rates, below) it. */
  hold?: number;
}>;

/** What a scenario is given: a directory that is removed afterwards. */
export type Workbench = Readonly<{ directory: string; say(progress: string): void }>;

export type Scenario = Readonly<{
  name: string;
  says: string;
  run(workbench: Workbench): Promise<readonly Measurement[]>;
}>;

/** Of rates, more is better; of everything else, less. */
export function isWithin({ value, unit, hold }: Measurement): boolean {
  if (hold === undefined) return true;
  return unit === "/s" ? value >= hold : value <= hold;
}
