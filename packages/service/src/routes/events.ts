import { visibleTo } from "../auth/caller.ts";
import { type EventPage, listEvents } from "../events/list.ts";
import { requireSubject } from "../events/subject.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest } from "../http/problem.ts";
import { presentEvent } from "../present/event.ts";
import type { Service } from "../service.ts";

export function eventHandlers({ db, now, aggregates }: Service) {
  return {
    v2ListEvents: async ({ query, caller }) => {
      const { limit, offset = 0 } = query;
      if ((limit ?? 0) < -1) throw badRequest(`limit is ${limit}: give a whole number of at least 0, or -1 for all`);
      if (offset < 0) throw badRequest(`offset is ${offset}: give a whole number of at least 0`);
      const page = await listEvents(db, {
        clusterId: query.cluster_id,
        infraEnvId: query.infra_env_id,
        hostIds: [...(query.host_ids ?? []), ...(query.host_id === undefined ? [] : [query.host_id])],
        severities: query.severities,
        categories: query.categories?.length ? query.categories : ["user"],
        message: query.message,
        deletedHosts: query.deleted_hosts ?? false,
        clusterLevel: query.cluster_level ?? false,
        order: query.order,
        // Clients say -1 for "all".
        limit: limit === -1 ? undefined : limit,
        offset,
        visible: visibleTo(caller),
      });
      const { cluster_id: clusterId, infra_env_id: infraEnvId, host_id: hostId } = query;
      if (page.events.length === 0) await requireSubject(db, { clusterId, infraEnvId, hostId });
      return { status: 200, body: page.events.map(presentEvent), headers: countHeaders(page) };
    },
    v2TriggerEvent: async ({ body, requestId }) => {
      await requireSubject(db, { clusterId: body.cluster_id, infraEnvId: body.infra_env_id, hostId: body.host_id });
      await aggregates.writer.commit({
        clusters: [],
        infraEnvs: [],
        hosts: [],
        secrets: [],
        changes: [],
        events: [
          {
            name: body.name ?? "",
            severity: body.severity,
            category: body.category ?? "user",
            message: body.message.slice(0, 4_096),
            clusterId: body.cluster_id ?? null,
            hostId: body.host_id ?? null,
            infraEnvId: body.infra_env_id ?? null,
            requestId: body.request_id ?? requestId,
            props: parseProps(body.props),
            time: new Date(Date.parse(body.event_time) || now()),
          },
        ],
      });
      return { status: 201, body: undefined };
    },
  } satisfies Handlers;
}

function parseProps(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { value };
  } catch {
    throw badRequest("props is not JSON: give a JSON object in a string, or leave it out");
  }
}

const countHeaders = ({ bySeverity, total }: EventPage) => ({
  "Severity-Count-Info": bySeverity.info,
  "Severity-Count-Warning": bySeverity.warning,
  "Severity-Count-Error": bySeverity.error,
  "Severity-Count-Critical": bySeverity.critical,
  "Event-Count": total,
});
