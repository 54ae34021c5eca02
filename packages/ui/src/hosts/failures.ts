import { type Check, hasFailed, hasPassed } from "../live/checks.ts";

const counted = new WeakMap<readonly Check[], { failed: number; waiting: number; passed: number }>();

/** Counted once for each report of a host, however often it is drawn. */
export function failuresOf(checks: readonly Check[]): Readonly<{ failed: number; waiting: number; passed: number }> {
  const known = counted.get(checks);
  if (known) return known;
  const failed = checks.filter(hasFailed).length;
  const passed = checks.filter(hasPassed).length;
  const counts = { failed, passed, waiting: checks.length - failed - passed };
  counted.set(checks, counts);
  return counts;
}
