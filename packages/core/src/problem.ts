import type { Refusal } from "./refusal.ts";

/** What is wrong with something, before it is known who hears of it: a finding about a cluster, or a refusal to a caller. */
export type Problem = Readonly<{ found: string; needed: string; remedy: string }>;

/** A value that a caller gave cannot be taken. `field` is the wire's name of it. */
export const invalid = (field: string, { found, needed, remedy }: Problem): Refusal => ({
  code: "invalid-field",
  status: 400,
  field,
  found: `${field}: ${found}`,
  needed,
  remedy,
});

/** What a caller asked for is fine, but not now. */
export const notNow = (problem: Problem): Refusal => ({ code: "wrong-status", status: 409, ...problem });

/** The first refusal of a list of checks. Checks are functions, so that later ones may rely on what earlier ones held. */
export function firstRefusal(...checks: readonly (() => Refusal | null)[]): Refusal | null {
  for (const check of checks) {
    const refusal = check();
    if (refusal) return refusal;
  }
  return null;
}
