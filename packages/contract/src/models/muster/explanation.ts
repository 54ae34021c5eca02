import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Fields, Model, Uuid } from "../../schema.ts";

export const ExplainedSubject = Model("muster-subject", {
  kind: Enumeration(["cluster", "host"]),
  id: Uuid(),
  name: Type.String(),
});
export type ExplainedSubject = Static<typeof ExplainedSubject>;

export const Cause = Model("muster-cause", {
  /** A validation's id, or one of Muster's own, which /docs/causes lists. */
  id: Type.String(),
  /** `blocking` must be solved before the next state; `waiting` solves itself; `warning` holds nothing back. */
  level: Enumeration(["blocking", "waiting", "warning"]),
  subject: ExplainedSubject,
  says: Type.String(),
  found: Type.Optional(Type.String()),
  needed: Type.Optional(Type.String()),
  remedy: Type.Optional(Type.String()),
  evidence: Type.Optional(
    Fields({
      /** What was looked at: inventory, check-in, progress … */
      observation: Type.String(),
      detail: Type.Optional(Type.String()),
      observed_at: Type.Optional(DateTime()),
    }),
  ),
  /** When time alone changes the answer, unless news come first. */
  until: Type.Optional(DateTime()),
  link: Type.String(),
});
export type Cause = Static<typeof Cause>;

export const Explanation = Model("muster-explanation", {
  subject: ExplainedSubject,
  status: Type.String(),
  status_info: Type.String(),
  status_since: DateTime(),
  /** `blocked`: somebody must act; `waiting`, `moving`: nobody must; `ready`: somebody may; `failed`, `done`: it is over. */
  outlook: Enumeration(["blocked", "waiting", "moving", "ready", "failed", "done"]),
  next_status: Type.Optional(Type.String()),
  summary: Type.String(),
  /** The most important first. */
  causes: Type.Array(Cause),
});
export type Explanation = Static<typeof Explanation>;
