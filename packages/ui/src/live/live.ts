// The page's end of the worker: news go into the query cache, from where every screen draws.
import type { LeanCluster } from "@muster/contract";
import { queryOptions } from "@tanstack/react-query";
import { reportAnswer, reportSilence } from "../api/connection.ts";
import { keys } from "../api/keys.ts";
import { queryClient } from "../api/query-client.ts";
import { authorization, signedOut } from "../session/session.ts";
import type { HostRow } from "./host-row.ts";
import { mergeRows } from "./host-table.ts";
import { type Changes, type FromWorker, type Scope, scopeKey, type ToWorker } from "./protocol.ts";

let worker: Worker | undefined;
const watched = new Map<string, Scope>();
const waiting = new Map<string, { resolve: (rows: readonly HostRow[]) => void; reject: (error: Error) => void }>();

/** Once for a page; screens that need hosts may come before. */
export function startLive(): void {
  if (!worker) restartLive();
}

/** With whoever is signed in now. What was watched is watched again. */
export function restartLive(): void {
  worker?.terminate();
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "live" });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => receive(data);
  tell({ type: "start", origin: location.origin, headers: authorization() });
  for (const scope of watched.values()) tell({ type: "watch-hosts", scope });
}

const tell = (message: ToWorker): void => {
  startLive();
  worker?.postMessage(message);
};

// Hosts that no screen has shown for a while need not be followed.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  const [name, key] = query.queryKey;
  const scope = type === "removed" && name === keys.hostRows("")[0] ? watched.get(String(key)) : undefined;
  if (!scope) return;
  watched.delete(String(key));
  tell({ type: "forget-hosts", scope });
});

/** The hosts of a scope, read and kept up to date by the worker. */
export function hostRowsQuery(scope: Scope) {
  const key = scopeKey(scope);
  return queryOptions({
    queryKey: keys.hostRows(key),
    queryFn: () =>
      new Promise<readonly HostRow[]>((resolve, reject) => {
        waiting.set(key, { resolve, reject });
        // Asked before it is noted: a worker that starts now asks for all that is noted, and this would be read twice.
        tell({ type: "watch-hosts", scope });
        watched.set(key, scope);
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // A thousand rows are replaced, not compared.
    structuralSharing: false,
  });
}

function receive(message: FromWorker): void {
  switch (message.type) {
    case "connected":
      reportAnswer();
      return;
    case "lost":
      reportSilence(message.reason);
      return;
    case "refused":
      if (message.status === 401) signedOut();
      return;
    case "reset":
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.hostRows("")[0] });
      return;
    case "hosts-failed":
      waiting.get(message.key)?.reject(new Error(message.reason));
      waiting.delete(message.key);
      return;
    case "hosts":
      takeHosts(message);
      return;
    case "changes":
      takeChanges(message.changes);
  }
}

function takeHosts({ key, whole, rows, gone }: Extract<FromWorker, { type: "hosts" }>): void {
  const awaited = waiting.get(key);
  if (whole && awaited) {
    waiting.delete(key);
    awaited.resolve(rows);
    return;
  }
  // News without the list they belong to say nothing of the other hosts.
  queryClient.setQueryData<readonly HostRow[]>(keys.hostRows(key), (old) =>
    whole ? rows : old && mergeRows(old, rows, gone),
  );
}

function takeChanges({ clusters, goneClusters, infraEnvs, hosts, eventsOf }: Changes): void {
  if (clusters.length > 0 || goneClusters.length > 0) {
    queryClient.setQueryData<readonly LeanCluster[]>(
      keys.clusters(),
      (old) => old && mergeById(old, clusters, goneClusters),
    );
  }
  for (const cluster of clusters) {
    queryClient.setQueryData<LeanCluster>(keys.cluster(cluster.id), (old) => old && { ...old, ...cluster });
    // What the lean form leaves out, and what is computed from it.
    for (const stale of [keys.cluster(cluster.id), keys.explainCluster(cluster.id), keys.plan(cluster.id)])
      refresh(stale);
  }
  for (const id of goneClusters) refresh(keys.cluster(id));
  if (infraEnvs.length > 0) refresh(keys.infraEnvs());
  for (const id of hosts) {
    refresh(keys.host(id));
    refresh(keys.explainHost(id));
  }
  if (eventsOf.length > 0) refresh(keys.events());
  if (clusters.length > 0 || goneClusters.length > 0 || infraEnvs.length > 0) refresh(keys.stats());
}

/** Only what is on a screen is fetched again, and not more often than once a second. */
const pending = new Map<string, ReturnType<typeof setTimeout>>();
function refresh(queryKey: readonly unknown[]): void {
  const name = JSON.stringify(queryKey);
  if (pending.has(name)) return;
  pending.set(
    name,
    setTimeout(() => {
      pending.delete(name);
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }, 1_000),
  );
}

function mergeById(
  old: readonly LeanCluster[],
  changed: readonly LeanCluster[],
  gone: readonly string[],
): readonly LeanCluster[] {
  const fresh = new Map(changed.map((cluster) => [cluster.id, cluster]));
  const kept = old.filter(({ id }) => !gone.includes(id)).map((cluster) => fresh.get(cluster.id) ?? cluster);
  const known = new Set(old.map(({ id }) => id));
  return [...kept, ...changed.filter(({ id }) => !known.has(id) && !gone.includes(id))];
}
