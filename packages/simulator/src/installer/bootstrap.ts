// What the bootstrap host does besides installing itself: it carries the first control plane and reports on the others.
import { nodeRole } from "../site/rising-cluster.ts";
import type { InstallJob } from "./install-job.ts";

/** Reports each machine that has fetched its configuration from here, until the function it returns is called. */
export function watchOthers(job: InstallJob): () => void {
  const { rising, machine } = job.options;
  const seen = new Set<string>();
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      for (const node of rising.nodes) {
        if (node.hostId === machine.hostId || seen.has(node.hostId)) continue;
        seen.add(node.hostId);
        await job.stageOf(node, nodeRole(node.role) === "worker" ? "Waiting for ignition" : "Configuring");
      }
      await job.pause(30);
    }
  })();
  // Power may go at any moment; that ends the installation elsewhere.
  watching.catch(() => {});
  return () => {
    ended = true;
  };
}

/** Waits until the cluster can stand without this machine, and says what it waits for. */
export async function bootstrapControlPlane(job: InstallJob): Promise<void> {
  const { rising, request } = job.options;
  await job.stage("Waiting for control plane", "waiting for the bootstrap node to be prepared");
  await job.stage("Waiting for control plane", "waiting for control plane nodes to join");
  const masters = Math.min((request.control_plane_count ?? 3) - 1, 2);
  const arbiters = await job.link.hostsInRole(request.cluster_id, "arbiter", job.signal);
  const reported = new Set<string>();
  await job.untilTrue(async () => {
    for (const node of [...rising.ready("master"), ...rising.ready("arbiter")]) {
      if (reported.has(node.hostId)) continue;
      reported.add(node.hostId);
      await job.stageOf(node, "Joined");
    }
    const arbiterIsThere = arbiters.length === 0 || rising.ready("arbiter").length > 0;
    return rising.ready("master").length >= masters && arbiterIsThere;
  });
  await job.stage("Waiting for bootkube");
  await job.pause(60);
  await job.stage("Waiting for bootkube", "waiting for etcd to leave the bootstrap node");
  await job.pause(30);
  await job.stage("Waiting for controller", "waiting for the controller to be ready");
  await job.untilTrue(() => rising.controllerIsReady);
}
