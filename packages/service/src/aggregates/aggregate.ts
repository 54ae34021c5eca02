// A cluster with its hosts, or an infra-env with the hosts that belong to no cluster: the unit that decisions are made
// about, that is cached in memory, and whose writes happen one after another.
import type { Changes, Cluster, EventDraft, Host, InfraEnv, Instant, Refreshed } from "@muster/core";
import type { Write } from "../store/writer.ts";

export type Root = Cluster | InfraEnv;

export type Aggregate<R extends Root> = Readonly<{
  root: R;
  hosts: ReadonlyMap<string, Host>;
  /** 0 before the first write. */
  version: number;
  deletedAt: Instant | null;
  /** When time alone could change it next. */
  wakeAt: Instant | null;
}>;

/** What a use case decided: the parts that change, what to tell, and what to answer. */
export type Decision<R extends Root, Answer> = Readonly<{
  answer: Answer;
  root?: Partial<R>;
  hosts?: ReadonlyMap<string, HostChange>;
  events?: readonly EventDraft[];
  secrets?: Readonly<Record<string, string>>;
  delete?: true;
}>;

export type HostChange =
  | Readonly<{ kind: "patch"; fields: Partial<Host> }>
  | Readonly<{ kind: "put"; host: Host }>
  /** The host's row is marked deleted. */
  | Readonly<{ kind: "delete" }>
  /** The host belongs to another aggregate from now on; its row is written there. */
  | Readonly<{ kind: "leave" }>;

export const patches = (fields: Changes["hosts"]): ReadonlyMap<string, HostChange> =>
  new Map([...fields].map(([id, patch]) => [id, { kind: "patch", fields: patch }]));

/** The usual case: a command of core changed the cluster and some hosts. */
export const decided = <Answer>(changes: Changes, answer: Answer): Decision<Cluster, Answer> => ({
  answer,
  root: changes.cluster,
  hosts: patches(changes.hosts),
  events: changes.events,
});

/** What the kinds of aggregates do differently. */
export type Kind<R extends Root> = Readonly<{
  name: "cluster" | "pool";
  load(id: string): Promise<Aggregate<R> | null>;
  rows(aggregate: Aggregate<R>, now: Instant): Pick<Write, "clusters" | "infraEnvs">;
  refresh(aggregate: Aggregate<R>, now: Instant): RootRefreshed<R>;
}>;

export type RootRefreshed<R extends Root> = Omit<Refreshed, "cluster"> & Readonly<{ root: Partial<R> }>;

export function apply<R extends Root>(
  aggregate: Aggregate<R>,
  decision: Decision<R, unknown>,
  now: Instant,
): Aggregate<R> {
  const root =
    decision.root && Object.keys(decision.root).length > 0 ? { ...aggregate.root, ...decision.root } : aggregate.root;
  return {
    ...aggregate,
    root,
    hosts: decision.hosts && decision.hosts.size > 0 ? applyHosts(aggregate.hosts, decision.hosts) : aggregate.hosts,
    deletedAt: decision.delete ? now : aggregate.deletedAt,
  };
}

function applyHosts(
  hosts: ReadonlyMap<string, Host>,
  changes: ReadonlyMap<string, HostChange>,
): ReadonlyMap<string, Host> {
  const result = new Map(hosts);
  for (const [id, change] of changes) {
    const host = result.get(id);
    if (change.kind === "put") result.set(id, change.host);
    else if (change.kind === "patch") {
      if (host) result.set(id, { ...host, ...change.fields });
    } else result.delete(id);
  }
  return result;
}
