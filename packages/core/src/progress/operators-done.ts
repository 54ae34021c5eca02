import type { Cluster, MonitoredOperator } from "../model/cluster.ts";

/** A failed add-on leaves the cluster degraded but does not keep it from being installed. */
export const isOperatorDone = ({ type, status }: MonitoredOperator): boolean =>
  status === "available" || (type === "olm" && status === "failed");

export const failedOperators = ({ monitoredOperators }: Cluster): readonly string[] =>
  monitoredOperators.flatMap(({ name, type, status }) => (type === "olm" && status === "failed" ? [name] : []));
