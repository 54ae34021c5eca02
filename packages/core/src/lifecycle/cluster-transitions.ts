// The lifecycle of a cluster (reference service 3.8).
import type { ClusterStatus } from "../model/cluster.ts";
import * as is from "./cluster-conditions.ts";
import * as effect from "./cluster-effects.ts";
import type { ClusterEffect, ClusterLifecycleFacts, ClusterSignal } from "./cluster-facts.ts";
import { all, any, not, type Transition } from "./machine.ts";
import { clusterSays as says } from "./says.ts";

export type ClusterTransition = Transition<ClusterSignal, ClusterStatus, ClusterLifecycleFacts, ClusterEffect>;

const beforeInstallation = ["pending-for-input", "ready", "insufficient"] as const;

export const clusterTransitions: readonly ClusterTransition[] = [
  // Commands.
  {
    rule: 1,
    on: "cancel",
    from: ["installing", "installing-pending-user-action", "error", "finalizing"],
    to: "cancelled",
    says: says.cancelled,
    does: effect.cancel,
  },
  {
    rule: 2,
    on: "cancel",
    from: ["preparing-for-installation"],
    to: "ready",
    says: says.cancelled,
    does: effect.cancelPreparation,
  },
  {
    rule: 3,
    on: "reset",
    from: [
      "preparing-for-installation",
      "installing",
      "installing-pending-user-action",
      "error",
      "cancelled",
      "finalizing",
    ],
    to: "insufficient",
    says: says.reset,
    does: effect.reset,
  },
  {
    rule: 4,
    on: "install",
    from: ["ready"],
    to: "preparing-for-installation",
    says: says.preparing,
    does: effect.startPreparing,
  },

  // Before the installation. VIPs that DHCP allocates arrive only once the rest is known.
  {
    rule: 5,
    on: "refresh",
    from: beforeInstallation,
    when: all(not(is.allocatesVips), not(is.hasInputAndVips)),
    to: "pending-for-input",
    says: says.pendingForInput,
  },
  {
    rule: 6,
    on: "refresh",
    from: beforeInstallation,
    when: all(not(is.allocatesVips), is.hasInputAndVips, not(is.suffices)),
    to: "insufficient",
    says: says.insufficient,
  },
  {
    rule: 7,
    on: "refresh",
    from: beforeInstallation,
    when: all(is.allocatesVips, not(is.hasInput)),
    to: "pending-for-input",
    says: says.pendingForInput,
  },
  {
    rule: 8,
    on: "refresh",
    from: beforeInstallation,
    when: all(is.allocatesVips, is.hasInput, not(is.sufficesWithVips)),
    to: "insufficient",
    says: says.insufficient,
  },
  { rule: 9, on: "refresh", from: beforeInstallation, when: is.isReady, to: "ready", says: says.ready },

  // Preparation.
  {
    rule: 10,
    on: "refresh",
    from: ["preparing-for-installation"],
    when: all(is.preparationTimedOut, not(is.someHostFailedToPrepare)),
    to: "ready",
    says: says.preparationTimedOut,
    does: effect.tellPreparationTimedOut,
  },
  {
    rule: 11,
    on: "refresh",
    from: ["preparing-for-installation"],
    when: all(is.everyHostIsPrepared, is.preparationSucceeded),
    to: "installing",
    says: says.installing,
    does: effect.startInstalling,
  },
  {
    rule: 12,
    on: "refresh",
    from: ["preparing-for-installation"],
    when: not(is.everyHostStillPrepares),
    to: "insufficient",
    says: says.hostStoppedPreparing,
  },
  {
    rule: 13,
    on: "refresh",
    from: ["preparing-for-installation"],
    when: any(is.someHostFailedToPrepare, all(is.everyHostStillPrepares, is.preparationFailed)),
    to: "ready",
    says: says.preparationFailed,
  },

  // Time runs out.
  {
    rule: 14,
    on: "refresh",
    from: ["installing-pending-user-action"],
    when: not(any(is.enoughHostsInstall, is.enoughHostsAreInstalled)),
    to: "error",
    says: says.hostsFailed,
    does: effect.fail(says.hostsFailed),
  },
  {
    rule: 15,
    on: "refresh",
    from: ["installing-pending-user-action"],
    when: is.installationTimedOut,
    to: "error",
    says: says.userActionTimedOut,
    does: effect.fail(says.userActionTimedOut),
  },
  {
    rule: 16,
    on: "refresh",
    from: ["installing", "finalizing"],
    when: all(is.installationTimedOut, is.hasSoftLimits),
    to: "error",
    says: says.installationTimedOut,
    does: effect.fail(says.installationTimedOut),
  },
  {
    rule: 17,
    on: "refresh",
    from: ["finalizing"],
    when: all(is.finalizingTimedOut, not(is.hasSoftLimits)),
    to: "error",
    says: says.finalizingTimedOut,
    does: effect.fail(says.finalizingTimedOut),
  },
  {
    rule: 18,
    on: "refresh",
    from: ["finalizing"],
    when: all(not(is.hasSoftLimits), is.finalizingStageTimedOut, not(is.stageMayBeLate)),
    to: "error",
    says: says.finalizingStageTimedOut,
    does: effect.fail(says.finalizingStageTimedOut),
  },
  {
    rule: 19,
    on: "refresh",
    from: ["finalizing"],
    when: all(not(is.slowStageWasTold), any(is.hasSoftLimits, is.stageMayBeLate), is.finalizingStageTimedOut),
    to: "same",
    says: says.finalizingStageSlow,
    does: effect.noteSlowStage,
  },

  // Installation.
  {
    rule: 20,
    on: "refresh",
    from: ["installing-pending-user-action"],
    when: all(is.someHostWaitsForSomeone, any(is.enoughHostsInstall, is.enoughHostsAreInstalled)),
    to: "same",
  },
  {
    rule: 21,
    on: "refresh",
    from: ["installing-pending-user-action"],
    when: all(not(is.someHostWaitsForSomeone), is.enoughHostsInstall, not(is.enoughHostsAreInstalled)),
    to: "installing",
    says: says.installing,
  },
  {
    rule: 22,
    on: "refresh",
    from: ["installing-pending-user-action"],
    when: all(not(is.someHostWaitsForSomeone), is.enoughHostsAreInstalled),
    to: "finalizing",
    says: says.finalizing,
  },
  {
    rule: 23,
    on: "refresh",
    from: ["installing", "finalizing"],
    when: all(any(is.enoughHostsInstall, is.enoughHostsAreInstalled), is.someHostWaitsForSomeone),
    to: "installing-pending-user-action",
    says: says.pendingUserAction,
  },
  {
    rule: 24,
    on: "refresh",
    from: ["installing"],
    when: all(is.enoughHostsAreInstalled, not(is.someHostWaitsForSomeone)),
    to: "finalizing",
    says: says.finalizing,
  },
  {
    rule: 25,
    on: "refresh",
    from: ["installing"],
    when: all(not(is.enoughHostsAreInstalled), not(is.someHostWaitsForSomeone), is.enoughHostsInstall),
    to: "installing",
    says: says.installing,
  },
  // Rule 26 asks a subscription service for the console's address. Muster has no such service.
  {
    rule: 27,
    on: "refresh",
    from: ["finalizing"],
    when: all(is.everyHostIsDone, is.everythingIsUp),
    to: "installed",
    says: says.installed,
    does: effect.complete,
  },
  {
    rule: 28,
    on: "refresh",
    from: ["installing"],
    when: all(not(is.enoughHostsAreInstalled), not(is.enoughHostsInstall)),
    to: "error",
    says: says.hostsFailed,
    does: effect.fail(says.hostsFailed),
  },

  // At rest.
  {
    rule: 29,
    on: "refresh",
    from: ["error", "cancelled"],
    when: is.logsTimedOut,
    to: "same",
    does: effect.giveUpLogs,
  },
  {
    rule: 30,
    on: "refresh",
    from: [
      "preparing-for-installation",
      "finalizing",
      "installed",
      "error",
      "cancelled",
      "adding-hosts",
      "unmonitored",
    ],
    to: "same",
  },

  // Not in the reference's table, but in its text (1.3): an installed cluster opens for more hosts.
  {
    rule: 31,
    on: "allow-add-hosts",
    from: ["installed"],
    when: ({ cluster }) => cluster.kind === "Cluster",
    to: "adding-hosts",
    says: says.addingHosts,
    does: effect.openForHosts,
  },
];
