// Which fields of a resource its history keeps.
import type { ValidationResult } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Instant } from "../model/instant.ts";
import { type Patch, type Projection, patchOf } from "./patch.ts";

const longestSentence = 200;

const sentence = (text: string): string =>
  text.length > longestSentence ? `${text.slice(0, longestSentence - 1)}…` : text;

/** Only those whose answer is another one than before; at first those that do not pass. */
function flips(
  results: readonly ValidationResult<string>[],
  before: readonly ValidationResult<string>[] | undefined,
): Patch {
  const known = new Map(before?.map(({ id, status }) => [id, status]));
  const flipped: Record<string, string> = {};
  for (const { id, status } of results) if (status !== (known.get(id) ?? "success")) flipped[id] = status;
  return { validations: flipped };
}

const hostProjection: Projection<Host> = {
  id: "ignored",
  kind: (kind) => ({ kind }),
  infraEnvId: (infraEnvId) => ({ infraEnvId }),
  clusterId: (clusterId) => ({ clusterId: clusterId ?? "" }),
  status: (status) => ({ status }),
  statusInfo: (statusInfo) => ({ statusInfo: sentence(statusInfo) }),
  statusUpdatedAt: "ignored",
  createdAt: "ignored",
  registeredAt: (registeredAt) => ({ registeredAt }),
  checkedInAt: "ignored",
  clockSeconds: "ignored",
  clockReadAt: "ignored",
  discoveryAgentVersion: "ignored",
  role: (role) => ({ role }),
  suggestedRole: (suggestedRole) => ({ suggestedRole }),
  bootstrap: (bootstrap) => ({ bootstrap }),
  requestedHostname: "ignored",
  installationDiskId: (installationDiskId) => ({ installationDiskId }),
  installationDiskPath: "ignored",
  disksToBeFormatted: "ignored",
  mediaStatus: (mediaStatus) => ({ mediaStatus }),
  // What moves within a stage is told by events, and would be half of all rows.
  progress: ({ stage, info, percentage }, before) => ({
    stage: stage ?? "",
    percentage,
    ...(before?.stage !== stage && { stageInfo: sentence(info) }),
  }),
  connectionTimedOut: (connectionTimedOut) => ({ connectionTimedOut }),
  logs: ({ state }) => ({ logs: state }),
  validations: flips,
};

const clusterProjection: Projection<Cluster> = {
  id: "ignored",
  kind: (kind) => ({ kind }),
  name: (name) => ({ name }),
  userName: "ignored",
  orgId: "ignored",
  emailDomain: "ignored",
  baseDnsDomain: (baseDnsDomain) => ({ baseDnsDomain }),
  status: (status) => ({ status }),
  statusInfo: (statusInfo) => ({ statusInfo: sentence(statusInfo) }),
  statusUpdatedAt: "ignored",
  createdAt: "ignored",
  installStartedAt: "ignored",
  installCompletedAt: "ignored",
  openshiftVersion: (openshiftVersion) => ({ openshiftVersion }),
  controlPlaneCount: (controlPlaneCount) => ({ controlPlaneCount }),
  platform: ({ type }) => ({ platform: type }),
  machineNetworks: (machineNetworks) => ({ machineNetworks }),
  machineNetworksUpdatedAt: "ignored",
  apiVips: (vips) => ({ apiVips: vips.map(({ ip }) => ip) }),
  ingressVips: (vips) => ({ ingressVips: vips.map(({ ip }) => ip) }),
  progress: ({ total, finalizingStage }) => ({ percentage: total, finalizingStage: finalizingStage ?? "" }),
  lastInstallationPreparation: ({ status, reason }) => ({ preparation: status, preparationReason: sentence(reason) }),
  logs: ({ state }) => ({ logs: state }),
  monitoredOperators: (operators, before) => {
    const known = new Map(before?.map(({ name, status }) => [name, status]));
    const changed = operators.filter(({ name, status }) => status !== null && known.get(name) !== status);
    return { operators: Object.fromEntries(changed.map(({ name, status }) => [name, status ?? ""])) };
  },
  validations: flips,
  featureUsage: "ignored",
  connectivityMajorityGroups: "ignored",
  releaseComponents: "ignored",
};

const infraEnvProjection: Projection<InfraEnv> = {
  id: "ignored",
  name: (name) => ({ name }),
  clusterId: (clusterId) => ({ clusterId: clusterId ?? "" }),
  userName: "ignored",
  orgId: "ignored",
  emailDomain: "ignored",
  openshiftVersion: (openshiftVersion) => ({ openshiftVersion }),
  cpuArchitecture: (cpuArchitecture) => ({ cpuArchitecture }),
  imageType: (imageType) => ({ imageType }),
  createdAt: "ignored",
  updatedAt: "ignored",
};

export function hostPatch(before: Host | null, after: Host, at: Instant): Patch | null {
  const patch = patchOf(hostProjection, before, after, at);
  // The name is the one that was asked for, else the one that the machine gave itself.
  const name = hostName(after);
  const isNews = before === null ? name !== after.id : name !== hostName(before);
  return isNews ? { ...patch, name } : patch;
}

export const clusterPatch = (before: Cluster | null, after: Cluster, at: Instant): Patch | null =>
  patchOf(clusterProjection, before, after, at);

export const infraEnvPatch = (before: InfraEnv | null, after: InfraEnv, at: Instant): Patch | null =>
  patchOf(infraEnvProjection, before, after, at);
