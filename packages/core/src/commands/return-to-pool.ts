import type { Changes } from "../changes.ts";
import type { Outcome } from "../refusal.ts";
import { done } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { release } from "./binding.ts";

/** What becomes of a host whose cluster is removed: it goes back to its pool. Null when it came with the cluster's own image. */
export function returnToPool(facts: HostFacts): Outcome<Changes | null> {
  const { infraEnv } = facts;
  return infraEnv === null || infraEnv.clusterId !== null ? done(null) : release(facts, "cluster-removed");
}
