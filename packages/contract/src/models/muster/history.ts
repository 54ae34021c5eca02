import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Fields, MapOf, Model, Uuid } from "../../schema.ts";
import { ResourceKind } from "./feed.ts";

export const ChangeCause = Fields({
  /**
   * `request`: a person or program asked; `agent`: the machine reported; `refresh`: checks ran again; `time`: a deadline
   * passed; `service`: the service did it by itself.
   */
  kind: Enumeration(["request", "agent", "refresh", "time", "service"]),
  /** The operation of the API, for requests and reports. */
  operation: Type.Optional(Type.String()),
  /** Which of its steps the machine answered. */
  step: Type.Optional(Type.String()),
  request_id: Type.Optional(Uuid()),
});

export const HistoryChange = Model("muster-history-change", {
  position: Type.Integer(),
  at: DateTime(),
  kind: ResourceKind,
  id: Uuid(),
  fate: Enumeration(["created", "changed", "deleted", "left"]),
  causes: Type.Array(ChangeCause),
  /** What differs from before; `replayHistory` adds these up. Reports and secrets leave only the time of their change. */
  patch: Type.Optional(MapOf(Type.Unknown())),
});
export type HistoryChange = Static<typeof HistoryChange>;

export const History = Model("muster-history", {
  kind: ResourceKind,
  id: Uuid(),
  /** False when the oldest changes are no longer kept: what a replay builds up then holds only what changed since. */
  complete: Type.Boolean(),
  changes: Type.Array(HistoryChange),
  /** Give it as `after` to read on; absent on the last page. */
  next: Type.Optional(Type.Integer()),
});
export type History = Static<typeof History>;
