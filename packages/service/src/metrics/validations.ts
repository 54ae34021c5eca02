import type { Cluster, ValidationResult } from "@muster/core";
import type { Root } from "../aggregates/aggregate.ts";
import { resultOf } from "../own-api/stats.ts";
import type { Step } from "./commits.ts";
import type { Instruments } from "./instruments.ts";

type Results = readonly ValidationResult<string>[];

/** Something got worse before anybody could install. */
export function countFailuresAfterSuccess(instruments: Instruments, { before, after }: Step<Root>): void {
  if (after.deletedAt !== null) return;
  if ("validations" in after.root && "validations" in before.root) {
    if (resultOf(after.root.status) !== null) return;
    for (const clusterValidationType of turnedBad(before.root.validations, after.root.validations)) {
      const name = "service_assisted_installer_cluster_validation_failed_after_success_before_installation";
      instruments.count(name, { clusterValidationType });
    }
  }
  for (const [id, { validations }] of after.hosts) {
    const was = before.hosts.get(id);
    if (!was) continue;
    for (const hostValidationType of turnedBad(was.validations, validations)) {
      const name = "service_assisted_installer_host_validation_failed_after_success_before_installation";
      instruments.count(name, { hostValidationType });
    }
  }
}

export function countFailuresAtDeletion(instruments: Instruments, { before, after }: Step<Cluster>): void {
  for (const clusterValidationType of failed(after.root.validations)) {
    const name = "service_assisted_installer_cluster_validation_is_in_failed_status_on_cluster_deletion";
    instruments.count(name, { clusterValidationType });
  }
  for (const { validations } of before.hosts.values()) {
    for (const hostValidationType of failed(validations)) {
      const name = "service_assisted_installer_host_validation_is_in_failed_status_on_cluster_deletion";
      instruments.count(name, { hostValidationType });
    }
  }
}

const failed = (results: Results): string[] => results.flatMap(({ id, status }) => (status === "failure" ? [id] : []));

function turnedBad(before: Results, after: Results): string[] {
  if (before === after) return [];
  const bad = failed(after);
  if (bad.length === 0) return bad;
  const good = new Set(before.flatMap(({ id, status }) => (status === "success" ? [id] : [])));
  return bad.filter((id) => good.has(id));
}
