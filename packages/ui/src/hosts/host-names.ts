// Names for many hosts at once, from a template such as worker-{n}.
import { isHostname } from "@muster/core";
import { texts } from "../texts/index.ts";

export type NamePlan = readonly Readonly<{ id: string; from: string; to: string; problem: string | null }>[];

/** `{n}` counts up, `{nn}` with leading zeros to as many digits; `others` are names of hosts that keep theirs. */
export function planNames(
  hosts: readonly Readonly<{ id: string; name: string }>[],
  { template, start, others }: Readonly<{ template: string; start: number; others: readonly string[] }>,
): NamePlan {
  const names = hosts.map((_, index) => fill(template, start + index));
  return hosts.map(({ id, name }, index) => {
    const to = names[index] ?? "";
    const twice = others.includes(to) || names.indexOf(to) !== index || names.lastIndexOf(to) !== index;
    const problem = !isHostname(to) ? texts.hosts.nameInvalid : twice ? texts.hosts.nameTwice(to) : null;
    return { id, from: name, to, problem };
  });
}

const fill = (template: string, number: number): string =>
  template.replaceAll(/\{(n+)\}/g, (_, digits: string) => String(number).padStart(digits.length, "0"));
