// Which hosts a table shows, and in which order.

import { effectiveRole, type HostRow } from "../live/host-row.ts";
import { texts } from "../texts/index.ts";

export const hostColumns = ["name", "role", "status", "cores", "memory", "disks", "address", "progress"] as const;
export type HostColumn = (typeof hostColumns)[number];
export type HostOrder = Readonly<{ by: HostColumn; descending: boolean }>;
export type HostFilter = Readonly<{ words: string; status: string; role: string }>;

export const noFilter: HostFilter = { words: "", status: "", role: "" };

export function findHosts(rows: readonly HostRow[], filter: HostFilter, { by, descending }: HostOrder): HostRow[] {
  const needle = filter.words.trim().toLowerCase();
  const found = rows.filter(
    (row) =>
      (filter.status === "" || row.status === filter.status) &&
      (filter.role === "" || effectiveRole(row) === filter.role) &&
      (needle === "" || searched(row).includes(needle)),
  );
  // Keys once per row, not once per comparison: a thousand rows are sorted with every change.
  const keyed = found.map((row) => ({ row, key: keyOf(row, by) }));
  const sign = descending ? -1 : 1;
  keyed.sort((one, other) => sign * compare(one.key, other.key) || compare(one.row.id, other.row.id));
  return keyed.map(({ row }) => row);
}

const searched = ({ name, address, serial, model, id }: HostRow): string =>
  `${name} ${address} ${serial} ${model} ${id}`.toLowerCase();

function keyOf(row: HostRow, by: HostColumn): string | number {
  switch (by) {
    case "name":
      return sortable(row.name);
    case "role":
      return effectiveRole(row);
    case "status":
      return texts.hostStatuses[row.status];
    case "cores":
      return row.cores;
    case "memory":
      return row.memoryBytes;
    case "disks":
      return row.diskBytes;
    case "address":
      return sortable(row.address);
    case "progress":
      return row.percent;
  }
}

/** host-2 before host-10, at the price of plain comparison. */
const sortable = (text: string): string => text.replaceAll(/\d+/g, (digits) => digits.padStart(8, "0"));

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);

export const statusesIn = (rows: readonly HostRow[]): HostRow["status"][] =>
  [...new Set(rows.map(({ status }) => status))].toSorted();
