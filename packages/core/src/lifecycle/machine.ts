// A lifecycle is a table: the first row that fits wins, and nothing else changes a status.

export type Condition<Facts> = (facts: Facts) => boolean;

export const all =
  <Facts>(...conditions: readonly Condition<Facts>[]): Condition<Facts> =>
  (facts) =>
    conditions.every((holds) => holds(facts));

export const any =
  <Facts>(...conditions: readonly Condition<Facts>[]): Condition<Facts> =>
  (facts) =>
    conditions.some((holds) => holds(facts));

export const not =
  <Facts>(condition: Condition<Facts>): Condition<Facts> =>
  (facts) =>
    !condition(facts);

export type Transition<Signal extends string, Status extends string, Facts, Effect> = Readonly<{
  /** The row's number in the reference. */
  rule: number;
  on: Signal;
  from: readonly (Status | "new")[];
  when?: Condition<Facts>;
  to: Status | "same";
  /** The sentence people read as `status_info`; left out, the old one stays. */
  says?: string | ((facts: Facts) => string);
  /** What changes beside the status. */
  does?: (facts: Facts) => Effect;
}>;

export type Machine<Signal extends string, Status extends string, Facts, Effect> = Readonly<{
  rows: readonly Transition<Signal, Status, Facts, Effect>[];
  find: (on: Signal, from: Status | "new", facts: Facts) => Transition<Signal, Status, Facts, Effect> | null;
  /** In which statuses a signal can mean anything: what "may I?" asks. */
  allows: (on: Signal) => readonly Status[];
}>;

export function machine<Signal extends string, Status extends string, Facts, Effect>(
  rows: readonly Transition<Signal, Status, Facts, Effect>[],
): Machine<Signal, Status, Facts, Effect> {
  const bySignal = new Map<Signal, Map<Status | "new", Transition<Signal, Status, Facts, Effect>[]>>();
  for (const row of rows) {
    const byStatus = bySignal.get(row.on) ?? new Map();
    bySignal.set(row.on, byStatus);
    for (const status of row.from) byStatus.set(status, [...(byStatus.get(status) ?? []), row]);
  }
  return {
    rows,
    find: (on, from, facts) =>
      bySignal
        .get(on)
        ?.get(from)
        ?.find(({ when }) => when === undefined || when(facts)) ?? null,
    allows: (on) => [...(bySignal.get(on)?.keys() ?? [])].filter((status): status is Status => status !== "new"),
  };
}
