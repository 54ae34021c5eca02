import { addressAt, type Network } from "../machine/network.ts";

/** What a machine's resolver finds for a name; networks are those of the machine. */
export type Resolve = (name: string, networks: readonly Network[]) => readonly string[];

/** Where load balancers stand at every site. */
const loadBalancerPosition = 4;

/**
 * The records that an administrator would have made: those of the cluster lead to a load balancer beside the machines,
 * nothing covers the whole domain, and the rest of the world is known.
 */
export const usualNames: Resolve = (name, networks) => {
  if (name.startsWith("validateNoWildcardDNS.")) return [];
  if (/^api(-int)?\.|\.apps\./.test(name)) return networks.map((network) => addressAt(network, loadBalancerPosition));
  return ["203.0.113.10", "2001:db8::10"];
};
