// What the rows of the cluster's table change beside the status (reference service 3.8 and 3.11).
import { aboutCluster } from "../events/subject.ts";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { noLogs } from "../model/logs.ts";
import { singleNodeVips } from "../network/vips.ts";
import { noProgress } from "../progress/cluster-progress.ts";
import { failedOperators } from "../progress/operators-done.ts";
import type { ClusterEffect, ClusterLifecycleFacts } from "./cluster-facts.ts";
import { clusterSays, finalizingMinutes } from "./says.ts";

const notPrepared: Pick<Cluster, "lastInstallationPreparation"> = {
  lastInstallationPreparation: { status: "not_started", reason: "" },
};

export const startPreparing = ({ cluster, now }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: {
    ...notPrepared,
    installStartedAt: now,
    installCompletedAt: null,
    progress: noProgress,
    logs: noLogs,
    kubeconfigStored: false,
  },
  events: [aboutCluster("cluster_prepare_installation_started", cluster, {})],
});

export const tellPreparationTimedOut = (facts: ClusterLifecycleFacts): ClusterEffect => ({
  events: [
    aboutCluster("installation_preparing_timed_out", facts.cluster, { reason: clusterSays.preparationTimedOut(facts) }),
  ],
});

/** A single node answers on its own address. */
export const startInstalling = (facts: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: isSingleNode(facts.cluster) ? singleNodeVips(facts) : {},
});

export const cancel = ({ cluster, now }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: { installCompletedAt: now },
  events: [aboutCluster("cluster_installation_canceled", cluster, {})],
});

export const cancelPreparation = ({ cluster }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: notPrepared,
  events: [aboutCluster("cluster_installation_canceled", cluster, {})],
});

export const reset = ({ cluster }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: {
    ...notPrepared,
    installStartedAt: null,
    installCompletedAt: null,
    openshiftClusterId: null,
    progress: noProgress,
    logs: noLogs,
    kubeconfigStored: false,
    monitoredOperators: cluster.monitoredOperators.map((operator) => ({
      ...operator,
      status: null,
      statusInfo: "",
      statusUpdatedAt: null,
    })),
    // These addresses came with the hosts of the last attempt.
    ...(isSingleNode(cluster) || cluster.vipDhcpAllocation
      ? { apiVips: [], ingressVips: [], apiVipLease: "", ingressVipLease: "" }
      : {}),
  },
  events: [aboutCluster("cluster_installation_reset", cluster, {})],
});

export const fail =
  (says: string | ((facts: ClusterLifecycleFacts) => string)) =>
  (facts: ClusterLifecycleFacts): ClusterEffect => ({
    cluster: { installCompletedAt: facts.now },
    events: [
      aboutCluster("cluster_installation_failed", facts.cluster, {
        failure_reason: typeof says === "function" ? says(facts) : says,
      }),
    ],
  });

export const noteSlowStage = (facts: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: { progress: { ...facts.cluster.progress, finalizingStageTimedOut: true } },
  events: [
    aboutCluster("finalizing_stage_timed_out", facts.cluster, {
      stage: facts.cluster.progress.finalizingStage ?? "",
      minutes: finalizingMinutes(facts),
    }),
  ],
});

export const complete = ({ cluster, now }: ClusterLifecycleFacts): ClusterEffect => {
  const failed = failedOperators(cluster);
  return {
    cluster: { installCompletedAt: now },
    events: [
      ...(failed.length > 0
        ? [aboutCluster("cluster_degraded_OLM_operators_failed", cluster, { failed_operators: failed.join(", ") })]
        : []),
      aboutCluster("cluster_installation_completed", cluster, {}),
    ],
  };
};

/** Hosts that join later look for the API by this name. */
export const openForHosts = ({ cluster }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: {
    kind: "AddHostsCluster",
    apiVipDnsName: cluster.apiVipDnsName || cluster.apiVips[0]?.ip || `api.${cluster.name}.${cluster.baseDnsDomain}`,
  },
});

export const giveUpLogs = ({ cluster }: ClusterLifecycleFacts): ClusterEffect => ({
  cluster: { logs: { ...cluster.logs, state: "timeout" } },
});
