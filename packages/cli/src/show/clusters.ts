import type { Cluster, LeanCluster } from "@muster/contract";
import type { Io } from "../command.ts";
import { type Column, table } from "../table.ts";
import { columns } from "../text.ts";
import { hostTable } from "./hosts.ts";
import { age } from "./measures.ts";
import { statusColour } from "./status.ts";
import { validationLines } from "./validations.ts";

type Shown = LeanCluster & Pick<Cluster, "hosts">;

const clusterColumns = (now: number | undefined): readonly Column<Shown>[] => [
  { title: "NAME", of: ({ name }) => name ?? "", shrinksTo: 12 },
  { title: "ID", of: ({ id }) => id, wide: true },
  { title: "STATUS", of: ({ status }) => status, colour: ({ status }) => statusColour(status) },
  { title: "PROGRESS", of: progress },
  { title: "HOSTS", of: hostCounts },
  { title: "VERSION", of: ({ openshift_version }) => openshift_version ?? "" },
  { title: "PLATFORM", of: ({ platform }) => platform?.type ?? "", wide: true },
  { title: "DOMAIN", of: ({ base_dns_domain }) => base_dns_domain ?? "", wide: true },
  { title: "API", of: ({ api_vips }) => (api_vips ?? []).map(({ ip }) => ip).join(","), wide: true },
  ...(now === undefined ? [] : [{ title: "AGE", of: ({ created_at }: Shown) => age(created_at, now) }]),
  { title: "SAYS", of: ({ status_info }) => status_info, shrinksTo: 20 },
];

/** Without ages a table only changes when a cluster does. */
export function clusterTable(clusters: readonly Shown[], io: Io, wide: boolean, withAges = true): string {
  if (clusters.length === 0) return "There are no clusters. Make one with `muster cluster create`.\n";
  return table(clusterColumns(withAges ? Date.now() : undefined), clusters, { io, wide });
}

/** One cluster as a person wants to see it: itself, what fails, its hosts. */
export function clusterPage(cluster: Cluster, io: Io, wide: boolean): string {
  const vips = [...(cluster.api_vips ?? []), ...(cluster.ingress_vips ?? [])].map(({ ip }) => ip);
  const rows: [string, string][] = [
    ["name", cluster.name ?? ""],
    ["id", cluster.id],
    ["status", `${cluster.status}: ${cluster.status_info}`],
    ["progress", progress(cluster)],
    ["version", cluster.openshift_version ?? ""],
    ["domain", cluster.base_dns_domain ?? ""],
    ["platform", cluster.platform?.type ?? ""],
    ["control planes", String(cluster.control_plane_count ?? "")],
    ["addresses", vips.join(", ")],
    ["networks", (cluster.machine_networks ?? []).map(({ cidr }) => cidr).join(", ")],
    ["created", cluster.created_at ?? ""],
  ];
  const hosts = cluster.hosts ?? [];
  const parts = [
    columns(rows.filter(([, value]) => value !== "")),
    validationLines(cluster.validations_info, io),
    hosts.length === 0 ? "" : hostTable(hosts, io, wide).trimEnd(),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export function progress({ status, progress: found }: Pick<LeanCluster, "status" | "progress">): string {
  const percent = found?.total_percentage ?? 0;
  return percent === 0 && !status.startsWith("install") ? "" : `${percent}%`;
}

function hostCounts({ total_host_count, ready_host_count, hosts }: Shown): string {
  const total = total_host_count ?? hosts?.length ?? 0;
  return total === 0 ? "0" : `${ready_host_count ?? 0}/${total}`;
}
