// Counts from what was committed: each commit is made by one replica, so the replicas' counts add up.
import type { Cluster } from "@muster/core";
import type { Aggregate, Root } from "../aggregates/aggregate.ts";
import type { Aggregates, Committed } from "../aggregates/aggregates.ts";
import { HostWatch } from "./hosts.ts";
import { countInstall } from "./installs.ts";
import type { Instruments } from "./instruments.ts";
import { countFailuresAfterSuccess, countFailuresAtDeletion } from "./validations.ts";

/** A cluster or pool before and after a commit. */
export type Step<R extends Root> = Readonly<{ before: Aggregate<R>; after: Aggregate<R> }>;

export function watchCommits(aggregates: Pick<Aggregates, "onCommitted">, instruments: Instruments): void {
  const hosts = new HostWatch(instruments);
  aggregates.onCommitted((committed) => {
    const { before, after } = committed;
    if (before === null) return;
    hosts.look({ before, after });
    countFailuresAfterSuccess(instruments, { before, after });
    if (!isOfCluster(committed)) return;
    const step = { before: committed.before, after: committed.after };
    if (after.version === 1) instruments.count("service_assisted_installer_cluster_creations", {});
    countInstall(instruments, step);
    if (after.deletedAt !== null) countFailuresAtDeletion(instruments, step);
  });
}

type OfCluster = Readonly<{ before: Aggregate<Cluster>; after: Aggregate<Cluster> }>;

function isOfCluster(committed: Committed): committed is Committed & OfCluster {
  return committed.kind === "cluster";
}
