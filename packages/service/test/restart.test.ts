import { until, untilCluster, untilHost } from "@muster/simulator";
import { expect, test } from "vitest";
import { heldInstall } from "./held-installs.ts";
import { runningService } from "./running-service.ts";
import { bringTo, hostOf, newInfraEnv, newMachine, newSingleNode } from "./scene.ts";

const stageSeconds = 2;
const silenceSeconds = 2;
const service = runningService({
  HOST_STAGE_WRITING_IMAGE_TO_DISK_TIMEOUT: `${stageSeconds}s`,
  HOST_MAX_DISCONNECTION_TIME: `${silenceSeconds}s`,
});

const secondsBetween = (one: string | undefined, other: string | undefined) =>
  (Date.parse(other ?? "") - Date.parse(one ?? "")) / 1_000;

test("a restart does not move a deadline: a stage that takes too long fails when it would have", async () => {
  const held = await heldInstall(service.client, "installing");
  await held.fleet.stop();
  const { stage_updated_at } = await hostOf(service.client, held.infraEnvId, held.hostId);
  await service.restart();
  const host = await untilHost(service.client, held, "error");
  const cluster = await untilCluster(service.client, held.clusterId, "error");
  expect(cluster.status_info).not.toBe("");
  const took = secondsBetween(stage_updated_at, host.status_updated_at);
  expect(took).toBeGreaterThanOrEqual(stageSeconds);
  expect(took).toBeLessThan(20);
});

test("silence while the service was away proves nothing: hosts get their time from the restart on", async () => {
  const cluster = await newSingleNode(service.client);
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  const machine = newMachine(service.client, infraEnvId);
  await bringTo(service.client, infraEnvId, machine, "known");
  await service.stop();
  const away = Date.now();
  await service.start();
  const back = new Date(away).toISOString();
  expect(await hostOf(service.client, infraEnvId, machine.id)).toMatchObject({ status: "known" });
  const lost = await untilHost(service.client, { infraEnvId, hostId: machine.id }, "disconnected");
  expect(secondsBetween(back, lost.status_updated_at)).toBeGreaterThanOrEqual(silenceSeconds);
  await untilCluster(service.client, cluster.id, "insufficient");
});

test("what was under way is there after a restart: settings, reports, files, notes and history", async () => {
  const held = await heldInstall(service.client, "finalizing");
  const params = { cluster_id: held.clusterId };
  // The controller's first report may still be on its way; afterwards it waits for an operator that never comes.
  await until({
    what: "the controller to report its stage",
    look: () => service.client.call("v2GetCluster", { params }),
    holds: ({ progress }) => progress?.finalizing_stage !== undefined,
  });
  await held.fleet.stop();
  const look = async () => ({
    cluster: unfolded(await service.client.call("v2GetCluster", { params })),
    events: await service.client.call("v2ListEvents", { query: params }),
    manifests: await service.client.call("V2ListClusterManifests", { params }),
    password: await (
      await service.client.call("V2DownloadClusterCredentials", { params, query: { file_name: "kubeadmin-password" } })
    ).text(),
  });
  const before = await look();
  await service.restart();
  expect(await look()).toEqual(before);
});

/** JSON in strings as what it says, whatever the order of its fields; without when hosts were last seen. */
function unfolded(value: unknown): unknown {
  if (typeof value === "string" && /^[[{]/.test(value)) return unfolded(JSON.parse(value));
  if (Array.isArray(value)) return value.map(unfolded);
  if (typeof value !== "object" || value === null) return value;
  const { checked_in_at: _seen, updated_at: _updated, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([name, field]) => [name, unfolded(field)]));
}
