// What the controller in the new cluster reports while it comes up (reference service 3.5, 7.5; host-side B6).
import type { FinalizingStage, OperatorStatus } from "@muster/contract";
import { type Changes, noChanges } from "../changes.ts";
import { aboutCluster } from "../events/subject.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import type { Instant } from "../model/instant.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import { clusterChanges } from "./patch.ts";
import { clusterIsNot } from "./wrong-status.ts";

/** A worker that waits for someone holds the cluster's status back, not its controller. */
const finalizing = ["finalizing", "installing-pending-user-action"] as const satisfies ClusterStatus[];
const underWay = [
  "installing",
  "installing-pending-user-action",
  "finalizing",
  "installed",
  "adding-hosts",
] as const satisfies ClusterStatus[];

const isOneOf = ({ status }: Cluster, statuses: readonly ClusterStatus[]): boolean => statuses.includes(status);

/** Any order is accepted: a controller that restarts begins again. Its last report may come when all is over. */
export function reportFinalizingStage(cluster: Cluster, stage: FinalizingStage, now: Instant): Outcome<Changes> {
  if (isOneOf(cluster, ["installed", "adding-hosts"])) return done(noChanges);
  if (!isOneOf(cluster, finalizing)) {
    return refused(clusterIsNot(cluster, finalizing, "report finalizing stages once the hosts are installed"));
  }
  if (stage === cluster.progress.finalizingStage) return done(noChanges);
  const progress = {
    ...cluster.progress,
    finalizingStage: stage,
    finalizingStageStartedAt: now,
    finalizingStageTimedOut: false,
  };
  const told = aboutCluster("cluster_finalizing_stage_updated", cluster, { finalizing_stage: stage });
  return done(clusterChanges(cluster, { progress }, [told]));
}

export type OperatorReport = Readonly<{
  name: string;
  status: OperatorStatus;
  statusInfo: string;
  /** Empty when the report names none. */
  version: string;
}>;

export function reportOperator(cluster: Cluster, report: OperatorReport, now: Instant): Outcome<Changes> {
  const { name, status, statusInfo } = report;
  const operator = cluster.monitoredOperators.find((monitored) => monitored.name === name);
  if (operator === undefined) {
    return refused({
      code: "operator-not-monitored",
      status: 404,
      found: `a report about operator ${name}, which cluster ${cluster.name} does not have`,
      needed: `one of ${cluster.monitoredOperators.map((monitored) => monitored.name).join(", ") || "its operators, of which it has none"}`,
      remedy: "report only operators of this cluster",
    });
  }
  if (!isOneOf(cluster, underWay)) {
    return refused(clusterIsNot(cluster, underWay, "report operators while the cluster is being installed"));
  }
  const version = report.version || operator.version;
  if (operator.status === status && operator.statusInfo === statusInfo && operator.version === version) {
    return done(noChanges);
  }
  const monitoredOperators = cluster.monitoredOperators.map((monitored) =>
    monitored === operator ? { ...operator, status, statusInfo, version, statusUpdatedAt: now } : monitored,
  );
  const told = aboutCluster("cluster_operator_status", cluster, {
    operator_name: name,
    status,
    status_info: statusInfo,
  });
  return done(clusterChanges(cluster, { monitoredOperators }, operator.status === status ? [] : [told]));
}

/** The service has merged the certificate of the ingress into the kubeconfig and stored it. */
export function storeIngressCertificate(cluster: Cluster): Outcome<Changes> {
  if (!isOneOf(cluster, ["finalizing", "installed"])) {
    const refusal = clusterIsNot(
      cluster,
      ["finalizing", "installed"],
      "send the certificate once the hosts are installed",
    );
    return refused({ ...refusal, status: 400 });
  }
  return done(clusterChanges(cluster, { kubeconfigStored: true }));
}

/** Clusters complete by themselves; the old command only passes on what its sender found wrong. */
export function completeInstallation(cluster: Cluster, operatorReport: string): Changes {
  if (operatorReport === "") return noChanges;
  const told = aboutCluster("cluster_operator_report", cluster, { report: operatorReport });
  return { cluster: {}, hosts: new Map(), events: [told] };
}
