// Clusters and hosts as they are now, again whenever something changes: by the live feed where the service has one, else by
// asking each few seconds.
import { ApiError, type FeedMessage, followFeed, type LeanCluster, type LeanHost } from "@muster/contract";
import { listClusters } from "./find.ts";
import { isUnknownOperation, listHosts } from "./hosts.ts";
import type { Service } from "./service-command.ts";

export type View = Readonly<{
  clusters: readonly LeanCluster[];
  hosts: readonly LeanHost[];
  /** Why what is shown may be old; absent while all is well. */
  lost?: string;
}>;

export type Scope = Readonly<{ cluster_id?: string; infra_env_id?: string; host_id?: string }>;

type Options = Readonly<{ scope: Scope; signal: AbortSignal; intervalMs: number; withHosts: boolean }>;

/** Changes that come within this time are shown together. */
const togetherMs = 100;

/** Ends when the signal does. Throws what the first look throws; later the service may come and go. */
export async function* liveView(service: Service, options: Options): AsyncGenerator<View> {
  let state: State;
  try {
    state = await lean(service, options);
  } catch (error) {
    if (!isUnknownOperation(error)) throw error;
    yield* polled(service, options);
    return;
  }
  yield* followed(service, state, options);
}

type State = {
  readonly clusters: Map<string, LeanCluster>;
  readonly hosts: Map<string, LeanHost>;
  readonly position: number;
  lost?: string;
};

async function lean({ client }: Service, { scope, withHosts }: Options): Promise<State> {
  const listed = await client.call("musterListClusters");
  const { host_id, ...of } = scope;
  const hosts = withHosts
    ? await client.call("musterListHosts", { query: of })
    : { hosts: [], position: listed.position };
  return {
    clusters: byId(listed.clusters.filter(({ id }) => scope.cluster_id === undefined || id === scope.cluster_id)),
    hosts: byId(hosts.hosts.filter(({ id }) => host_id === undefined || id === host_id)),
    position: Math.min(listed.position, hosts.position),
  };
}

async function* followed(service: Service, first: State, options: Options): AsyncGenerator<View> {
  const { scope, withHosts } = options;
  // Who has seen enough leaves the loop: the feed must not go on behind their back.
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  let state = first;
  let news = Promise.withResolvers<void>();
  let failure: unknown;
  const follow = async () => {
    for await (const message of followFeed(service.client, { ...scope, since: first.position, signal })) {
      if (message.type === "reset") state = (await persistently(() => lean(service, options), signal, lose)) ?? state;
      else if (!apply(state, message, withHosts)) continue;
      news.resolve();
    }
  };
  const lose = (reason: string) => {
    state.lost = reason;
    news.resolve();
  };
  const ended = follow().catch((error: unknown) => {
    failure = error;
    news.resolve();
  });
  signal.addEventListener("abort", () => news.resolve(), { once: true });
  try {
    while (!signal.aborted) {
      yield viewOf(state);
      await news.promise;
      if (failure !== undefined) throw failure;
      await pause(togetherMs, signal);
      news = Promise.withResolvers<void>();
    }
  } finally {
    left.abort();
    await ended;
  }
}

/** Whether it makes a difference to what is shown. */
function apply(state: State, message: Exclude<FeedMessage, { type: "reset" }>, withHosts: boolean): boolean {
  switch (message.type) {
    case "open": {
      const wasLost = state.lost !== undefined;
      delete state.lost;
      return wasLost;
    }
    case "lost":
      state.lost = message.reason;
      return true;
    case "cluster":
      state.clusters.set(message.id, message.cluster);
      return true;
    case "host":
      if (withHosts) state.hosts.set(message.id, message.host);
      return withHosts;
    case "deleted":
      return state.clusters.delete(message.id) || state.hosts.delete(message.id);
    default:
      return false;
  }
}

async function* polled(service: Service, options: Options): AsyncGenerator<View> {
  const { signal, intervalMs } = options;
  let view = await listed(service, options);
  while (!signal.aborted) {
    yield view;
    await pause(intervalMs, signal);
    try {
      view = await listed(service, options);
    } catch (error) {
      view = { ...view, lost: passingReason(error) };
    }
  }
}

async function listed(service: Service, { scope, withHosts }: Options): Promise<View> {
  const { host_id, ...of } = scope;
  const clusters = await listClusters(service);
  const hosts = withHosts ? await listHosts(service, of) : [];
  return {
    clusters: clusters.filter(({ id }) => scope.cluster_id === undefined || id === scope.cluster_id),
    hosts: hosts.filter(({ id }) => host_id === undefined || id === host_id),
  };
}

const againMs = 1_000;

/** Asks until the service answers or refuses; undefined when the signal ends it before. */
export async function persistently<Value>(
  ask: () => Promise<Value>,
  signal: AbortSignal,
  lost: (reason: string) => void,
): Promise<Value | undefined> {
  while (!signal.aborted) {
    try {
      return await ask();
    } catch (error) {
      lost(passingReason(error));
    }
    await pause(againMs, signal);
  }
  return undefined;
}

/** Services come and go; what they refuse they will refuse again. */
function passingReason(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) throw error;
  return error instanceof Error ? error.message : String(error);
}

function viewOf({ clusters, hosts, lost }: State): View {
  return { clusters: [...clusters.values()], hosts: [...hosts.values()], ...(lost !== undefined && { lost }) };
}

const byId = <Item extends Readonly<{ id: string }>>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

/** Waits, unless the signal ends it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { setTimeout } = await import("node:timers/promises");
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
