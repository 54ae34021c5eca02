import type { Cluster } from "@muster/contract";
import { createContext, useContext } from "react";

export const ClusterContext = createContext<Cluster | null>(null);

/** The cluster whose pages are open. It is there: its page waits until it is. */
export function useCluster(): Cluster {
  const cluster = useContext(ClusterContext);
  if (!cluster) throw new Error("this part of the page belongs inside a cluster's page");
  return cluster;
}
