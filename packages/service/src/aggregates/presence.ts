// When each host last called, and what its clock said. Every poll changes this, so it lives in memory and is written in
// batches; a host that polls without news costs no write.
import type { Host, Instant } from "@muster/core";
import type { Sighting } from "../replicas/news.ts";
import type { Db } from "../store/database.ts";
import { sql } from "../store/drizzle.ts";

type Seen = { at: Instant; clockSeconds: number | null; infraEnvId: string; written: boolean };

export class Presence {
  readonly #seen = new Map<string, Seen>();
  readonly #startedAt: Instant;

  /** Nobody could call while the service was away: until `startedAt` plus the usual patience, silence proves nothing. */
  constructor(startedAt: Instant) {
    this.#startedAt = startedAt;
  }

  record(hostId: string, infraEnvId: string, at: Instant, clockSeconds: number | null): void {
    this.#seen.set(hostId, { at, clockSeconds, infraEnvId, written: false });
  }

  /** What another replica saw, and wrote. */
  heard(sightings: readonly Sighting[]): void {
    for (const { hostId, infraEnvId, at, clockSeconds } of sightings) {
      if (at <= (this.#seen.get(hostId)?.at ?? 0)) continue;
      this.#seen.set(hostId, { at, clockSeconds, infraEnvId, written: true });
    }
  }

  forget(hostId: string): void {
    this.#seen.delete(hostId);
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Forgets what is written of hosts that are not in memory: who reads them again reads that, too. */
  release(held: ReadonlySet<string>): void {
    for (const [hostId, { written }] of this.#seen) if (written && !held.has(hostId)) this.#seen.delete(hostId);
  }

  /** The host as it is now known: with its last call, if that is newer than what was stored. */
  refine(host: Host): Host {
    const seen = this.#seen.get(host.id);
    if (seen && seen.at > (host.checkedInAt ?? 0)) {
      return { ...host, checkedInAt: seen.at, clockSeconds: seen.clockSeconds, clockReadAt: seen.at };
    }
    const wasAway = host.status === "disconnected" || host.status === "disconnected-unbound";
    if (!wasAway && host.checkedInAt !== null && host.checkedInAt < this.#startedAt) {
      return { ...host, checkedInAt: this.#startedAt };
    }
    return host;
  }

  /**
   * Writes what was seen since the last flush, in one statement, and tells what it was. Hosts that a commit is writing wait for
   * the next flush: two who write many rows in different orders would stand in each other's way.
   */
  async flush(db: Db): Promise<Sighting[]> {
    const fresh = [...this.#seen].filter(([, seen]) => !seen.written);
    if (fresh.length === 0) return [];
    const rows = fresh.map(([id, { at, clockSeconds, infraEnvId }]) => ({
      id,
      infra_env_id: infraEnvId,
      at: new Date(at).toISOString(),
      clock: clockSeconds,
    }));
    const { rows: busy } = await db.execute<{ id: string }>(sql`
      with seen as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen(id uuid, infra_env_id uuid, at timestamptz, clock bigint)
      ), free as materialized (
        select id, infra_env_id from hosts join seen using (id, infra_env_id) for update of hosts skip locked
      ), written as (
        update hosts set checked_in_at = seen.at, clock_seconds = seen.clock
        from seen join free using (id, infra_env_id)
        where hosts.id = seen.id and hosts.infra_env_id = seen.infra_env_id
          and (hosts.checked_in_at is null or hosts.checked_in_at < seen.at)
      )
      select id from hosts join seen using (id, infra_env_id)
      where not exists (select from free where free.id = hosts.id and free.infra_env_id = hosts.infra_env_id)`);
    const isBusy = new Set(busy.map(({ id }) => id));
    const told = fresh.filter(([id]) => !isBusy.has(id));
    // Only now: what could not be written is tried again.
    for (const [, seen] of told) seen.written = true;
    return told.map(([hostId, { at, clockSeconds, infraEnvId }]) => ({ hostId, infraEnvId, at, clockSeconds }));
  }
}
