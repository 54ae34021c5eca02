import { notFound } from "../http/problem.ts";
import type { Db } from "../store/database.ts";
import { eq } from "../store/drizzle.ts";
import { clusters, hosts, infraEnvs } from "../store/schema.ts";

export type Subject = Readonly<{
  clusterId?: string | undefined;
  infraEnvId?: string | undefined;
  hostId?: string | undefined;
}>;

const tables = [
  ["cluster_id", clusters, ({ clusterId }: Subject) => clusterId],
  ["infra_env_id", infraEnvs, ({ infraEnvId }: Subject) => infraEnvId],
  ["host_id", hosts, ({ hostId }: Subject) => hostId],
] as const;

/** What was deleted has a history as long as it is remembered; what never was has none. */
export async function requireSubject(db: Db, subject: Subject): Promise<void> {
  for (const [field, table, idOf] of tables) {
    const id = idOf(subject);
    if (id === undefined) continue;
    const [row] = await db.select({ id: table.id }).from(table).where(eq(table.id, id)).limit(1);
    if (!row) throw notFound(`There is nothing with ${field} ${id}, nor was there lately.`);
  }
}
