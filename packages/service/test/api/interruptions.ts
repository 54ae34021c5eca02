import type { Cluster, Host } from "@muster/contract";
import { readyCluster, until, untilCluster, untilHost } from "@muster/simulator";
import { describe, test } from "vitest";
import { type Held, type HeldStatus, heldInstall } from "../held-installs.ts";
import { hostOf, refusal } from "../scene.ts";
import { service } from "./service.ts";

const read = ({ clusterId }: Held) => service.client.call("v2GetCluster", { params: { cluster_id: clusterId } });
const cancel = ({ clusterId }: Held) =>
  service.client.send("V2CancelInstallation", { params: { cluster_id: clusterId } });
const reset = ({ clusterId }: Held) => service.client.send("v2ResetCluster", { params: { cluster_id: clusterId } });
const eventNames = async ({ clusterId }: Held) =>
  (await service.client.call("v2ListEvents", { query: { cluster_id: clusterId } })).map(({ name }) => name);

/** Boots the machine into the discovery image, as people are told to, until its cluster could be installed. */
async function startAgain({ fleet, infraEnvId, hostId, clusterId }: Held): Promise<Cluster> {
  for (const machine of fleet.hosts) machine.reboot("discovery-image");
  await untilHost(service.client, { infraEnvId, hostId }, "known");
  return untilCluster(service.client, clusterId, "ready");
}

describe.concurrent("an installation that is cancelled", () => {
  test.for<[HeldStatus, Cluster["status"], Host["status"]]>([
    ["preparing-for-installation", "ready", "known"],
    ["installing", "cancelled", "cancelled"],
    ["installing-pending-user-action", "cancelled", "cancelled"],
    ["finalizing", "cancelled", "cancelled"],
    ["error", "cancelled", "cancelled"],
  ])("while it is %s is %s, and its host is %s", async ([from, clusterStatus, hostStatus], { expect }) => {
    const held = await heldInstall(service.client, from);
    const { status, body } = await cancel(held);
    expect([status, body.status]).toEqual([202, clusterStatus]);
    expect((await hostOf(service.client, held.infraEnvId, held.hostId)).status).toBe(hostStatus);
    expect(await eventNames(held)).toContain("cluster_installation_canceled");
    if (clusterStatus === "cancelled") {
      expect(await refusal(cancel(held))).toMatchObject({ status: 409 });
      const started = await reset(held);
      expect([started.status, started.body.status]).toEqual([202, "insufficient"]);
    }
    await held.fleet.stop();
  });
});

describe.concurrent("an installation that is reset", () => {
  test.for<HeldStatus>([
    "preparing-for-installation",
    "installing",
    "installing-pending-user-action",
    "finalizing",
    "error",
  ])("while it is %s begins again once its hosts have booted", async (from, { expect }) => {
    const held = await heldInstall(service.client, from);
    const { status, body } = await reset(held);
    expect([status, body.status]).toEqual([202, "insufficient"]);
    expect(body).toMatchObject({
      install_started_at: "0001-01-01T00:00:00.000Z",
      progress: { total_percentage: 0 },
      "last-installation-preparation": { status: "not_started" },
    });
    expect(body.openshift_cluster_id).toBeUndefined();
    expect((await hostOf(service.client, held.infraEnvId, held.hostId)).status).toBe("resetting-pending-user-action");
    expect(await eventNames(held)).toContain("cluster_installation_reset");
    await startAgain(held);
    await held.fleet.stop();
  });

  test("loses what was generated, and keeps what users gave and what was collected", async ({ expect }) => {
    const held = await heldInstall(service.client, "error");
    const { clusterId, infraEnvId, hostId } = held;
    await held.fleet.stop();
    const params = { cluster_id: clusterId };
    const logs = { logs_type: "host", host_id: hostId, infra_env_id: infraEnvId } as const;
    const upfile = new File(["what happened"], "logs.tar.gz");
    await service.client.call("V2UploadLogs", { params, query: logs, body: { upfile } });
    const file = { params, query: { file_name: "bootstrap.ign" } } as const;
    expect(await (await service.client.call("V2DownloadClusterFiles", file)).text()).toContain("ignition");
    await reset(held);
    await service.client.call("V2CreateClusterManifest", {
      params,
      body: { file_name: "mine.yaml", content: Buffer.from("kind: ConfigMap\n").toString("base64") },
    });
    expect(await refusal(service.client.call("V2DownloadClusterFiles", file))).toMatchObject({ status: 409 });
    const kept = await service.client.call("V2DownloadClusterLogs", {
      params,
      query: { logs_type: "host", host_id: hostId },
    });
    expect(await kept.text()).toBe("what happened");
  });

  test("is installed the second time, when what stopped it is mended", async ({ expect }) => {
    const held = await heldInstall(service.client, "preparing-for-installation", {
      faults: () => [{ behaviour: { deliver: (reply, post) => mended(reply.step_type, () => post(reply)) } }],
    });
    let isMended = false;
    function mended(step: string | undefined, post: () => Promise<void>): Promise<void> {
      return step !== "installation-disk-speed-check" || isMended ? post() : Promise.resolve();
    }
    await reset(held);
    await startAgain(held);
    isMended = true;
    await service.client.call("v2InstallCluster", { params: { cluster_id: held.clusterId } });
    const cluster = await untilCluster(service.client, held.clusterId, "installed");
    expect(cluster.openshift_cluster_id).toBeDefined();
    await held.fleet.stop();
  });
});

describe.concurrent("while an installation goes on", () => {
  test("it was begun once, however often it was asked for", async ({ expect }) => {
    const { clusterId, fleet } = await readyCluster(service.client, {
      name: "eager",
      siteNumber: 99,
      topology: "sno",
      speed: 2_000,
    });
    const install = () => service.client.send("v2InstallCluster", { params: { cluster_id: clusterId } });
    const answers = await Promise.allSettled([install(), install(), install()]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await untilCluster(service.client, clusterId, "installed");
    await fleet.stop();
  });

  test("the cluster and its host can neither be changed nor removed, and the status is named", async ({ expect }) => {
    const held = await heldInstall(service.client, "installing");
    const cluster = { cluster_id: held.clusterId };
    const host = { infra_env_id: held.infraEnvId, host_id: held.hostId };
    const manifest = { file_name: "late.yaml", content: "YTogYgo=" };
    const refusals = await Promise.all([
      refusal(service.client.call("V2UpdateCluster", { params: cluster, body: { name: "late" } })),
      refusal(service.client.call("v2DeregisterCluster", { params: cluster })),
      refusal(service.client.call("v2InstallCluster", { params: cluster })),
      refusal(service.client.call("TransformClusterToAddingHosts", { params: cluster })),
      refusal(service.client.call("v2UpdateHost", { params: host, body: { host_name: "late" } })),
      refusal(service.client.call("v2UpdateHostInstallerArgs", { params: host, body: { args: [] } })),
      refusal(service.client.call("v2UpdateHostIgnition", { params: host, body: { config: "" } })),
      refusal(service.client.call("v2DeregisterHost", { params: host })),
      refusal(
        service.client.call("v2ResetHostValidation", {
          params: { ...host, validation_id: "container-images-available" },
        }),
      ),
    ]);
    for (const refused of refusals) {
      expect(refused).toEqual({ status: 409, reason: expect.stringContaining("installing") });
    }
    const told = await service.client.call("v2ListEvents", { query: { cluster_id: held.clusterId } });
    expect(told.map(({ name }) => name)).toContain("cluster_deregister_failed");
    expect(await refusal(service.client.call("V2CreateClusterManifest", { params: cluster, body: manifest }))).toEqual({
      status: 400,
      reason: expect.stringContaining("installing"),
    });
    expect(await refusal(service.client.call("v2UploadClusterIngressCert", { params: cluster, body: "none" }))).toEqual(
      { status: 400, reason: expect.stringContaining("finalizing") },
    );
    // A new machine with the image of the first installation is too late.
    const late = { host_id: "77777777-7777-4777-8777-777777777777" };
    const refused = await refusal(
      service.client.call("v2RegisterHost", { params: { infra_env_id: held.infraEnvId }, body: late }),
    );
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("installing") });
    await held.fleet.stop();
  });

  test("a stage is never taken back", async ({ expect }) => {
    const held = await heldInstall(service.client, "installing");
    const params = { infra_env_id: held.infraEnvId, host_id: held.hostId };
    const report = (current_stage: "Installing" | "Writing image to disk", progress_info?: string) =>
      service.client.send("v2UpdateHostInstallProgress", {
        params,
        body: { current_stage, ...(progress_info && { progress_info }) },
      });
    expect((await report("Writing image to disk", "50%")).status).toBe(200);
    expect(await refusal(report("Installing"))).toEqual({
      status: 409,
      reason: expect.stringContaining("Writing image to disk"),
    });
    const { progress } = await hostOf(service.client, held.infraEnvId, held.hostId);
    expect(progress).toMatchObject({ current_stage: "Writing image to disk", progress_info: "50%" });
    await held.fleet.stop();
  });

  test("a failure that the installer reports ends it with the reason", async ({ expect }) => {
    const held = await heldInstall(service.client, "error");
    const host = await hostOf(service.client, held.infraEnvId, held.hostId);
    expect([host.status, host.status_info]).toEqual(["error", expect.stringContaining("input/output error")]);
    expect((await read(held)).status).toBe("error");
    const gather = await until({
      what: "logs of the failure",
      look: () => hostOf(service.client, held.infraEnvId, held.hostId),
      holds: ({ logs_info }) => logs_info === "completed",
    });
    expect(gather.logs_collected_at).toMatch(/^20/);
    await held.fleet.stop();
  });
});

describe.concurrent("an installed cluster", () => {
  test("is neither cancelled nor reset, but opened for more hosts, by either name", async ({ expect }) => {
    const [one, other] = await Promise.all([
      heldInstall(service.client, "installed"),
      heldInstall(service.client, "installed"),
    ]);
    for (const work of [cancel, reset]) {
      const refused = await refusal(work(one));
      expect(refused).toEqual({ status: 409, reason: expect.stringContaining("is installed") });
    }
    const again = { host_id: one.hostId };
    const params = { infra_env_id: one.infraEnvId };
    expect(await refusal(service.client.call("v2RegisterHost", { params, body: again }))).toMatchObject({
      status: 409,
    });
    for (const [held, operation] of [
      [one, "TransformClusterToAddingHosts"],
      [other, "TransformClusterToDay2"],
    ] as const) {
      const { status, body } = await service.client.send(operation, { params: { cluster_id: held.clusterId } });
      expect([status, body.status, body.kind]).toEqual([202, "adding-hosts", "AddHostsCluster"]);
      expect(body.api_vip_dns_name).toBeTruthy();
      expect(await refusal(service.client.call(operation, { params: { cluster_id: held.clusterId } }))).toMatchObject({
        status: 409,
      });
      await held.fleet.stop();
    }
  });

  test("can be deleted, and its hosts with it", async ({ expect }) => {
    const held = await heldInstall(service.client, "installed");
    const { status } = await service.client.send("v2DeregisterCluster", { params: { cluster_id: held.clusterId } });
    expect(status).toBe(204);
    expect(await refusal(hostOf(service.client, held.infraEnvId, held.hostId))).toMatchObject({ status: 404 });
    await held.fleet.stop();
  });
});
