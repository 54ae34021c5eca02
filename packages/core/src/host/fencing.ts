import type { Cluster } from "../model/cluster.ts";
import type { FencingCredentials } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import type { Problem } from "../problem.ts";
import { allowsFencing } from "../roles/topology.ts";

/** Password and user never appear in a message. */
export function fencingProblem(
  { address, username, password }: FencingCredentials,
  cluster: Cluster | null,
  policy: Policy,
): Problem | null {
  if (!policy.tnfClusters || (cluster && !allowsFencing(cluster, policy))) {
    return {
      found: policy.tnfClusters ? "fencing credentials for a host of this cluster" : "fencing credentials",
      needed: policy.tnfClusters
        ? "a cluster of two control plane nodes, version 4.20 or later"
        : "none: this service has clusters with fencing switched off",
      remedy: "leave them out",
    };
  }
  if (username === "" || password === "") {
    return { found: "no user name or no password", needed: "both", remedy: "give the credentials of the BMC" };
  }
  if (/redfish/i.test(address) && /^[a-z][a-z+.-]*:\/\/[^/]*:\d+(\/|$)/i.test(address)) return null;
  return {
    found: `"${withoutUser(address)}" as address`,
    needed: "the Redfish URL of the BMC with its port, such as https://192.168.0.9:443/redfish/v1/Systems/1",
    remedy: "correct the address",
  };
}

const withoutUser = (address: string): string => address.replace(/\/\/[^/@]*@/, "//");
