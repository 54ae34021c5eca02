// What stands between a cluster and its next state, in every status.
import { clusterDeadlines, soonestAfter } from "../lifecycle/wake.ts";
import type { ClusterStatus } from "../model/cluster.ts";
import { effectiveRole, type Host, type HostStatus, hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { failedOperators, isOperatorDone } from "../progress/operators-done.ts";
import {
  aboutCluster,
  byImportance,
  type Cause,
  type Evidence,
  type Explanation,
  type Level,
  type Observed,
  type Outlook,
} from "./cause.ts";
import { clusterCheckCauses } from "./checks.ts";
import type { OwnCauseId } from "./glossary.ts";
import { explainHost } from "./host.ts";

export type ClusterSituation = ClusterSnapshot & Readonly<{ policy: Policy; now: Instant; observed: Observed }>;

type Row = Readonly<{
  outlook: Outlook;
  next: ClusterStatus | null;
  summary: string;
  because: (situation: ClusterSituation) => readonly Cause[];
}>;

function cause(
  { cluster, policy, now }: ClusterSituation,
  id: OwnCauseId,
  level: Level,
  words: Readonly<{ found: string; needed: string; remedy: string }>,
  evidence?: Evidence,
): Cause {
  return {
    id,
    level,
    subject: aboutCluster(cluster),
    ...words,
    evidence: evidence ?? { observation: "its status", detail: cluster.status, observedAt: cluster.statusUpdatedAt },
    until: soonestAfter(now, clusterDeadlines(cluster, policy)),
  };
}

const names = (hosts: readonly Host[]): string => hosts.map(hostName).join(", ");

/** What the hosts in these statuses say of themselves, the gravest first; at most three causes of each. */
const ofHosts = (situation: ClusterSituation, statuses: readonly HostStatus[], levels: readonly Level[]): Cause[] =>
  situation.hosts
    .filter(({ status }) => statuses.includes(status))
    .flatMap((host) =>
      explainHost({ ...situation, host })
        .causes.filter(({ level }) => levels.includes(level))
        .slice(0, 3),
    );

const unready: readonly HostStatus[] = [
  "discovering",
  "disconnected",
  "insufficient",
  "pending-for-input",
  "preparing-failed",
  "binding",
  "resetting",
  "resetting-pending-user-action",
  "error",
  "cancelled",
];

const beforeInstallation = (situation: ClusterSituation): Cause[] => {
  const { cluster, hosts, policy } = situation;
  // "Not all hosts are ready" says less than what the hosts say.
  const own = clusterCheckCauses(cluster, policy).filter(({ id }) => id !== "all-hosts-are-ready-to-install");
  if (hosts.length > 0) return [...own, ...ofHosts(situation, unready, ["blocking", "waiting"])];
  return [
    ...own,
    cause(situation, "no-hosts", "blocking", {
      found: "no host",
      needed: `${cluster.controlPlaneCount} for the control plane, and workers as wished`,
      remedy: "boot the machines from the image of the cluster's infra-env; each appears here a minute later",
    }),
  ];
};

const readyToInstall = (situation: ClusterSituation): Cause[] => [
  ...clusterCheckCauses(situation.cluster, situation.policy).map((each): Cause => ({ ...each, level: "warning" })),
  ...ofHosts(situation, ["known"], ["warning"]),
  cause(situation, "awaits-install", "waiting", {
    found: `${situation.hosts.length} hosts that are ready`,
    needed: "somebody to start the installation",
    remedy: "look at the plan, then install the cluster",
  }),
];

const preparing = (situation: ClusterSituation): Cause[] => {
  const busy = situation.hosts.filter(({ status }) => status !== "preparing-successful");
  return [
    ...ofHosts(situation, ["preparing-failed", "disconnected", "insufficient"], ["blocking"]),
    cause(situation, "preparing", "waiting", {
      found: busy.length > 0 ? `hosts that still prepare: ${names(busy)}` : "a configuration that is being made",
      needed: "every host prepared and the configuration made",
      remedy: "wait",
    }),
  ];
};

const installing = (situation: ClusterSituation): Cause[] => {
  const { cluster, hosts } = situation;
  const busy = hosts.filter(({ status }) => status !== "installed" && status !== "error");
  return [
    ...ofHosts(
      situation,
      ["installing", "installing-in-progress", "installing-pending-user-action", "error"],
      ["blocking"],
    ),
    cause(
      situation,
      "stage-under-way",
      "waiting",
      {
        found:
          busy.length > 0
            ? busy.map((host) => `${hostName(host)}: ${host.progress.stage ?? host.status}`).join("; ")
            : "every host installed",
        needed: "all hosts installed",
        remedy: "wait",
      },
      {
        observation: "the progress of the hosts",
        detail: `${cluster.progress.total} %`,
        observedAt: latestProgress(hosts),
      },
    ),
  ];
};

const latestProgress = (hosts: readonly Host[]): Instant | null =>
  hosts.reduce<Instant | null>((latest, { progress }) => {
    const at = progress.stageUpdatedAt;
    return at !== null && (latest === null || at > latest) ? at : latest;
  }, null);

const finalizing = (situation: ClusterSituation): Cause[] => {
  const { cluster } = situation;
  const { finalizingStage, finalizingStageStartedAt, finalizingStageTimedOut } = cluster.progress;
  const awaited = cluster.monitoredOperators.filter((operator) => !isOperatorDone(operator)).map(({ name }) => name);
  const stage = finalizingStage ?? "Waiting for cluster operators";
  const evidence = {
    observation: "what the cluster's controller reported",
    detail: stage,
    observedAt: finalizingStageStartedAt ?? cluster.statusUpdatedAt,
  };
  const words = {
    found: `the stage "${stage}"${awaited.length > 0 ? `, with operators not up yet: ${awaited.join(", ")}` : ""}`,
    needed: "every operator available",
    remedy: finalizingStageTimedOut
      ? "look at the cluster's operators with its kubeconfig; the installation goes on meanwhile"
      : "wait; the kubeconfig works already",
  };
  return [cause(situation, "finalizing", finalizingStageTimedOut ? "blocking" : "waiting", words, evidence)];
};

const installed = (situation: ClusterSituation): Cause[] => {
  const { cluster, hosts } = situation;
  const operators = failedOperators(cluster);
  const missing = hosts.filter((host) => effectiveRole(host) === "worker" && host.status === "error");
  return [
    ...(operators.length > 0
      ? [
          cause(situation, "operators-failed", "warning", {
            found: `operators that failed: ${operators.join(", ")}`,
            needed: "all of them available",
            remedy: "look at them in the cluster's console or with its kubeconfig",
          }),
        ]
      : []),
    ...(missing.length > 0
      ? [
          cause(situation, "workers-missing", "warning", {
            found: `workers that did not join: ${names(missing)}`,
            needed: "all workers in the cluster",
            remedy: "see why each failed, then add them to the installed cluster",
          }),
        ]
      : []),
  ];
};

const failed = (situation: ClusterSituation): Cause[] => {
  const { cluster } = situation;
  const hosts = ofHosts(situation, ["error"], ["blocking"]).filter(
    ({ id, subject }, index, all) =>
      all.findIndex((other) => other.id === id && other.subject.id === subject.id) === index,
  );
  return [
    ...hosts,
    cause(situation, "installation-failed", "blocking", {
      found: cluster.statusInfo.replace(/\.$/, ""),
      needed: "an installation that ends",
      remedy: "download the cluster's logs, solve what the hosts name, then reset the cluster and install again",
    }),
  ];
};

const cancelled = (situation: ClusterSituation): Cause[] => [
  cause(situation, "cancelled", "blocking", {
    found: "an installation that somebody cancelled",
    needed: "a reset, before it can be installed again",
    remedy: "reset the cluster, and boot its machines from the discovery image",
  }),
];

const addingHosts = (situation: ClusterSituation): Cause[] => [
  ...installed(situation),
  ...ofHosts(situation, [...unready, "known", "installing-pending-user-action"], ["blocking", "waiting"]),
];

/** One row for each status: the compiler refuses this table when one is missing. */
export const clusterOutlooks = {
  "pending-for-input": {
    outlook: "blocked",
    next: "ready",
    summary: "The cluster waits for settings.",
    because: beforeInstallation,
  },
  insufficient: {
    outlook: "blocked",
    next: "ready",
    summary: "The cluster cannot be installed yet.",
    because: beforeInstallation,
  },
  ready: {
    outlook: "ready",
    next: "preparing-for-installation",
    summary: "The cluster is ready to be installed.",
    because: readyToInstall,
  },
  "preparing-for-installation": {
    outlook: "moving",
    next: "installing",
    summary: "The installation is being prepared.",
    because: preparing,
  },
  installing: { outlook: "moving", next: "finalizing", summary: "The hosts are being installed.", because: installing },
  "installing-pending-user-action": {
    outlook: "blocked",
    next: "installing",
    summary: "Hosts must be booted from their installation disks.",
    because: installing,
  },
  finalizing: {
    outlook: "moving",
    next: "installed",
    summary: "The cluster's operators are coming up.",
    because: finalizing,
  },
  installed: { outlook: "done", next: null, summary: "The cluster is installed.", because: installed },
  "adding-hosts": {
    outlook: "done",
    next: null,
    summary: "The cluster is installed and takes more hosts.",
    because: addingHosts,
  },
  error: { outlook: "failed", next: "insufficient", summary: "The installation failed.", because: failed },
  cancelled: {
    outlook: "failed",
    next: "insufficient",
    summary: "The installation was cancelled.",
    because: cancelled,
  },
  unmonitored: {
    outlook: "done",
    next: null,
    summary: "The cluster is installed offline; nothing here watches it.",
    because: () => [],
  },
} as const satisfies Readonly<Record<ClusterStatus, Row>>;

export function explainCluster(situation: ClusterSituation): Explanation {
  const { cluster } = situation;
  const row: Row = clusterOutlooks[cluster.status];
  const causes = byImportance(row.because(situation));
  const needsSomebody = causes.some(({ level }) => level === "blocking");
  return {
    subject: aboutCluster(cluster),
    status: cluster.status,
    statusInfo: cluster.statusInfo,
    statusSince: cluster.statusUpdatedAt,
    // Before the installation nobody may have to act: what is missing may be on its way.
    outlook: row.outlook === "blocked" && !needsSomebody ? "waiting" : row.outlook,
    nextStatus: row.next,
    summary: row.summary,
    causes,
  };
}
