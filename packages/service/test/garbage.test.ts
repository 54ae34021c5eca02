import { access } from "node:fs/promises";
import { join } from "node:path";
import { until } from "@muster/simulator";
import { expect, test } from "vitest";
import { secrets } from "../src/store/schema.ts";
import { runningService } from "./running-service.ts";
import { bringTo, hostOf, newCluster, newInfraEnv, newMachine, newSingleNode } from "./scene.ts";

const service = runningService({
  DELETED_INACTIVE_AFTER: "2s",
  DEREGISTER_WORKER_INTERVAL: "100ms",
  DELETED_UNREGISTERED_AFTER: "3s",
  DELETION_WORKER_INTERVAL: "100ms",
  INFRAENV_DELETED_INACTIVE_AFTER: "2s",
  INFRAENV_DELETION_WORKER_INTERVAL: "100ms",
});

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test("what nobody touches is deregistered, then forgotten with its files, its secrets and its history", async () => {
  const { id } = await newCluster(service.client);
  const infraEnv = await newInfraEnv(service.client, { cluster_id: id });
  const params = { cluster_id: id };
  await service.client.call("V2CreateClusterManifest", { params, body: { file_name: "a.yaml", content: "YTogYgo=" } });
  const files = join(service.directory, "objects", id);
  expect(await isThere(files)).toBe(true);

  const deleted = await until({
    what: "the cluster to be deregistered",
    look: () => service.client.call("v2ListClusters", { headers: { get_unregistered_clusters: true } }),
    holds: (clusters) => clusters.some((cluster) => cluster.id === id && cluster.deleted_at !== undefined),
  });
  expect(deleted.find((cluster) => cluster.id === id)?.deleted_at).toMatch(/^20/);
  expect(await isThere(files)).toBe(true);
  const told = await service.client.call("v2ListEvents", { query: params });
  expect(told.map(({ name }) => name)).toContain("after_inactivity_cluster_deregistered");

  await until({
    what: "the cluster to be forgotten",
    look: () => service.client.call("v2ListClusters", { headers: { get_unregistered_clusters: true } }),
    holds: (clusters) => !clusters.some((cluster) => cluster.id === id),
  });
  expect(await isThere(files)).toBe(false);
  await until({
    what: "the infra-env of the cluster to go, too",
    look: () => service.client.call("ListInfraEnvs"),
    holds: (infraEnvs) => !infraEnvs.some((one) => one.id === infraEnv.id),
  });
  const owners = await service.inspect((db) => db.select({ id: secrets.ownerId }).from(secrets));
  expect(owners.map((owner) => owner.id)).not.toContain(id);
});

test("hosts that an inactive cluster had borrowed are given back", async () => {
  const { id: infraEnvId } = await newInfraEnv(service.client);
  const machine = newMachine(service.client, infraEnvId);
  await bringTo(service.client, infraEnvId, machine, "known-unbound");
  const cluster = await newSingleNode(service.client);
  const params = { infra_env_id: infraEnvId, host_id: machine.id };
  await service.client.call("BindHost", { params, body: { cluster_id: cluster.id } });
  const host = await until({
    what: "the host to be back in its pool",
    look: () => hostOf(service.client, infraEnvId, machine.id),
    holds: ({ status }) => status === "unbinding",
  });
  expect(host.cluster_id).toBeUndefined();
});
