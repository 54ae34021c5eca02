// The hosts of one scope, kept in the worker: what the feed says is compared with what the page was told.
import type { LeanHost } from "@muster/contract";
import { type HostRow, hostRow } from "./host-row.ts";
import type { Scope } from "./protocol.ts";

export type HostTable = {
  readonly scope: Scope;
  readonly rows: Map<string, HostRow>;
  readonly changed: Set<string>;
  readonly gone: Set<string>;
  /** Where in the feed each host was heard of last: a list may be older than that. */
  readonly heardAt: Map<string, number>;
  /** Where in the feed its list was read; null before that, and the table has nothing to tell. */
  listedAt: number | null;
};

export const emptyTable = (scope: Scope): HostTable => ({
  scope,
  rows: new Map(),
  changed: new Set(),
  gone: new Set(),
  heardAt: new Map(),
  listedAt: null,
});

/** `position` is where in the feed the list was read: what the feed, or another list, told after that stays. */
export function takeList(table: HostTable, hosts: readonly LeanHost[], position: number): readonly HostRow[] {
  if (table.listedAt !== null && position < table.listedAt) return [...table.rows.values()];
  for (const [id, heardAt] of table.heardAt) if (heardAt <= position) table.heardAt.delete(id);
  const newer = new Map([...table.heardAt.keys()].map((id) => [id, table.rows.get(id)]));
  table.rows.clear();
  table.changed.clear();
  table.gone.clear();
  for (const host of hosts) if (!newer.has(host.id)) table.rows.set(host.id, hostRow(host));
  for (const [id, row] of newer) if (row) table.rows.set(id, row);
  table.listedAt = position;
  return [...table.rows.values()];
}

/** The feed starts anew: its old positions mean nothing any more. */
export function forgetPositions(table: HostTable): void {
  table.heardAt.clear();
  if (table.listedAt !== null) table.listedAt = 0;
}

export function takeHost(table: HostTable, host: LeanHost, position: number): void {
  if (!belongs(table.scope, host)) {
    takeGone(table, host.id, position);
    return;
  }
  table.heardAt.set(host.id, position);
  table.rows.set(host.id, hostRow(host));
  table.changed.add(host.id);
  table.gone.delete(host.id);
}

export function takeGone(table: HostTable, id: string, position: number): void {
  table.heardAt.set(id, position);
  if (!table.rows.delete(id)) return;
  table.changed.delete(id);
  table.gone.add(id);
}

/** What the page must be told since the last time. */
export function takeNews(table: HostTable): Readonly<{ rows: HostRow[]; gone: string[] }> | null {
  if (table.listedAt === null || (table.changed.size === 0 && table.gone.size === 0)) return null;
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
