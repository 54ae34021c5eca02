import type { Cluster, InfraEnv, Instant } from "@muster/core";
import type { Write } from "../store/writer.ts";
import { Missing, untilFresh } from "./actor.ts";
import { type Actors, inTurns } from "./actors.ts";
import type { Aggregate, Decision } from "./aggregate.ts";

export type Together = Readonly<{ clusterId: string; poolIds: readonly string[] }>;

export type DecideTogether<Answer> = (
  cluster: Aggregate<Cluster>,
  pools: ReadonlyMap<string, Aggregate<InfraEnv>>,
  now: Instant,
) => Readonly<{ cluster: Decision<Cluster, Answer>; pools: ReadonlyMap<string, Decision<InfraEnv, unknown>> }>;

type Surroundings = Readonly<{
  clusters: Actors<Cluster>;
  pools: Actors<InfraEnv>;
  now: () => Instant;
  commit: (write: Write) => Promise<void>;
}>;

/** One transaction over a cluster and the pools of some of its hosts: hosts that are bound, unbound or given back. */
export function changeWithPools<Answer>(
  around: Surroundings,
  { clusterId, poolIds }: Together,
  decide: DecideTogether<Answer>,
  requestId: string | null,
): Promise<Answer> {
  const ids = [...new Set(poolIds)].sort();
  const attempt = async () => {
    const cluster = around.clusters.get(clusterId);
    const pools = ids.map((id) => around.pools.get(id));
    const now = around.now();
    const states = new Map<string, Aggregate<InfraEnv>>();
    for (const pool of pools) states.set(pool.id, present(await pool.read()));
    const state = present(await cluster.read());
    const decision = decide(state, states, now);
    const prepared = [cluster.prepare(state, decision.cluster, requestId)];
    for (const pool of pools) {
      const [before, own] = [states.get(pool.id), decision.pools.get(pool.id)];
      if (before && own) prepared.push(pool.prepare(before, own, requestId));
    }
    const writes = prepared.flatMap(({ write }) => write ?? []);
    if (writes.length > 0) {
      await around.commit(together(writes)).catch((error) => {
        for (const actor of [cluster, ...pools]) actor.drop();
        throw error;
      });
    }
    // Hosts leave before they arrive, or their old home would forget their new one.
    const leavesPool = decision.pools
      .values()
      .some(({ hosts }) => hosts?.values().some(({ kind }) => kind === "leave"));
    for (const { accept } of leavesPool ? prepared.toReversed() : prepared) accept();
    return decision.cluster.answer;
  };
  return inTurns([() => around.clusters.get(clusterId), ...ids.map((id) => () => around.pools.get(id))], () =>
    untilFresh(attempt),
  );
}

const together = (writes: readonly Write[]): Write => ({
  clusters: writes.flatMap(({ clusters }) => clusters),
  infraEnvs: writes.flatMap(({ infraEnvs }) => infraEnvs),
  hosts: writes.flatMap(({ hosts }) => hosts),
  events: writes.flatMap(({ events }) => events),
  secrets: writes.flatMap(({ secrets }) => secrets),
  changes: writes.flatMap(({ changes }) => changes),
});

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Missing();
  return value;
}
