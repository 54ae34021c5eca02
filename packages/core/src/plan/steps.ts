// The steps of an installation, in order, each with the time after which patience ends.
import { stageTimeout } from "../lifecycle/timeouts.ts";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import type { HostStage } from "../model/host.ts";
import { second } from "../model/instant.ts";
import type { Policy } from "../policy.ts";
import type { PlannedHost } from "./plan.ts";

export type PlannedStep = Readonly<{
  id: string;
  title: string;
  detail: string;
  hostIds: readonly string[];
  timeoutSeconds: number | null;
}>;

export function planSteps(hosts: readonly PlannedHost[], cluster: Cluster, policy: Policy): PlannedStep[] {
  const inStage = (stage: HostStage) => hosts.filter(({ stages }) => stages.includes(stage)).map(({ id }) => id);
  const during = (id: string, stage: HostStage, title: string, detail: string): PlannedStep => ({
    id,
    title,
    detail,
    hostIds: inStage(stage),
    timeoutSeconds: stageTimeout(stage, cluster, policy) / second,
  });
  const all = hosts.map(({ id }) => id);
  const bootstrap = hosts.find((host) => host.bootstrap)?.hostname ?? "the bootstrap host";
  const steps: PlannedStep[] = [
    {
      id: "prepare",
      title: "Prepare",
      detail:
        "Every host measures its disk and pulls the release's images; the service makes the configuration of each.",
      hostIds: all,
      timeoutSeconds: policy.clusterPreparationTimeout / second,
    },
    during(
      "write",
      "Writing image to disk",
      "Write the disks",
      "Every host writes the operating system to its installation disk. What was on it is lost.",
    ),
    during(
      "control-plane",
      "Waiting for control plane",
      "Wait for the control plane",
      `Workers and ${bootstrap} wait until the control plane runs.`,
    ),
    during(
      "bootkube",
      "Waiting for bootkube",
      "Start the control plane",
      `${bootstrap} starts the first control plane.`,
    ),
    during(
      "reboot",
      "Rebooting",
      "Boot from disk",
      isSingleNode(cluster) ? "The host boots from its disk." : `Hosts boot from their disks, ${bootstrap} last.`,
    ),
    during("join", "Joined", "Join", "Each host becomes a node of the cluster."),
    {
      id: "finalize",
      title: "Bring up operators",
      detail: `The cluster's operators come up${cluster.monitoredOperators.length > 0 ? `: ${cluster.monitoredOperators.map(({ name }) => name).join(", ")}` : ""}.`,
      hostIds: [],
      timeoutSeconds: policy.finalizingTimeout / second,
    },
  ];
  return steps.filter(({ id, hostIds }) => id === "finalize" || id === "prepare" || hostIds.length > 0);
}
