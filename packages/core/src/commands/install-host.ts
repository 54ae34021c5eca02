import type { Changes } from "../changes.ts";
import { isDay2Cluster } from "../model/cluster.ts";
import { hostName } from "../model/host.ts";
import { notNow } from "../problem.ts";
import { type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { signalHost } from "./move.ts";

/** Starts to install one host into a cluster that runs already. */
export function installHost(facts: HostFacts): Outcome<Changes> {
  const { host, cluster } = facts;
  if (cluster === null || !isDay2Cluster(cluster)) {
    return refused(
      notNow({
        found: `host ${hostName(host)} belongs to ${cluster === null ? "no cluster" : `cluster ${cluster.name}, which is ${cluster.status}`}`,
        needed: "a host of a cluster that is installed and takes more hosts",
        remedy: "install the whole cluster, or allow it to add hosts once it is installed",
      }),
    );
  }
  return signalHost(facts, "install", "wait until the checks of the host pass");
}
