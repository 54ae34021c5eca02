import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Model, Nullable, named, Uuid } from "../schema.ts";

export const EventSeverity = Enumeration(["info", "warning", "error", "critical"]);
export type EventSeverity = Static<typeof EventSeverity>;

export const EventCategory = Enumeration(["user", "metrics"]);
export type EventCategory = Static<typeof EventCategory>;

export const Event = Model("event", {
  name: Type.Optional(Type.String()),
  cluster_id: Type.Optional(Nullable(Uuid())),
  host_id: Type.Optional(Nullable(Uuid())),
  infra_env_id: Type.Optional(Nullable(Uuid())),
  severity: EventSeverity,
  category: Type.Optional(EventCategory),
  message: Type.String(),
  event_time: DateTime(),
  request_id: Type.Optional(Uuid()),
  props: Type.Optional(Type.String()),
});
export type Event = Static<typeof Event>;

export const EventList = named("event-list", Type.Array(Event));
export type EventList = Static<typeof EventList>;
