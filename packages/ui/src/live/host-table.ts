// The hosts of one scope, kept in the worker: what the feed says is compared with what the page was told.
import type { LeanHost } from "@muster/contract";
import { type HostRow, hostRow } from "./host-row.ts";
import type { Scope } from "./protocol.ts";

export type HostTable = Readonly<{ scope: Scope; rows: Map<string, HostRow>; changed: Set<string>; gone: Set<string> }>;

export const emptyTable = (scope: Scope): HostTable => ({
  scope,
  rows: new Map(),
  changed: new Set(),
  gone: new Set(),
});

export function takeList(table: HostTable, hosts: readonly LeanHost[]): readonly HostRow[] {
  table.rows.clear();
  table.changed.clear();
  table.gone.clear();
  for (const host of hosts) table.rows.set(host.id, hostRow(host));
  return [...table.rows.values()];
}

export function takeHost(table: HostTable, host: LeanHost): void {
  if (!belongs(table.scope, host)) {
    takeGone(table, host.id);
    return;
  }
  table.rows.set(host.id, hostRow(host));
  table.changed.add(host.id);
  table.gone.delete(host.id);
}

export function takeGone(table: HostTable, id: string): void {
  if (!table.rows.delete(id)) return;
  table.changed.delete(id);
  table.gone.add(id);
}

/** What the page must be told since the last time. */
export function takeNews(table: HostTable): Readonly<{ rows: HostRow[]; gone: string[] }> | null {
  if (table.changed.size === 0 && table.gone.size === 0) return null;
  const rows = [...table.changed].flatMap((id) => table.rows.get(id) ?? []);
  const gone = [...table.gone];
  table.changed.clear();
  table.gone.clear();
  return { rows, gone };
}

const belongs = ({ cluster_id, infra_env_id }: Scope, host: LeanHost): boolean =>
  (cluster_id === undefined || host.cluster_id === cluster_id) &&
  (infra_env_id === undefined || host.infra_env_id === infra_env_id);

/** The page's side: rows it has, with the news put in, in a stable order. */
export function mergeRows(old: readonly HostRow[], rows: readonly HostRow[], gone: readonly string[]): HostRow[] {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const away = new Set(gone);
  const kept = old.flatMap((row) => {
    if (away.has(row.id)) return [];
    const next = fresh.get(row.id) ?? row;
    fresh.delete(row.id);
    return [next];
  });
  return fresh.size === 0 ? kept : [...kept, ...fresh.values()];
}
