/** What a fault cost, on a line of its own: figures in a report come from here. */
export function tell(what: string, figures: Readonly<Record<string, unknown>>): void {
  const told = Object.entries(figures).map(
    ([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  console.log(`${what}: ${told.join(", ")}`);
}

/** From MUSTER_FAULT_SEED, so that a run can be repeated, or any. */
export const seed = process.env.MUSTER_FAULT_SEED ?? crypto.randomUUID().slice(0, 8);
