// Which observation each validation was made from, and when that was.
import type { ClusterValidationId, HostValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Evidence, Observed } from "./cause.ts";

type Source = Readonly<{ observation: string; field: keyof Host }>;

const inventory: Source = { observation: "the hardware that the host reported", field: "inventory" };
const connectivity: Source = { observation: "the host's tries to reach its neighbours", field: "connectivity" };
const resolutions: Source = { observation: "the names that the host resolved", field: "domainNameResolutions" };
const contact: Source = { observation: "the last sign of life", field: "checkedInAt" };

const sources: Readonly<Partial<Record<HostValidationId, Source>>> = {
  connected: contact,
  "time-synced-between-host-and-service": { observation: "the host's clock at its last poll", field: "checkedInAt" },
  "compatible-agent": { observation: "the version that the agent gave", field: "registeredAt" },
  "media-connected": { observation: "what the agent said about its boot media", field: "mediaStatus" },
  "ntp-synced": { observation: "the time servers that the host asked", field: "ntpSources" },
  "belongs-to-majority-group": connectivity,
  "mtu-valid": connectivity,
  "sufficient-network-latency-requirement-for-role": connectivity,
  "sufficient-packet-loss-requirement-for-role": connectivity,
  "no-ip-collisions-in-network": connectivity,
  "api-domain-name-resolved-correctly": resolutions,
  "api-int-domain-name-resolved-correctly": resolutions,
  "apps-domain-name-resolved-correctly": resolutions,
  "release-domain-name-resolved-correctly": resolutions,
  "dns-wildcard-not-configured": resolutions,
  "ignition-downloadable": { observation: "the host's try to fetch its ignition", field: "apiVipConnectivity" },
  "sufficient-installation-disk-speed": { observation: "the measured speed of the disk", field: "disksInfo" },
  "container-images-available": { observation: "the host's tries to pull images", field: "imagesStatus" },
};

/** Times that the host itself carries. */
const momentOf = (host: Host, field: keyof Host): number | null => {
  if (field === "checkedInAt") return host.checkedInAt ?? host.registeredAt;
  return field === "registeredAt" ? host.registeredAt : null;
};

export function hostEvidence(id: HostValidationId, host: Host, observed: Observed): Evidence {
  const { observation, field } = sources[id] ?? inventory;
  const observedAt = momentOf(host, field) ?? observed(host.id, field);
  return host[field] === null ? { observation: "no report yet", observedAt: null } : { observation, observedAt };
}

const aboutHosts: ReadonlySet<ClusterValidationId> = new Set([
  "all-hosts-are-ready-to-install",
  "sufficient-masters-count",
  "ntp-server-configured",
] satisfies ClusterValidationId[]);

export const clusterEvidence = (id: ClusterValidationId, { statusUpdatedAt }: Cluster): Evidence =>
  aboutHosts.has(id)
    ? { observation: "the cluster's hosts", observedAt: statusUpdatedAt }
    : { observation: "the settings of the cluster", observedAt: null };
