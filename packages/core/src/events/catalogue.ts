import { clusterEvents } from "./cluster-events.ts";
import type { EventDraft } from "./draft.ts";
import { hostEvents } from "./host-events.ts";
import { infraEnvEvents } from "./infra-env-events.ts";
import type { EventKind, EventProps, SubjectIds } from "./kind.ts";

/** Every event there is, by its name on the wire (reference service 9.1). */
export const eventCatalogue = { ...clusterEvents, ...hostEvents, ...infraEnvEvents };

export type EventName = keyof typeof eventCatalogue;
export type PropsOf<Name extends EventName> =
  (typeof eventCatalogue)[Name] extends EventKind<infer Prop> ? EventProps<Prop> : never;

const severities: ReadonlySet<unknown> = new Set<EventDraft["severity"]>(["info", "warning", "error", "critical"]);
const isSeverity = (value: unknown): value is EventDraft["severity"] => severities.has(value);

/** An event as the catalogue describes it. An event that carries a `severity` of its own is as severe as that says. */
export function draftEvent<Name extends EventName>(
  name: Name,
  subject: Partial<SubjectIds>,
  props: PropsOf<Name>,
): EventDraft {
  const ids: SubjectIds = { clusterId: null, hostId: null, infraEnvId: null, ...subject };
  const kind: Pick<EventKind<never>, "severity" | "category"> & {
    message: (props: PropsOf<Name>, ids: SubjectIds) => string;
  } = eventCatalogue[name];
  const own = "severity" in props ? props.severity : undefined;
  return {
    name,
    severity: isSeverity(own) ? own : kind.severity,
    category: kind.category,
    message: kind.message(props, ids),
    ...ids,
    props,
  };
}
