// Installations of a single node that stop at some point and stay there.
import type { Client, Cluster } from "@muster/contract";
import {
  type Assembled,
  type ClusterPlan,
  type Fault,
  faults,
  readyCluster,
  until,
  untilCluster,
} from "@muster/simulator";

/** Its disk is measured, but nobody hears of it. */
const neverPrepared: Fault = {
  behaviour: {
    deliver: async (reply, post) => {
      if (reply.step_type !== "installation-disk-speed-check") await post(reply);
    },
  },
};

const plans = {
  "preparing-for-installation": { faults: () => [neverPrepared] },
  installing: { faults: () => [faults.hangsAt("Writing image to disk")] },
  "installing-pending-user-action": { faults: () => [faults.wrongBootOrder()] },
  finalizing: { controller: { operator: (name: string) => (name === "console" ? "stuck" : "available") } },
  error: { faults: () => [faults.failedDiskWrite()] },
  installed: {},
} as const satisfies Partial<Record<Cluster["status"], ClusterPlan>>;

export type HeldStatus = keyof typeof plans;
export const heldStatuses = Object.keys(plans) as readonly HeldStatus[];

export type Held = Assembled & Readonly<{ hostId: string }>;

let sites = 100;

export async function heldInstall(client: Client, status: HeldStatus, plan: ClusterPlan = {}): Promise<Held> {
  const siteNumber = ++sites;
  const assembled = await readyCluster(client, {
    name: `held-${siteNumber}`,
    siteNumber,
    topology: "sno",
    speed: 2_000,
    ...plans[status],
    ...plan,
  });
  const { clusterId, infraEnvId, fleet } = assembled;
  const hostId = fleet.hosts[0]?.id ?? "";
  await client.call("v2InstallCluster", { params: { cluster_id: clusterId } });
  await untilCluster(client, clusterId, status);
  if (status === "installing") await untilWriting(client, infraEnvId, hostId);
  return { ...assembled, hostId };
}

const untilWriting = (client: Client, infraEnvId: string, hostId: string) =>
  until({
    what: "the disk to be written",
    look: () => client.call("v2GetHost", { params: { infra_env_id: infraEnvId, host_id: hostId } }),
    holds: ({ progress }) => progress?.current_stage === "Writing image to disk",
  });
