import type { EventDraft } from "./draft.ts";

export type EventSubject = "cluster" | "host" | "infra_env";
export type PropValue = string | number | boolean | readonly string[];
export type EventProps<Prop extends string> = Readonly<Record<Prop, PropValue>>;
export type SubjectIds = Readonly<Pick<EventDraft, "clusterId" | "hostId" | "infraEnvId">>;

/** One line of the catalogue (reference service 9.1). Names of properties are ids of the wire, as names of events are. */
export type EventKind<Prop extends string> = Readonly<{
  subject: EventSubject;
  severity: EventDraft["severity"];
  category: EventDraft["category"];
  props: readonly Prop[];
  message: (props: EventProps<Prop>, ids: SubjectIds) => string;
}>;

const kindOf =
  (subject: EventSubject) =>
  <const Prop extends string>(
    severity: EventDraft["severity"],
    props: readonly Prop[],
    message: EventKind<Prop>["message"],
  ): EventKind<Prop> => ({ subject, severity, category: "user", props, message });

export const clusterEvent = kindOf("cluster");
export const hostEvent = kindOf("host");
export const infraEnvEvent = kindOf("infra_env");
