// What tests of commands have in common: facts in one line, and what came out of them.
import { expect } from "vitest";
import type { Changes } from "../src/changes.ts";
import type { Cluster, ClusterStatus } from "../src/model/cluster.ts";
import type { Host, HostStatus } from "../src/model/host.ts";
import { defaultPolicy, type Policy } from "../src/policy.ts";
import type { Outcome, Refusal } from "../src/refusal.ts";
import type { HostFacts } from "../src/validations/facts.ts";
import { aCluster, aHost, anInfraEnv, id, now } from "./builders.ts";

export const clusterStatuses = [
  "insufficient",
  "ready",
  "error",
  "preparing-for-installation",
  "pending-for-input",
  "installing",
  "finalizing",
  "installed",
  "adding-hosts",
  "cancelled",
  "installing-pending-user-action",
  "unmonitored",
] as const satisfies ClusterStatus[];

export const hostStatuses = [
  "discovering",
  "known",
  "disconnected",
  "insufficient",
  "disabled",
  "preparing-for-installation",
  "preparing-failed",
  "preparing-successful",
  "pending-for-input",
  "installing",
  "installing-in-progress",
  "installing-pending-user-action",
  "resetting-pending-user-action",
  "installed",
  "error",
  "resetting",
  "added-to-existing-cluster",
  "cancelled",
  "binding",
] as const satisfies HostStatus[];

export const facts = (
  host: Partial<Host> = {},
  cluster: Partial<Cluster> | null = {},
  policy: Partial<Policy> = {},
) => {
  const subject = aHost(host);
  return {
    host: subject,
    cluster: cluster === null ? null : aCluster(cluster),
    hosts: [subject],
    infraEnv: anInfraEnv({ clusterId: null }),
    policy: { ...defaultPolicy, ...policy },
    now,
  } satisfies HostFacts;
};
export const day2 = { kind: "AddToExistingClusterHost" } as const;
export const openCluster = { kind: "AddHostsCluster", status: "adding-hosts" } as const;

export function value(outcome: Outcome<Changes>): Changes {
  if (outcome.kind === "refused") throw new Error(`refused: ${outcome.refusal.found}`);
  return outcome.value;
}
export const refusal = (outcome: Outcome<unknown>): Refusal | null =>
  outcome.kind === "refused" ? outcome.refusal : null;
export const hostPatch = (changes: Changes) => changes.hosts.get(id(1)) ?? {};
export const told = ({ events }: Changes) => events.map(({ name }) => name);

/** In every status not listed the command is refused with a 409 that names the status and those that would allow it. */
export function onlyIn<Status extends string>(
  statuses: readonly Status[],
  allowed: readonly Status[],
  run: (status: Status) => Outcome<unknown>,
): void {
  for (const status of statuses) {
    const refused = refusal(run(status));
    if (allowed.includes(status)) expect(refused, status).toBeNull();
    else {
      expect(refused, status).toMatchObject({ status: 409 });
      expect(refused?.found).toContain(status);
      expect(refused?.needed.length).toBeGreaterThan(5);
    }
  }
}
