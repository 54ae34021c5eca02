import { expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, now } from "../../test/builders.ts";
import type { HostStatus } from "../model/host.ts";
import { defaultPolicy } from "../policy.ts";
import { returnToPool } from "./return-to-pool.ts";

const ofStatus = (status: HostStatus, imageOf: string | null = null) => {
  const host = aHost({ status });
  const infraEnv = anInfraEnv({ clusterId: imageOf });
  return returnToPool({ host, cluster: aCluster(), hosts: [host], infraEnv, policy: defaultPolicy, now });
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

test("a host that booted the cluster's own image has no pool to go to", () => {
  expect(ofStatus("known", aCluster().id)).toBeNull();
});
