import { expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, now } from "../../test/builders.ts";
import { hostTransitions } from "../lifecycle/host-transitions.ts";
import type { HostStatus } from "../model/host.ts";
import { defaultPolicy } from "../policy.ts";
import { returnToPool } from "./return-to-pool.ts";

const statuses = new Set(hostTransitions.flatMap(({ from }) => from.filter((status) => status !== "new")));

const ofStatus = (status: HostStatus, imageOf: string | null = null) => {
  const host = aHost({ status });
  const infraEnv = anInfraEnv({ clusterId: imageOf });
  const outcome = returnToPool({ host, cluster: aCluster(), hosts: [host], infraEnv, policy: defaultPolicy, now });
  if (outcome.kind === "refused") throw new Error(`${status}: ${outcome.refusal.found}`);
  return outcome.value;
};

test.for<[HostStatus, HostStatus]>([
  ["known", "unbinding"],
  ["disconnected", "unbinding"],
  ["binding", "unbinding"],
  ["installed", "unbinding-pending-user-action"],
  ["error", "unbinding-pending-user-action"],
  ["cancelled", "unbinding-pending-user-action"],
  ["resetting-pending-user-action", "unbinding-pending-user-action"],
])("a %s host of a pool goes back as %s", ([from, to]) => {
  const changes = ofStatus(from);
  const [patch] = changes?.hosts.values() ?? [];
  expect(patch).toMatchObject({ status: to, clusterId: null, inventory: null });
  expect(changes?.events.map(({ name }) => name)).toContain("host_unbind_succeeded");
});

test("a host that is in a cluster goes back from whatever status it has", () => {
  // In these a host has left its cluster already.
  const left = /unbound$|^unbinding|^reclaiming/;
  for (const status of statuses) if (!left.test(status)) expect(ofStatus(status), status).not.toBeNull();
});

test("a host that booted the cluster's own image has no pool to go to", () => {
  expect(ofStatus("known", aCluster().id)).toBeNull();
});
