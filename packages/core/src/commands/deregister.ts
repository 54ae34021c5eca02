import type { Changes } from "../changes.ts";
import { aboutCluster, aboutHost } from "../events/subject.ts";
import type { ClusterStatus } from "../model/cluster.ts";
import { type HostStatus, hostName, isDay2 } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { notNow } from "../problem.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";

const busyHost: ReadonlySet<HostStatus> = new Set<HostStatus>(["installing", "installing-in-progress"]);
const busyCluster: ReadonlySet<ClusterStatus> = new Set<ClusterStatus>([
  "preparing-for-installation",
  "installing",
  "installing-pending-user-action",
  "finalizing",
]);

/** Whether a cluster may be removed; the service then removes it with its hosts and files. */
export function deregisterCluster({ cluster, hosts }: ClusterSnapshot): Outcome<Changes> {
  const busy = hosts.filter(({ status }) => busyHost.has(status));
  if (cluster.status === "installing" || busy.length > 0) {
    return refused(
      notNow({
        found: `cluster ${cluster.name} is ${cluster.status}${busy.length > 0 ? ` and ${busy.length} of its hosts are being installed` : ""}`,
        needed: "a cluster that is not being installed",
        remedy: "cancel the installation first",
      }),
    );
  }
  return done({ cluster: {}, hosts: new Map(), events: [aboutCluster("cluster_deregistered", cluster, {})] });
}

/** Whether a host may be removed. An added host may always: there is no other way to give its installation up. */
export function deregisterHost({ host, cluster }: HostFacts): Outcome<Changes> {
  if (cluster !== null && busyCluster.has(cluster.status) && !isDay2(host) && host.status !== "error") {
    return refused(
      notNow({
        found: `host ${hostName(host)} is part of cluster ${cluster.name}, which is ${cluster.status}`,
        needed: "a cluster that is not being installed",
        remedy: "cancel or reset the installation first",
      }),
    );
  }
  const told = aboutHost("host_deregistered", host, { host_name: hostName(host) });
  return done({ cluster: {}, hosts: new Map(), events: [told] });
}
