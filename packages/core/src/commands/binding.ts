// How a host of a pool joins a cluster and returns from it (reference service 1.3, 3.3, 3.4).
import type { Changes } from "../changes.ts";
import { aboutHost } from "../events/subject.ts";
import type { HostSignal } from "../lifecycle/host-facts.ts";
import type { Cluster } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import { notNow } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { signalHost } from "./move.ts";
import { takesHosts } from "./register-host.ts";
import { clusterIsNot } from "./wrong-status.ts";

/** `facts.cluster` is the cluster to join. */
export function bindHost(facts: HostFacts & Readonly<{ cluster: Cluster }>): Outcome<Changes> {
  const { host, cluster, infraEnv } = facts;
  const refusal = alreadyBound(host) ?? otherArchitecture(infraEnv, cluster) ?? notTaking(cluster);
  if (refusal) return refused(refusal);
  const joined = { ...host, clusterId: cluster.id };
  return withEvent(
    signalHost(facts, "bind", "wait until the checks of the host pass"),
    aboutHost("host_bind_succeeded", joined, { host_name: hostName(host) }),
  );
}

export const unbindHost = (facts: HostFacts): Outcome<Changes> => release(facts, "unbind");

/** Like unbinding, but an installed host fetches the discovery image and returns by itself. */
export const reclaimHost = (facts: HostFacts): Outcome<Changes> => release(facts, "reclaim");

export function release(facts: HostFacts, on: HostSignal): Outcome<Changes> {
  const { host, infraEnv } = facts;
  const refusal = notBound(host) ?? boundByImage(host, infraEnv);
  if (refusal) return refused(refusal);
  return withEvent(
    signalHost(facts, on, "wait until the host has arrived in its cluster, or was reset"),
    aboutHost("host_unbind_succeeded", host, { host_name: hostName(host) }),
  );
}

const withEvent = (outcome: Outcome<Changes>, event: Changes["events"][number]): Outcome<Changes> =>
  outcome.kind === "done" ? done({ ...outcome.value, events: [...outcome.value.events, event] }) : outcome;

const alreadyBound = (host: Host): Refusal | null =>
  host.clusterId === null
    ? null
    : notNow({
        found: `host ${hostName(host)} already belongs to cluster ${host.clusterId}`,
        needed: "a host that belongs to no cluster",
        remedy: "unbind it first",
      });

const notBound = (host: Host): Refusal | null =>
  host.clusterId !== null
    ? null
    : notNow({
        found: `host ${hostName(host)} belongs to no cluster`,
        needed: "a host that belongs to one",
        remedy: "bind it to a cluster first",
      });

const boundByImage = (host: Host, infraEnv: InfraEnv | null): Refusal | null =>
  infraEnv?.clusterId == null
    ? null
    : notNow({
        found: `host ${hostName(host)} booted the image of infra-env ${infraEnv.name}, which belongs to a cluster`,
        needed: "an infra-env that belongs to no cluster",
        remedy: "remove the host, or boot it from the image of a pool",
      });

const notTaking = (cluster: Cluster): Refusal | null =>
  takesHosts(cluster)
    ? null
    : clusterIsNot(cluster, ["insufficient", "ready", "pending-for-input", "adding-hosts"], "choose another cluster");

const sameMachine = (architecture: string): string => (architecture === "aarch64" ? "arm64" : architecture);

function otherArchitecture(infraEnv: InfraEnv | null, cluster: Cluster): Refusal | null {
  const has = sameMachine(infraEnv?.cpuArchitecture ?? cluster.cpuArchitecture);
  const wants = sameMachine(cluster.cpuArchitecture);
  if (wants === "multi" || wants === has) return null;
  return {
    code: "other-architecture",
    status: 400,
    found: `a host of architecture ${has} for cluster ${cluster.name}, which is ${wants}`,
    needed: `a host of architecture ${wants}`,
    remedy: "choose another host or another cluster",
  };
}
