import { Type } from "typebox";
import { Event, EventCategory, EventList, EventSeverity } from "../models/event.ts";
import { Default, Enumeration, Fields, Uuid } from "../schema.ts";
import { v2 } from "./groups.ts";
import { agent, defineRoutes, errors, readers } from "./route.ts";

export const eventRoutes = defineRoutes(
  { ...v2, tag: "events" },
  {
    v2ListEvents: {
      method: "GET",
      path: "/events",
      summary: "List what happened to a cluster, a host or an infra-env, a page at a time, with counts in the headers.",
      auth: [...readers, { scheme: "urlAuth" }, { scheme: "watcherAuth" }],
      query: Fields({
        cluster_id: Type.Optional(Uuid()),
        host_id: Type.Optional(Uuid()),
        host_ids: Type.Optional(Type.Array(Uuid())),
        infra_env_id: Type.Optional(Uuid()),
        limit: Type.Optional(Type.Integer()),
        offset: Type.Optional(Type.Integer()),
        order: Default(Enumeration(["ascending", "descending"]), "ascending"),
        severities: Type.Optional(Type.Array(EventSeverity)),
        message: Type.Optional(Type.String()),
        deleted_hosts: Type.Optional(Type.Boolean()),
        cluster_level: Type.Optional(Type.Boolean()),
        categories: Type.Optional(Type.Array(EventCategory)),
      }),
      responses: { 200: EventList, ...errors(404) },
      responseHeaders: Fields({
        "Severity-Count-Info": Type.Integer(),
        "Severity-Count-Warning": Type.Integer(),
        "Severity-Count-Error": Type.Integer(),
        "Severity-Count-Critical": Type.Integer(),
        "Event-Count": Type.Integer(),
      }),
    },
    v2TriggerEvent: {
      method: "POST",
      path: "/events",
      summary: "Record an event that was seen on a host or in the new cluster.",
      auth: [agent],
      body: Event,
      responses: { 201: null, ...errors(400, 404, 409, 501, 503) },
    },
  },
);
