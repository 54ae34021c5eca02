import type { InfraEnv } from "@muster/contract";
import type { Io } from "../command.ts";
import { table } from "../table.ts";
import { columns } from "../text.ts";
import type { Names } from "./hosts.ts";
import { age } from "./measures.ts";

export function infraEnvTable(infraEnvs: readonly InfraEnv[], names: Names, io: Io, wide: boolean): string {
  if (infraEnvs.length === 0) return "There are no infra-envs. Make one with `muster infra-env create`.\n";
  const now = Date.now();
  return table<InfraEnv>(
    [
      { title: "NAME", of: ({ name }) => name, shrinksTo: 12 },
      { title: "ID", of: ({ id }) => id, wide: true },
      { title: "CLUSTER", of: (infraEnv) => clusterOf(infraEnv, names), shrinksTo: 8 },
      { title: "IMAGE", of: ({ type }) => type },
      { title: "VERSION", of: ({ openshift_version }) => openshift_version ?? "" },
      { title: "ARCH", of: ({ cpu_architecture }) => cpu_architecture ?? "" },
      { title: "NETWORK", of: ({ static_network_config }) => (static_network_config ? "static" : "dhcp"), wide: true },
      { title: "AGE", of: ({ created_at }) => age(created_at, now) },
    ],
    infraEnvs,
    { io, wide },
  );
}

export function infraEnvPage(infraEnv: InfraEnv, names: Names): string {
  const { proxy } = infraEnv;
  const rows: [string, string][] = [
    ["name", infraEnv.name],
    ["id", infraEnv.id],
    ["cluster", clusterOf(infraEnv, names)],
    ["image", `${infraEnv.type}, ${infraEnv.openshift_version ?? ""} ${infraEnv.cpu_architecture ?? ""}`],
    ["network", infraEnv.static_network_config ? "static" : "dhcp"],
    ["proxy", proxy?.http_proxy || proxy?.https_proxy ? "yes" : ""],
    ["ntp", infraEnv.additional_ntp_sources ?? ""],
    ["created", infraEnv.created_at],
  ];
  return `${columns(rows.filter(([, value]) => value !== ""))}\n`;
}

const clusterOf = ({ cluster_id }: InfraEnv, names: Names): string =>
  cluster_id === undefined ? "(pool)" : (names.get(cluster_id) ?? cluster_id.slice(0, 8));
