import { addHosts, type ClusterPlan, installCluster } from "@muster/simulator";
import { describe, test } from "vitest";
import { runningService } from "./running-service.ts";

const service = runningService();
/** A poll of each machine every thirty milliseconds. */
const speed = 2_000;

const plans: Readonly<Record<string, ClusterPlan>> = {
  "a single node": { topology: "sno" },
  "three nodes that are control plane and workers at once": { topology: "compact" },
  "three control planes and two workers": { topology: "ha" },
  "four control planes": { topology: "four" },
  "five control planes": { topology: "five" },
  "two control planes and an arbiter": { topology: "arbiter" },
  "IPv6 only": { stack: "ipv6" },
  "dual stack": { stack: "dual-stack" },
  "user-managed networking": { userManagedNetworking: true },
  "platform none": { platform: "none" },
  "platform vsphere": { platform: "vsphere" },
  "platform nutanix": { platform: "nutanix" },
  "platform external": { platform: "external" },
  "platform external, Oracle": { platform: "oci" },
};

// Machines mostly wait: several sites fit beside each other.
describe.concurrent("an installation from nothing", () => {
  test.for(Object.entries(plans))("%s", async ([, plan], { expect }) => {
    const siteNumber = 20 + Object.values(plans).indexOf(plan);
    const { cluster, fleet } = await installCluster(service.client, {
      ...plan,
      name: `site-${siteNumber}`,
      siteNumber,
      speed,
    });
    await fleet.stop();
    expect(cluster).toMatchObject({
      status: "installed",
      progress: {
        total_percentage: 100,
        preparing_for_installation_stage_percentage: 100,
        installing_stage_percentage: 100,
        finalizing_stage_percentage: 100,
      },
    });
    expect(cluster.hosts?.map(({ status, progress }) => [status, progress?.current_stage])).toEqual(
      fleet.hosts.map(() => ["installed", "Done"]),
    );
    expect(fleet.troubles()).toEqual([]);
  });

  test("a worker that is added to an installed cluster", async ({ expect }) => {
    const { clusterId, fleet } = await installCluster(service.client, { name: "grows", siteNumber: 60, speed });
    const added = await addHosts(service.client, { clusterId, siteNumber: 60, speed });
    await Promise.all([fleet.stop(), added.fleet.stop()]);
    expect(added.hosts.map(({ status }) => status)).toEqual(["added-to-existing-cluster"]);
    const cluster = await service.client.call("v2GetCluster", { params: { cluster_id: clusterId } });
    expect(cluster).toMatchObject({ status: "adding-hosts", kind: "AddHostsCluster" });
  });

  test("leaves credentials, a kubeconfig, logs and a history of events", async ({ expect }) => {
    const { clusterId, fleet } = await installCluster(service.client, {
      name: "keeps",
      siteNumber: 61,
      topology: "sno",
      speed,
    });
    await fleet.stop();
    const params = { cluster_id: clusterId };
    const credentials = await service.client.call("V2GetCredentials", { params });
    expect(credentials).toMatchObject({
      username: "kubeadmin",
      console_url: "https://console-openshift-console.apps.keeps.example.com",
    });
    expect(credentials.password).toMatch(/^\w{5}(-\w{5}){3}$/);
    const kubeconfig = await service.client.call("V2DownloadClusterCredentials", {
      params,
      query: { file_name: "kubeconfig" },
    });
    expect(await kubeconfig.text()).toContain("https://api.keeps.example.com:6443");
    const events = await service.client.send("v2ListEvents", { query: { cluster_id: clusterId } });
    expect(Number(events.headers.get("event-count"))).toBe(events.body.length);
    expect(events.body.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "cluster_registration_succeeded",
        "host_registration_succeeded",
        "cluster_prepare_installation_started",
        "host_install_progress_updated",
        "cluster_installation_completed",
      ]),
    );
  });
});
