// What stands between a step and the next one. The same fault of many hosts is one blocker with many names.
import type { Cause, Cluster } from "@muster/contract";
import { type Check, hasFailed, hasPassed, readChecks } from "../live/checks.ts";
import type { HostRow } from "../live/host-row.ts";
import { type Step, stepOf, stepRules, steps } from "./steps.ts";

export type Blocker = Readonly<{
  id: string;
  group: string;
  about: "cluster" | "host";
  /** `waits` solves itself; `fails` needs somebody; `warns` holds nobody up. */
  kind: "fails" | "waits" | "warns";
  message: string;
  hosts: readonly Readonly<{ id: string; name: string }>[];
}>;

export function blockersOf(
  step: Step,
  cluster: Pick<Cluster, "validations_info">,
  rows: readonly HostRow[],
): Blocker[] {
  const rule = stepRules[step];
  const ofCluster = readChecks(cluster.validations_info)
    .filter(({ id, group }) => rule.cluster.some((known) => known === id) || rule.clusterGroups.includes(group))
    .filter((check) => !hasPassed(check))
    .map((check): Blocker => ({ ...check, about: "cluster", kind: kindOf(check, false), hosts: [] }));
  // What is missing for the cluster is missing for each of its hosts, too: once is enough.
  const told = new Set(ofCluster.map(({ id }) => id));
  return [
    ...ofCluster,
    ...hostBlockers(rows, (check) => {
      const counts = rule.host.some((known) => known === check.id) || rule.hostGroups.includes(check.group);
      if (!counts || told.has(check.id)) return null;
      return kindOf(
        check,
        rule.soft.some((known) => known === check.id),
      );
    }),
  ].toSorted((one, other) => order[one.kind] - order[other.kind]);
}

const order = { fails: 0, waits: 1, warns: 2 } as const;

const kindOf = (check: Check, soft: boolean): Blocker["kind"] =>
  soft ? "warns" : hasFailed(check) ? "fails" : "waits";

function hostBlockers(rows: readonly HostRow[], judge: (check: Check) => Blocker["kind"] | null): Blocker[] {
  const byId = new Map<string, { blocker: Blocker; hosts: { id: string; name: string }[] }>();
  for (const { id: hostId, name, status, checks } of rows) {
    if (status === "disabled") continue;
    for (const check of checks) {
      if (hasPassed(check)) continue;
      const kind = judge(check);
      if (kind === null) continue;
      const key = `${check.id} ${kind}`;
      const known = byId.get(key);
      if (known) known.hosts.push({ id: hostId, name });
      else {
        const { id, group, message } = check;
        byId.set(key, {
          blocker: { id, group, message, about: "host", kind, hosts: [] },
          hosts: [{ id: hostId, name }],
        });
      }
    }
  }
  return [...byId.values()].map(({ blocker, hosts }) => ({
    ...blocker,
    hosts: hosts.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true })),
  }));
}

export const isBlocked = (blockers: readonly Blocker[]): boolean => blockers.some(({ kind }) => kind !== "warns");

/** Where a cause that was told without its group can be mended. */
export function mendingStep(
  { id, subject }: Pick<Cause, "id" | "subject">,
  cluster: Pick<Cluster, "validations_info">,
  rows: readonly HostRow[],
): Step {
  const isHost = subject.kind === "host";
  const checks = isHost ? rows.find((row) => row.id === subject.id)?.checks : readChecks(cluster.validations_info);
  return stepOf(id, checks?.find((check) => check.id === id)?.group ?? "", isHost ? "host" : "cluster");
}

/** Where a person who opens a cluster most likely wants to go on. */
export function suggestedStep(cluster: Pick<Cluster, "status" | "validations_info">, rows: readonly HostRow[]): Step {
  if (cluster.status === "ready") return "review";
  const ahead = steps.slice(steps.indexOf("hosts"));
  if (isBlocked(blockersOf("details", cluster, rows))) return "details";
  return ahead.find((step) => isBlocked(blockersOf(step, cluster, rows))) ?? "hosts";
}
