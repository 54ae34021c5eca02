// Runs beside the page: follows the feed, reads long lists, and tells the page at most a few times a second.
import { ApiError, createClient, type FeedMessage, followFeed, type LeanCluster } from "@muster/contract";
import { emptyTable, forgetPositions, type HostTable, takeGone, takeHost, takeList, takeNews } from "./host-table.ts";
import { type FromWorker, type Scope, scopeKey, type ToWorker } from "./protocol.ts";

const everyMs = 200;
const tables = new Map<string, HostTable>();
const clusters = new Map<string, LeanCluster>();
const goneClusters = new Set<string>();
const infraEnvs = new Set<string>();
const hosts = new Set<string>();
const eventsOf = new Set<string>();
let client = createClient({ baseUrl: self.location.origin });
let timer: ReturnType<typeof setTimeout> | undefined;
let following: AbortController | undefined;
/** Where the feed was when it was opened last: it tells nothing of before. */
let openedAt = 0;

const tell = (message: FromWorker): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case "start":
      client = createClient({ baseUrl: data.origin, headers: data.headers });
      following?.abort();
      following = new AbortController();
      void follow(following.signal);
      break;
    case "watch-hosts":
      void watch(data.scope);
      break;
    case "forget-hosts":
      tables.delete(scopeKey(data.scope));
      break;
  }
};

async function follow(signal: AbortSignal): Promise<void> {
  try {
    for await (const message of followFeed(client, { signal, retryMs: 300 })) take(message);
  } catch (error) {
    if (error instanceof ApiError) tell({ type: "refused", status: error.status });
    else tell({ type: "lost", reason: String(error) });
  }
}

function take(message: FeedMessage): void {
  switch (message.type) {
    case "open":
      tell({ type: "connected" });
      openedAt = message.position;
      // Lists that were read before the connection lack what happened in between; long ones are not read twice for nothing.
      for (const { scope, listedAt } of tables.values())
        if (listedAt !== null && listedAt < openedAt) void watch(scope);
      return;
    case "lost":
      tell({ type: "lost", reason: message.reason });
      return;
    case "reset":
      tell({ type: "reset" });
      for (const table of tables.values()) {
        forgetPositions(table);
        void watch(table.scope);
      }
      return;
    case "cluster":
      clusters.set(message.id, message.cluster);
      break;
    case "infra_env":
      infraEnvs.add(message.id);
      break;
    case "host":
      for (const table of tables.values()) takeHost(table, message.host, message.position);
      hosts.add(message.id);
      break;
    case "event":
      for (const id of [message.cluster_id, message.infra_env_id, message.host_id]) if (id) eventsOf.add(id);
      break;
    case "deleted":
      if (message.kind === "host") for (const table of tables.values()) takeGone(table, message.id, message.position);
      else if (message.kind === "cluster") goneClusters.add(message.id);
      else infraEnvs.add(message.id);
      break;
  }
  if (timer === undefined) timer = setTimeout(report, everyMs);
}

function report(): void {
  timer = undefined;
  for (const [key, table] of tables) {
    const news = takeNews(table);
    if (news) tell({ type: "hosts", key, whole: false, ...news });
  }
  tell({
    type: "changes",
    changes: {
      clusters: [...clusters.values()],
      goneClusters: [...goneClusters],
      infraEnvs: [...infraEnvs],
      hosts: [...hosts],
      eventsOf: [...eventsOf],
    },
  });
  for (const collected of [clusters, goneClusters, infraEnvs, hosts, eventsOf]) collected.clear();
}

async function watch(scope: Scope, isAgain = false): Promise<void> {
  const key = scopeKey(scope);
  const table = tables.get(key) ?? emptyTable(scope);
  tables.set(key, table);
  try {
    const list = await client.call("musterListHosts", { query: scope });
    if (tables.get(key) !== table) return;
    tell({ type: "hosts", key, whole: true, rows: takeList(table, list.hosts, list.position), gone: [] });
    if (list.position < openedAt && !isAgain) void watch(scope, true);
  } catch (error) {
    tell({ type: "hosts-failed", key, reason: error instanceof Error ? error.message : String(error) });
  }
}
