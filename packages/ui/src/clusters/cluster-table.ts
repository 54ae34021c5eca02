// Which clusters the list shows, and in which order.
import type { LeanCluster } from "@muster/contract";
import { instant } from "../live/host-row.ts";

export const statusGroups = {
  draft: ["insufficient", "pending-for-input"],
  ready: ["ready"],
  underWay: ["preparing-for-installation", "installing", "installing-pending-user-action", "finalizing"],
  done: ["installed", "adding-hosts", "unmonitored"],
  wrong: ["error", "cancelled"],
} as const satisfies Record<string, readonly LeanCluster["status"][]>;

export type StatusGroup = keyof typeof statusGroups;
export const isStatusGroup = (text: string): text is StatusGroup => text in statusGroups;

export const sortKeys = ["name", "status", "hosts", "progress", "version", "domain", "age"] as const;
export type SortKey = (typeof sortKeys)[number];

export type ClusterFilter = Readonly<{ words: string; group: StatusGroup | null }>;
export type ClusterOrder = Readonly<{ by: SortKey; descending: boolean }>;

export function findClusters(
  clusters: readonly LeanCluster[],
  { words, group }: ClusterFilter,
  { by, descending }: ClusterOrder,
): LeanCluster[] {
  const needle = words.trim().toLowerCase();
  const statuses: readonly string[] | null = group && statusGroups[group];
  return clusters
    .filter(({ kind }) => kind !== "DisconnectedCluster")
    .filter(({ status }) => statuses === null || statuses.includes(status))
    .filter(({ name = "", base_dns_domain = "", id }) =>
      [name, base_dns_domain, id].some((text) => text.toLowerCase().includes(needle)),
    )
    .toSorted((one, other) => (descending ? -1 : 1) * compare(one, other, by));
}

function compare(one: LeanCluster, other: LeanCluster, by: SortKey): number {
  const [a, b] = [sortValue(one, by), sortValue(other, by)];
  if (typeof a === "number" && typeof b === "number" && a !== b) return a - b;
  const order = String(a).localeCompare(String(b), undefined, { numeric: true });
  return order !== 0 ? order : one.id < other.id ? -1 : 1;
}

function sortValue(cluster: LeanCluster, by: SortKey): string | number {
  switch (by) {
    case "name":
      return cluster.name ?? "";
    case "status":
      return cluster.status;
    case "hosts":
      return cluster.total_host_count ?? 0;
    case "progress":
      return progressOf(cluster);
    case "version":
      return cluster.openshift_version ?? "";
    case "domain":
      return cluster.base_dns_domain ?? "";
    case "age":
      return -instant(cluster.created_at);
  }
}

export const progressOf = ({ progress }: Pick<LeanCluster, "progress">): number => progress?.total_percentage ?? 0;

/** Not while an installation runs: the service would refuse. */
export const mayDelete = ({ status }: Pick<LeanCluster, "status">): boolean =>
  !(statusGroups.underWay as readonly string[]).includes(status);
