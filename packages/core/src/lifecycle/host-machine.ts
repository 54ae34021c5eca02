import type { EventDraft } from "../events/draft.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import type { Refusal } from "../refusal.ts";
import type { HostLifecycleFacts, HostSignal } from "./host-facts.ts";
import { hostTransitions } from "./host-transitions.ts";
import { machine } from "./machine.ts";
import { poolTransitions } from "./pool-transitions.ts";
import { statusEvent } from "./status-event.ts";

/** Bound and pool hosts are one machine: a host that leaves a cluster goes from one table to the other. */
export const hostMachine = machine([...hostTransitions, ...poolTransitions]);

export type HostMove =
  | Readonly<{
      kind: "moved";
      rule: number;
      host: Partial<Host>;
      cluster: Partial<Cluster>;
      events: readonly EventDraft[];
    }>
  | Readonly<{ kind: "refused"; rule: number; refusal: Refusal }>;

/** What a signal does to a host; null when it means nothing in the host's status. */
export function moveHost(
  facts: HostLifecycleFacts,
  on: HostSignal,
  from: HostStatus | "new" = facts.host.status,
): HostMove | null {
  const row = hostMachine.find(on, from, facts);
  if (row === null) return null;
  const { host: changed = {}, cluster = {}, events = [], refusal } = row.does?.(facts) ?? {};
  if (refusal) return { kind: "refused", rule: row.rule, refusal };
  const { host, now } = facts;
  const status = row.to === "same" ? host.status : row.to;
  const statusInfo = sentenceOf(row.says, facts) ?? host.statusInfo;
  const moves = status !== from;
  const { clusterId } = { ...host, ...changed };
  return {
    kind: "moved",
    rule: row.rule,
    host: { ...changed, status, statusInfo, ...(moves ? { statusUpdatedAt: now } : {}) },
    cluster,
    events: [...events, ...(moves && from !== "new" ? [statusEvent(host, { status, statusInfo, clusterId })] : [])],
  };
}

const sentenceOf = (
  says: string | ((facts: HostLifecycleFacts) => string) | undefined,
  facts: HostLifecycleFacts,
): string | undefined => (typeof says === "function" ? says(facts) : says);
