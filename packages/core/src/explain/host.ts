// What stands between a host and its next state, in every status.
import type { HostStatus } from "../model/host.ts";
import { aboutHost, byImportance, type Cause, type Explanation, type Outlook } from "./cause.ts";
import { hostCheckCauses } from "./checks.ts";
import { cancelled, failed, installing, wantsBoot } from "./host-installation.ts";
import { awaitsInstall, awaitsInventory, preparationFailed, prepared, preparing } from "./host-preparation.ts";
import { type HostSituation, waits } from "./host-situation.ts";
import { bootDiscovery, reclaiming } from "./host-way-back.ts";

type Row = Readonly<{
  outlook: Outlook;
  next: HostStatus | null;
  summary: string;
  /** Whether the validations of the host say what holds it. */
  checks?: true;
  because?: (situation: HostSituation) => Cause[];
}>;

const disabled: Row = {
  outlook: "blocked",
  next: null,
  summary: "The host was turned off in an older version of the service.",
  because: waits("disabled", {
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
    because: waits("not-bound", {
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
    because: preparationFailed,
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
    because: waits("approve-node", {
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
    because: waits("binding", {
      found: "an agent that is being restarted",
      needed: "its registration for the cluster",
      remedy: "wait a minute",
    }),
  },
  unbinding: {
    outlook: "moving",
    next: "discovering-unbound",
    summary: "The host is leaving its cluster.",
    because: waits("unbinding", {
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
