// What holds a host before its installation.
import { isDay2 } from "../model/host.ts";
import { aboutCluster, type Cause } from "./cause.ts";
import { type HostSituation, hostCause } from "./host-situation.ts";

export const awaitsInventory = (situation: HostSituation): Cause[] => [
  hostCause(
    situation,
    "has-inventory",
    "waiting",
    {
      found: "no report of its hardware",
      needed: "the first inventory, which the agent sends within a minute of its registration",
      remedy: `wait a minute; if nothing comes, see on the machine's console that its agent runs and reaches ${situation.policy.serviceBaseUrl}`,
    },
    { observation: "its registration", observedAt: situation.host.registeredAt },
  ),
];

export const awaitsInstall = (situation: HostSituation): Cause[] => {
  const { cluster, host } = situation;
  if (cluster === null) return [];
  if (isDay2(host)) {
    return [
      hostCause(situation, "awaits-install", "waiting", {
        found: "a host that is ready to be added to its cluster",
        needed: "somebody to start its installation",
        remedy: "install the host",
      }),
    ];
  }
  const found = cluster.status === "ready" ? "a cluster that is ready" : `a cluster that is ${cluster.status}`;
  const remedy =
    cluster.status === "ready" ? "install the cluster" : `solve what holds the cluster: explain ${cluster.name} tells`;
  return [
    {
      ...hostCause(situation, "awaits-install", "waiting", {
        found,
        needed: "the start of the cluster's installation",
        remedy,
      }),
      subject: aboutCluster(cluster),
    },
  ];
};

export const preparing = (situation: HostSituation): Cause[] => {
  const { host, policy } = situation;
  const missing: string[] = [];
  if (host.disksInfo[host.installationDiskId]?.diskSpeed?.tested !== true) missing.push("the speed of its disk");
  if (Object.keys(host.imagesStatus).length === 0) missing.push("whether it can pull the release's images");
  return [
    hostCause(situation, "preparing", "waiting", {
      found: missing.length > 0 ? `that it is not known yet: ${missing.join(", ")}` : "every answer of the host",
      needed: `both within ${Math.round(policy.hostPreparationTimeout / 60_000)} minutes`,
      remedy: "wait; if it takes too long, look at the machine's network and registry access",
    }),
  ];
};

export const prepared = (situation: HostSituation): Cause[] => {
  const others = situation.hosts.filter(({ status }) => status === "preparing-for-installation").length;
  return [
    hostCause(situation, "awaits-others", "waiting", {
      found: others > 0 ? `${others} other hosts that still prepare` : "that the cluster's configuration is being made",
      needed: "every host and the configuration prepared",
      remedy: "wait",
    }),
  ];
};

export const preparationFailed = (situation: HostSituation): Cause[] => [
  hostCause(situation, "preparation-failed", "blocking", {
    found: situation.host.statusInfo.replace(/\.$/, ""),
    needed: "a fast enough disk and all images of the release",
    remedy: "solve what it names, then install the cluster again",
  }),
];
