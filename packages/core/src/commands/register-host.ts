import type { Changes } from "../changes.ts";
import { newsIn } from "../equality.ts";
import { aboutHost } from "../events/subject.ts";
import { noHostProgress, placeIn } from "../lifecycle/host-effects.ts";
import { hostLifecycleFacts } from "../lifecycle/host-facts.ts";
import { type HostMove, moveHost } from "../lifecycle/host-machine.ts";
import { type Cluster, isDay2Cluster, isSingleNode } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import { noLogs } from "../model/logs.ts";
import type { Policy } from "../policy.ts";
import { notNow } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { clusterIsNot } from "./wrong-status.ts";

export type HostRegistration = Readonly<{
  hostId: string;
  agentVersion: string;
  infraEnv: InfraEnv;
  /** The host as it is known now, in whichever infra-env; null when it was never seen. */
  known: Host | null;
  /** The cluster that the host belongs to, or will: its own, else that of the infra-env. */
  cluster: Cluster | null;
  policy: Policy;
  now: Instant;
}>;

/** The host as it is now, with what changed. A host that is new, or moved from another infra-env, is all change. */
export type RegisteredHost = Changes & Readonly<{ host: Host; isNew: boolean }>;

/**
 * An agent says that it is there (reference service 1.3, 3.3; host-side A3). Refusals with 403 or 409 stop the agent for good,
 * those with 400 let it try again.
 */
export function registerHost(registration: HostRegistration): Outcome<RegisteredHost> {
  const { known, infraEnv } = registration;
  if (infraEnv.imageType === "disconnected-iso") return refused(offlineOnly(infraEnv));
  return known === null || known.infraEnvId !== infraEnv.id ? admit(registration) : greet(known, registration);
}

function admit(registration: HostRegistration): Outcome<RegisteredHost> {
  const { cluster, infraEnv, policy, now } = registration;
  if (cluster !== null && !takesHosts(cluster)) return refused(closed(cluster));
  const fresh = freshHost(registration);
  const facts = hostLifecycleFacts({ host: fresh, cluster, hosts: [], infraEnv, policy, now });
  const move = moveHost(facts, "register", "new");
  if (move?.kind !== "moved") return refused(unexpected(fresh));
  const host: Host = { ...fresh, ...move.host };
  const told = aboutHost("host_registration_succeeded", host, { host_name: hostName(host) });
  return done({ cluster: {}, hosts: new Map([[host.id, host]]), events: [told], host, isNew: true });
}

function greet(known: Host, registration: HostRegistration): Outcome<RegisteredHost> {
  const { cluster, infraEnv, agentVersion, policy, now } = registration;
  const facts = hostLifecycleFacts({ host: known, cluster, hosts: [], infraEnv, policy, now });
  const move = moveHost(facts, "register");
  if (move === null) return refused(unexpected(known));
  if (move.kind === "refused") return refused(move.refusal);
  const host: Host = {
    ...known,
    ...move.host,
    discoveryAgentVersion: agentVersion || known.discoveryAgentVersion,
    registeredAt: now,
    checkedInAt: now,
  };
  return done({
    cluster: cluster === null ? {} : newsIn(move.cluster, cluster),
    hosts: new Map([[host.id, newsIn(host, known)]]),
    events: greeting(move, known, host),
    host,
    isNew: false,
  });
}

function greeting(move: Extract<HostMove, { kind: "moved" }>, known: Host, host: Host) {
  const arrives = host.status !== known.status && host.status.startsWith("discovering");
  return arrives
    ? [...move.events, aboutHost("host_registration_succeeded", host, { host_name: hostName(known) })]
    : move.events;
}

function freshHost({ hostId, agentVersion, infraEnv, cluster, now }: HostRegistration): Host {
  const isAdded = cluster !== null && isDay2Cluster(cluster);
  return {
    id: hostId,
    infraEnvId: infraEnv.id,
    clusterId: cluster?.id ?? null,
    kind: isAdded ? "AddToExistingClusterHost" : "Host",
    status: cluster === null ? "discovering-unbound" : "discovering",
    statusInfo: "",
    statusUpdatedAt: now,
    createdAt: now,
    registeredAt: now,
    checkedInAt: now,
    discoveryAgentVersion: agentVersion,
    ...placeIn(cluster),
    suggestedRole: "auto-assign",
    bootstrap: cluster !== null && !isAdded && isSingleNode(cluster),
    requestedHostname: "",
    installationDiskId: "",
    installationDiskPath: "",
    skipFormattingDisks: [],
    disksToBeFormatted: [],
    installerArgs: [],
    ignitionConfigOverrides: "",
    ignitionEndpointToken: "",
    ignitionEndpointHttpHeaders: {},
    nodeLabels: {},
    fencingCredentials: null,
    approved: false,
    inventory: null,
    connectivity: null,
    apiVipConnectivity: null,
    tangConnectivity: null,
    freeAddresses: null,
    ntpSources: null,
    domainNameResolutions: null,
    imagesStatus: {},
    disksInfo: {},
    clockSeconds: null,
    clockReadAt: null,
    mediaStatus: "connected",
    progress: noHostProgress,
    connectionTimedOut: false,
    logs: noLogs,
    validations: [],
  };
}

/** Statuses in which a cluster may be changed, and so take new hosts (reference service 1.3). */
const open = ["insufficient", "ready", "pending-for-input", "adding-hosts"] as const satisfies Cluster["status"][];

export const takesHosts = ({ status }: Cluster): boolean => open.some((allowed) => allowed === status);

const closed = (cluster: Cluster): Refusal =>
  cluster.status === "installed"
    ? notNow({
        found: `cluster ${cluster.name} is installed, and this host booted the image of its first installation`,
        needed: "an image that adds hosts to it",
        remedy: "allow the cluster to add hosts and boot the host from the image made for that",
      })
    : clusterIsNot(cluster, open, "boot the host again when the installation has ended or was reset");

const offlineOnly = ({ name }: InfraEnv): Refusal => ({
  code: "infra-env-is-offline",
  status: 400,
  found: `infra-env ${name} makes images for installations without a service`,
  needed: "an infra-env whose hosts report to this service",
  remedy: "boot the host from another image",
});

/** 400 and not 409: the agent goes on asking, and is let in once someone has reset or removed the host. */
const unexpected = (host: Host): Refusal => ({
  code: "host-cannot-register",
  status: 400,
  found: `host ${hostName(host)} registered while it is ${host.status}`,
  needed: "a host that is expected to boot the discovery image",
  remedy: "reset the installation, or remove the host",
});
