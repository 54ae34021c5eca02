import * as wire from "@muster/contract";
import type { Changes } from "../changes.ts";
import { aboutCluster } from "../events/subject.ts";
import type { ClusterValidationId, HostValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import { firstRefusal, invalid } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { nonIgnorableClusterValidations, nonIgnorableHostValidations } from "../validations/run.ts";
import { clusterChanges } from "./patch.ts";

export type IgnoredValidations = Readonly<{ host: readonly string[]; cluster: readonly string[] }>;

/** Lets failures of these checks pass. `all` means all that may be ignored (reference service 4.1). */
export function ignoreValidations(cluster: Cluster, { host, cluster: own }: IgnoredValidations): Outcome<Changes> {
  const hostValidations = host.filter(isIgnorableHostId);
  const clusterValidations = own.filter(isIgnorableClusterId);
  const refusal = firstRefusal(
    () => refuseIds("host-validation-ids", host, hostValidations, nonIgnorableHostValidations),
    () => refuseIds("cluster-validation-ids", own, clusterValidations, nonIgnorableClusterValidations),
  );
  if (refusal) return refused(refusal);
  const told = aboutCluster("validations_ignored", cluster, {});
  const patch = { ignoredHostValidations: hostValidations, ignoredClusterValidations: clusterValidations };
  return done(clusterChanges(cluster, patch, [told]));
}

const legacy = "ocs-requirements-satisfied";
const ignorable = (ids: readonly string[], never: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(["all", ...ids.filter((id) => id !== legacy && !never.has(id))]);

const hostIds = ignorable(wire.HostValidationId.enum, nonIgnorableHostValidations);
const clusterIds = ignorable(wire.ClusterValidationId.enum, nonIgnorableClusterValidations);
const isIgnorableHostId = (id: string): id is HostValidationId | "all" => hostIds.has(id);
const isIgnorableClusterId = (id: string): id is ClusterValidationId | "all" => clusterIds.has(id);

function refuseIds(
  field: string,
  asked: readonly string[],
  accepted: readonly string[],
  never: ReadonlySet<string>,
): Refusal | null {
  const wrong = asked.filter((id) => !accepted.includes(id));
  if (wrong.length === 0) return null;
  const held = wrong.filter((id) => never.has(id));
  return invalid(field, {
    found:
      held.length > 0
        ? `checks that no installation can do without: ${held.join(", ")}`
        : `unknown checks: ${wrong.join(", ")}`,
    needed: `"all", or ids of checks other than ${[...never].join(", ")}`,
    remedy: "take these ids out of the list",
  });
}
