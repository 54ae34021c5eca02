// What holds a host while it is installed, and what ended its installation.
import { installationDisk } from "../lifecycle/says.ts";
import type { Host } from "../model/host.ts";
import { aboutHost, type Cause, type Evidence } from "./cause.ts";
import { type HostSituation, hostCause, stageEvidence } from "./host-situation.ts";

export const installing = (situation: HostSituation): Cause[] => {
  const { host } = situation;
  const { progress } = host;
  const causes: Cause[] = [];
  if (host.connectionTimedOut) {
    causes.push(
      hostCause(situation, "silent-while-installing", "blocking", {
        found: "no sign of life while it installs",
        needed: "reports of its progress",
        remedy: "check the machine's power and network; it goes on by itself once it is heard again",
      }),
    );
  }
  if (progress.stageTimedOut) {
    causes.push(
      hostCause(
        situation,
        "stage-slow",
        "blocking",
        {
          found: `the stage "${progress.stage}" taking longer than expected`,
          needed: "progress",
          remedy:
            "look at the machine's console and at the host's logs: disk, network and registry are the usual reasons",
        },
        stageEvidence(host),
      ),
    );
  }
  causes.push(
    hostCause(
      situation,
      "stage-under-way",
      "waiting",
      {
        found: progress.stage
          ? `the stage "${progress.stage}" at ${progress.percentage} %`
          : "an installation that has just begun",
        needed: "the remaining stages",
        remedy: "wait",
      },
      stageEvidence(host),
    ),
  );
  return causes;
};

const diskOf = (host: Host): string => {
  const disk = installationDisk(host);
  return disk
    ? `${disk.path ?? disk.name ?? disk.id} (${disk.model ?? "disk"}${disk.serial ? ` ${disk.serial}` : ""})`
    : "its installation disk";
};

export const wantsBoot = (situation: HostSituation): Cause[] => {
  const { host } = situation;
  // It registered again after its last report: what it booted was the discovery image.
  const bootedWrongly = host.progress.stageUpdatedAt !== null && host.registeredAt > host.progress.stageUpdatedAt;
  const evidence: Evidence = bootedWrongly
    ? { observation: "its registration from the discovery image", observedAt: host.registeredAt }
    : stageEvidence(host);
  return [
    hostCause(
      situation,
      bootedWrongly ? "wrong-boot-order" : "reboot-late",
      "blocking",
      {
        found: bootedWrongly ? "the discovery image booted again" : "no sign of the installed system since the reboot",
        needed: `a boot from ${diskOf(host)}`,
        remedy: bootedWrongly
          ? "put that disk first in the boot order, or take the image out of the machine, and reboot it"
          : "see on its console what it booted; put that disk first in the boot order and reboot it",
      },
      evidence,
    ),
  ];
};

export const failed = (situation: HostSituation): Cause[] => {
  const { host, cluster, hosts } = situation;
  const own = hostCause(
    situation,
    "installation-failed",
    "blocking",
    {
      found: host.statusInfo.replace(/\.$/, ""),
      needed: "an installation that ends with the host in its cluster",
      remedy: "look at the host's logs, solve what they tell, then reset the cluster and install again",
    },
    stageEvidence(host),
  );
  const guilty = hosts.filter(
    (other) => other.id !== host.id && other.status === "error" && other.statusInfo !== host.statusInfo,
  );
  if (cluster?.status !== "error" || guilty.length === 0) return [own];
  return [
    own,
    ...guilty.map(
      (other): Cause => ({
        ...own,
        subject: aboutHost(other),
        found: other.statusInfo,
        evidence: stageEvidence(other),
      }),
    ),
  ];
};

export const cancelled = (situation: HostSituation): Cause[] => [
  hostCause(situation, "cancelled", "blocking", {
    found: "an installation that somebody cancelled",
    needed: "a reset, before it can be installed again",
    remedy: "reset the cluster; the host then boots the discovery image again",
  }),
];
