import type { Cluster } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Aggregates } from "../aggregates/aggregates.ts";

/** What belongs to a cluster may outlive it. */
export async function clusterIfAny(aggregates: Pick<Aggregates, "cluster">, id: string): Promise<Cluster | null> {
  try {
    return (await aggregates.cluster(id)).root;
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
}
