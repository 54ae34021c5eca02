// The stages a host goes through, by what it becomes (reference service 3.5).
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostStage, isDay2 } from "../model/host.ts";
import type { Policy } from "../policy.ts";

const bootstrap = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Copying registry data to disk",
  "Waiting for control plane",
  "Waiting for bootkube",
  "Waiting for controller",
  "Rebooting",
  "Configuring",
  "Joined",
  "Done",
] as const satisfies readonly HostStage[];

const controlPlane = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Copying registry data to disk",
  "Rebooting",
  "Configuring",
  "Joined",
  "Done",
] as const satisfies readonly HostStage[];

const worker = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Waiting for control plane",
  "Rebooting",
  "Waiting for ignition",
  "Configuring",
  "Joined",
  "Done",
] as const satisfies readonly HostStage[];

const singleNode = [
  "Starting installation",
  "Installing",
  "Waiting for bootkube",
  "Writing image to disk",
  "Copying registry data to disk",
  "Rebooting",
  "Joined",
  "Done",
] as const satisfies readonly HostStage[];

const untilReboot = (stages: readonly HostStage[]) => stages.slice(0, stages.indexOf("Rebooting") + 1);
const addedControlPlane = untilReboot(controlPlane);
const addedWorker = untilReboot(worker);

/** Nobody watches an added host after its reboot, unless the Kubernetes API does. */
export function stagesOf(host: Host, cluster: Cluster | null, policy: Policy): readonly HostStage[] {
  const role = effectiveRole(host);
  const takesControl = role === "master" || role === "arbiter";
  if (isDay2(host)) {
    if (policy.kubeApi) return takesControl ? controlPlane : worker;
    return takesControl ? addedControlPlane : addedWorker;
  }
  if (cluster !== null && isSingleNode(cluster)) return singleNode;
  if (host.bootstrap) return bootstrap;
  return takesControl ? controlPlane : worker;
}

/** How far along the stages a host is. "Done" ends every list, also the shortened ones. */
export function percentageAt(stage: HostStage, stages: readonly HostStage[]): number {
  if (stage === "Done") return 100;
  return Math.trunc(((stages.indexOf(stage) + 1) / stages.length) * 100);
}
