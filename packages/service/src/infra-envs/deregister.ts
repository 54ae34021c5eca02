import { draftEvent } from "@muster/core";
import { badRequest } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { and, count, eq, isNull } from "../store/drizzle.ts";
import { hosts } from "../store/schema.ts";

/** Removes an infra-env that has no hosts. No machine registers while they are counted. */
export const deregisterInfraEnv = (
  { aggregates, db }: Pick<Service, "aggregates" | "db">,
  id: string,
  requestId: string | null,
): Promise<void> =>
  aggregates.entrances.close(id, async () => {
    await aggregates.pool(id);
    const [members] = await db
      .select({ count: count() })
      .from(hosts)
      .where(and(eq(hosts.infraEnvId, id), isNull(hosts.deletedAt)));
    if (members && members.count > 0) {
      const which = members.count === 1 ? "1 host" : `${members.count} hosts`;
      throw badRequest(`infra-env ${id} still has ${which}; needed: none. To go on, remove its hosts first.`);
    }
    await aggregates.changePool(
      id,
      ({ root }) => ({
        answer: undefined,
        delete: true,
        events: [draftEvent("infra_env_deregistered", { infraEnvId: id, clusterId: root.clusterId }, {})],
      }),
      requestId,
    );
  });
