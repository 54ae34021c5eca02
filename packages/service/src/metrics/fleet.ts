// What a fleet's operator wants to see at a glance: how many of what, what waits, and whether the database is there.
import { clustersByStatus, hostsByStatus } from "../own-api/stats.ts";
import type { Service } from "../service.ts";
import { sql } from "../store/drizzle.ts";
import type { Source } from "./instruments.ts";

export function watchFleet({ aggregates, db, feed, streams, metrics: { instruments } }: Service): void {
  const value =
    (read: () => number): Source =>
    (gauge) =>
      gauge.set(read());
  instruments.measure(
    "muster_clusters",
    byStatus(() => clustersByStatus(db)),
  );
  instruments.measure(
    "muster_hosts",
    byStatus(() => hostsByStatus(db)),
  );
  instruments.measure("muster_ready", async (gauge) => {
    const answered = await db.execute(sql`select 1`).catch(() => null);
    gauge.set(answered === null ? 0 : 1);
  });
  instruments.measure(
    "muster_feed_readers",
    value(() => feed.readers),
  );
  instruments.measure(
    "muster_writes_waiting",
    value(() => aggregates.writer.waiting),
  );
  instruments.measure(
    "muster_write_seconds",
    value(() => aggregates.writer.stoodStillFor / 1_000),
  );
  instruments.measure(
    "muster_hosts_in_memory",
    value(() => aggregates.held.hosts),
  );
  instruments.measure(
    "muster_image_streams",
    value(() => streams.active),
  );
  instruments.measure(
    "muster_image_streams_waiting",
    value(() => streams.waiting),
  );
}

const byStatus =
  (counts: () => Promise<Readonly<Record<string, number>>>): Source =>
  async (gauge) => {
    // While the database is away, what is not known is left out; the rest is still told.
    const found = await counts().catch(() => ({}));
    gauge.reset();
    for (const [status, count] of Object.entries(found)) gauge.set({ status }, count);
  };
