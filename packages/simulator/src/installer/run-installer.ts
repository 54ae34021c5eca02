// The order of things for each role (reference host-side B4).
import { bootstrapControlPlane, watchOthers } from "./bootstrap.ts";
import type { InstallJob } from "./install-job.ts";

/** Ends when the machine is about to reboot into what was written; throws when that cannot be reached. */
export async function runInstaller(job: InstallJob): Promise<void> {
  const { request, rising } = job.options;
  await job.stage("Starting installation", request.role);
  await job.pause(5);
  if (rising.isSingleNode && request.role !== "worker") await installSingleNode(job);
  else if (request.role === "bootstrap") await installBootstrap(job);
  else if (request.role === "worker") await installWorker(job);
  else await installControlPlane(job);
  await job.sendLogs();
  await job.stage("Rebooting");
}

async function installSingleNode(job: InstallJob): Promise<void> {
  const { request, rising } = job.options;
  await job.stage("Installing", "master");
  await job.link.downloadBootstrapIgnition(request.cluster_id, job.signal);
  rising.bootstrapIsUp = true;
  await job.stage("Waiting for bootkube");
  await job.pause(60);
  await job.writeImage();
}

async function installBootstrap(job: InstallJob): Promise<void> {
  const { request, rising } = job.options;
  await job.link.downloadBootstrapIgnition(request.cluster_id, job.signal);
  await job.pause(20);
  rising.bootstrapIsUp = true;
  const stopWatching = watchOthers(job);
  try {
    await job.stage("Installing", "master");
    await job.writeImage();
    await bootstrapControlPlane(job);
  } finally {
    stopWatching();
  }
}

async function installControlPlane(job: InstallJob): Promise<void> {
  await job.stage("Installing", job.options.request.role);
  await job.writeImage();
}

async function installWorker(job: InstallJob): Promise<void> {
  await job.stage("Installing", "worker");
  await job.writeImage();
  // A host that joins a running cluster finds its control plane there.
  if (job.options.cluster.kind === "AddHostsCluster") return;
  await job.stage("Waiting for control plane");
  await job.untilTrue(async () => (await controlPlanesDone(job)) >= 2);
}

async function controlPlanesDone(job: InstallJob): Promise<number> {
  const clusterId = job.options.request.cluster_id;
  const lists = await Promise.all([
    job.link.hostsInRole(clusterId, "master", job.signal),
    job.link.hostsInRole(clusterId, "arbiter", job.signal),
  ]);
  return lists.flat().filter(({ progress }) => progress?.current_stage === "Done").length;
}
