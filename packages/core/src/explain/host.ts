// What stands between a host and its next state, in every status.

import { installationDisk } from "../lifecycle/says.ts";
import { hostDeadlines, soonestAfter } from "../lifecycle/wake.ts";
import type { Cluster } from "../model/cluster.ts";
import { type Host, type HostStatus, isDay2 } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";
import {
  aboutCluster,
  aboutHost,
  byImportance,
  type Cause,
  type Evidence,
  type Explanation,
  type Level,
  type Observed,
  type Outlook,
} from "./cause.ts";
import { hostCheckCauses } from "./checks.ts";
import type { OwnCauseId } from "./glossary.ts";

export type HostSituation = Readonly<{
  host: Host;
  cluster: Cluster | null;
  hosts: readonly Host[];
  policy: Policy;
  now: Instant;
  observed: Observed;
}>;

type Row = Readonly<{
  outlook: Outlook;
  next: HostStatus | null;
  summary: string;
  /** Whether the validations of the host say what holds it. */
  checks?: true;
  because?: (situation: HostSituation) => Cause[];
}>;

type Words = Readonly<{ found: string; needed: string; remedy: string }>;

function cause(
  { host, cluster, policy, now }: HostSituation,
  id: OwnCauseId,
  level: Level,
  words: Words,
  evidence?: Evidence,
): Cause {
  return {
    id,
    level,
    subject: aboutHost(host),
    ...words,
    evidence: evidence ?? { observation: "its status", detail: host.status, observedAt: host.statusUpdatedAt },
    until: soonestAfter(now, hostDeadlines(host, cluster, policy)),
  };
}

const diskOf = (host: Host): string => {
  const disk = installationDisk(host);
  return disk
    ? `${disk.path ?? disk.name ?? disk.id} (${disk.model ?? "disk"}${disk.serial ? ` ${disk.serial}` : ""})`
    : "its installation disk";
};

const stageEvidence = ({ progress, statusUpdatedAt }: Host): Evidence => ({
  observation: "the last progress that was reported",
  detail: [progress.stage ?? "nothing yet", progress.info].filter(Boolean).join(": "),
  observedAt: progress.stageUpdatedAt ?? statusUpdatedAt,
});

const awaitsInventory = (situation: HostSituation): Cause[] => [
  cause(
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

const awaitsInstall = (situation: HostSituation): Cause[] => {
  const { cluster, host } = situation;
  if (cluster === null) return [];
  if (isDay2(host)) {
    return [
      cause(situation, "awaits-install", "waiting", {
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
      ...cause(situation, "awaits-install", "waiting", {
        found,
        needed: "the start of the cluster's installation",
        remedy,
      }),
      subject: aboutCluster(cluster),
    },
  ];
};

const preparing = (situation: HostSituation): Cause[] => {
  const { host, policy } = situation;
  const missing: string[] = [];
  if (host.disksInfo[host.installationDiskId]?.diskSpeed?.tested !== true) missing.push("the speed of its disk");
  if (Object.keys(host.imagesStatus).length === 0) missing.push("whether it can pull the release's images");
  return [
    cause(situation, "preparing", "waiting", {
      found: missing.length > 0 ? `that it is not known yet: ${missing.join(", ")}` : "every answer of the host",
      needed: `both within ${Math.round(policy.hostPreparationTimeout / 60_000)} minutes`,
      remedy: "wait; if it takes too long, look at the machine's network and registry access",
    }),
  ];
};

const prepared = (situation: HostSituation): Cause[] => {
  const others = situation.hosts.filter(({ status }) => status === "preparing-for-installation").length;
  return [
    cause(situation, "awaits-others", "waiting", {
      found: others > 0 ? `${others} other hosts that still prepare` : "that the cluster's configuration is being made",
      needed: "every host and the configuration prepared",
      remedy: "wait",
    }),
  ];
};

const installing = (situation: HostSituation): Cause[] => {
  const { host } = situation;
  const { progress } = host;
  const causes: Cause[] = [];
  if (host.connectionTimedOut) {
    causes.push(
      cause(situation, "silent-while-installing", "blocking", {
        found: "no sign of life while it installs",
        needed: "reports of its progress",
        remedy: "check the machine's power and network; it goes on by itself once it is heard again",
      }),
    );
  }
  if (progress.stageTimedOut) {
    causes.push(
      cause(
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
    cause(
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

const wantsBoot = (situation: HostSituation): Cause[] => {
  const { host } = situation;
  // It registered again after its last report: what it booted was the discovery image.
  const bootedWrongly = host.progress.stageUpdatedAt !== null && host.registeredAt > host.progress.stageUpdatedAt;
  const evidence: Evidence = bootedWrongly
    ? { observation: "its registration from the discovery image", observedAt: host.registeredAt }
    : stageEvidence(host);
  return [
    cause(
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

const bootDiscovery = (situation: HostSituation): Cause[] => [
  cause(situation, "boot-discovery-image", "blocking", {
    found: "a machine that does not run the discovery image any more",
    needed: "a fresh boot from its infra-env's image",
    remedy: "boot the machine from the discovery image",
  }),
];

const failed = (situation: HostSituation): Cause[] => {
  const { host, cluster, hosts } = situation;
  const own = cause(
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

const cancelled = (situation: HostSituation): Cause[] => [
  cause(situation, "cancelled", "blocking", {
    found: "an installation that somebody cancelled",
    needed: "a reset, before it can be installed again",
    remedy: "reset the cluster; the host then boots the discovery image again",
  }),
];

const moves =
  (id: OwnCauseId, words: Words) =>
  (situation: HostSituation): Cause[] => [cause(situation, id, "waiting", words)];

const reclaiming = moves("reclaiming", {
  found: "a machine on its way back to its infra-env",
  needed: "its registration from the discovery image",
  remedy: "wait; when it does not come back, boot it from the discovery image",
});

const disabled: Row = {
  outlook: "blocked",
  next: null,
  summary: "The host was turned off in an older version of the service.",
  because: moves("disabled", {
    found: "a host that is left out",
    needed: "nothing; it takes part in no installation",
    remedy: "delete the host, and boot the machine again to have it back",
  }),
};

const lost: Omit<Row, "next"> = { outlook: "blocked", summary: "Nothing is heard from the host.", checks: true };
const unfit: Omit<Row, "next"> = {
  outlook: "blocked",
  summary: "The host does not meet its requirements.",
  checks: true,
};

/** One row for each status: the compiler refuses this table when one is missing. */
export const hostOutlooks = {
  discovering: {
    outlook: "waiting",
    next: "known",
    summary: "The host is being discovered.",
    checks: true,
    because: awaitsInventory,
  },
  "discovering-unbound": {
    outlook: "waiting",
    next: "known-unbound",
    summary: "The host is being discovered.",
    checks: true,
    because: awaitsInventory,
  },
  disconnected: { ...lost, next: "known" },
  "disconnected-unbound": { ...lost, next: "known-unbound" },
  insufficient: { ...unfit, next: "known" },
  "insufficient-unbound": { ...unfit, next: "known-unbound" },
  "pending-for-input": {
    outlook: "blocked",
    next: "known",
    summary: "The host waits for settings of its cluster.",
    checks: true,
  },
  known: {
    outlook: "ready",
    next: "preparing-for-installation",
    summary: "The host is ready to be installed.",
    checks: true,
    because: awaitsInstall,
  },
  "known-unbound": {
    outlook: "ready",
    next: "binding",
    summary: "The host is ready to join a cluster.",
    checks: true,
    because: moves("not-bound", {
      found: "a host without a cluster",
      needed: "a cluster to join",
      remedy: "bind the host to a cluster",
    }),
  },
  "preparing-for-installation": {
    outlook: "moving",
    next: "preparing-successful",
    summary: "The host is being prepared.",
    checks: true,
    because: preparing,
  },
  "preparing-successful": {
    outlook: "moving",
    next: "installing",
    summary: "The host is prepared, and waits for the others.",
    checks: true,
    because: prepared,
  },
  "preparing-failed": {
    outlook: "failed",
    next: "known",
    summary: "The host could not be prepared.",
    checks: true,
    because: (situation) => [
      cause(situation, "preparation-failed", "blocking", {
        found: situation.host.statusInfo.replace(/\.$/, ""),
        needed: "a fast enough disk and all images of the release",
        remedy: "solve what it names, then install the cluster again",
      }),
    ],
  },
  installing: {
    outlook: "moving",
    next: "installing-in-progress",
    summary: "The host is being installed.",
    because: installing,
  },
  "installing-in-progress": {
    outlook: "moving",
    next: "installed",
    summary: "The host is being installed.",
    because: installing,
  },
  "installing-pending-user-action": {
    outlook: "blocked",
    next: "installing-in-progress",
    summary: "The host must boot from its installation disk.",
    because: wantsBoot,
  },
  installed: { outlook: "done", next: null, summary: "The host is installed." },
  "added-to-existing-cluster": {
    outlook: "done",
    next: null,
    summary: "The host has rebooted into its cluster, and is not watched from here any more.",
    because: moves("approve-node", {
      found: "a node that joins its cluster",
      needed: "its certificate requests approved there",
      remedy: "watch the cluster's nodes with its kubeconfig, and approve certificate requests that are pending",
    }),
  },
  error: {
    outlook: "failed",
    next: "resetting-pending-user-action",
    summary: "The installation of the host failed.",
    because: failed,
  },
  cancelled: {
    outlook: "failed",
    next: "resetting-pending-user-action",
    summary: "The installation was cancelled.",
    because: cancelled,
  },
  resetting: { outlook: "moving", next: "discovering", summary: "The host is being reset.", because: bootDiscovery },
  "resetting-pending-user-action": {
    outlook: "blocked",
    next: "discovering",
    summary: "The host must boot the discovery image.",
    because: bootDiscovery,
  },
  binding: {
    outlook: "moving",
    next: "discovering",
    summary: "The host is joining its cluster.",
    because: moves("binding", {
      found: "an agent that is being restarted",
      needed: "its registration for the cluster",
      remedy: "wait a minute",
    }),
  },
  unbinding: {
    outlook: "moving",
    next: "discovering-unbound",
    summary: "The host is leaving its cluster.",
    because: moves("unbinding", {
      found: "an agent that is being restarted",
      needed: "its registration without a cluster",
      remedy: "wait a minute",
    }),
  },
  "unbinding-pending-user-action": {
    outlook: "blocked",
    next: "discovering-unbound",
    summary: "The host must boot the discovery image.",
    because: bootDiscovery,
  },
  reclaiming: {
    outlook: "moving",
    next: "reclaiming-rebooting",
    summary: "The host returns to its infra-env.",
    because: reclaiming,
  },
  "reclaiming-rebooting": {
    outlook: "moving",
    next: "discovering-unbound",
    summary: "The host returns to its infra-env.",
    because: reclaiming,
  },
  disabled,
  "disabled-unbound": disabled,
} as const satisfies Readonly<Record<HostStatus, Row>>;

export function explainHost(situation: HostSituation): Explanation {
  const { host, cluster, policy, observed } = situation;
  const row: Row = hostOutlooks[host.status];
  const causes = [
    ...(row.checks ? hostCheckCauses(host, cluster, policy, observed) : []),
    ...(row.because?.(situation) ?? []),
  ];
  // A host that has not reported fails the check for it, too: told once.
  const told = byImportance(
    causes.filter(
      ({ id }, index) => causes.findIndex((other) => other.id === id) === index || id === "installation-failed",
    ),
  );
  return {
    subject: aboutHost(host),
    status: host.status,
    statusInfo: host.statusInfo,
    statusSince: host.statusUpdatedAt,
    outlook: row.outlook,
    nextStatus: row.next,
    summary: row.summary,
    causes: told,
  };
}
