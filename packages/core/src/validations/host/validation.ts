// What validations of hosts have in common.
import { type Finding, type HostValidationId, notApplicable, pending, type Validation } from "../../finding.ts";
import type { Cluster } from "../../model/cluster.ts";
import type { Host, HostStage } from "../../model/host.ts";
import type { Inventory } from "../../model/observations.ts";
import type { HostFacts } from "../facts.ts";

export type HostCategory = "network" | "hardware" | "operators";
export type HostValidation = Validation<HostValidationId, HostCategory, HostFacts>;

/** A fully truncated inventory names neither disks nor interfaces: nothing can be said about them. */
export const wholeInventory = [
  "has-inventory",
  "inventory-not-fully-truncated",
] as const satisfies readonly HostValidationId[];

export const inCluster =
  (check: (facts: HostFacts, cluster: Cluster) => Finding) =>
  (facts: HostFacts): Finding =>
    facts.cluster ? check(facts, facts.cluster) : notApplicable;

export const withInventory =
  (check: (inventory: Inventory, facts: HostFacts) => Finding) =>
  (facts: HostFacts): Finding =>
    facts.host.inventory ? check(facts.host.inventory, facts) : pending("the inventory of the host");

/** For checks that ask about a host as a member of its cluster. */
export const boundWithInventory =
  (check: (facts: HostFacts, cluster: Cluster, inventory: Inventory) => Finding) =>
  (facts: HostFacts): Finding => {
    if (!facts.cluster) return notApplicable;
    return facts.host.inventory
      ? check(facts, facts.cluster, facts.host.inventory)
      : pending("the inventory of the host");
  };

const rebootStages: ReadonlySet<HostStage | null> = new Set<HostStage>([
  "Rebooting",
  "Waiting for ignition",
  "Configuring",
  "Joined",
  "Done",
]);

/** From here on the live system with its agent is gone, so its silence means nothing (reference service 4.1). */
export const hasRebooted = ({ progress }: Host): boolean => rebootStages.has(progress.stage);

export const unlessRebooted =
  (check: (facts: HostFacts) => Finding) =>
  (facts: HostFacts): Finding =>
    hasRebooted(facts.host) ? notApplicable : check(facts);
