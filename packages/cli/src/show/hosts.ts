import type { Host, LeanHost } from "@muster/contract";
import type { Io } from "../command.ts";
import { type Column, table } from "../table.ts";
import { columns } from "../text.ts";
import { age, bytes } from "./measures.ts";
import { statusColour } from "./status.ts";
import { validationLines } from "./validations.ts";

/** What clusters and infra-envs are called, by id. */
export type Names = ReadonlyMap<string, string>;

const hostColumns = (now: number | undefined, names: Names): readonly Column<LeanHost>[] => [
  { title: "NAME", of: nameOf, shrinksTo: 12 },
  { title: "ID", of: ({ id }) => id, wide: true },
  { title: "STATUS", of: ({ status }) => status, colour: ({ status }) => statusColour(status) },
  { title: "ROLE", of: role },
  { title: "PROGRESS", of: hostProgress, shrinksTo: 12 },
  ...(names.size === 0
    ? []
    : [{ title: "CLUSTER", of: (host: LeanHost) => named(host.cluster_id, names), shrinksTo: 8 }]),
  { title: "CPUS", of: ({ hardware }) => (hardware ? String(hardware.cpu_cores) : ""), wide: true },
  { title: "MEMORY", of: ({ hardware }) => (hardware ? bytes(hardware.memory_bytes) : ""), wide: true },
  {
    title: "DISKS",
    of: ({ hardware }) => (hardware ? `${hardware.disks} (${bytes(hardware.disk_bytes)})` : ""),
    wide: true,
  },
  { title: "ADDRESS", of: ({ hardware }) => hardware?.addresses[0] ?? "", wide: true },
  {
    title: "PRODUCT",
    of: ({ hardware }) => [hardware?.vendor, hardware?.product].filter(Boolean).join(" "),
    wide: true,
  },
  ...(now === undefined ? [] : [{ title: "SEEN", of: ({ checked_in_at }: LeanHost) => age(checked_in_at, now) }]),
  { title: "SAYS", of: ({ status_info }) => status_info, shrinksTo: 20 },
];

/** Without ages a table only changes when a host does. */
export function hostTable(
  hosts: readonly LeanHost[],
  io: Io,
  wide: boolean,
  { names = new Map(), withAges = true }: Readonly<{ names?: Names; withAges?: boolean }> = {},
): string {
  if (hosts.length === 0)
    return "There are no hosts. Machines become hosts when they boot an image of `muster infra-env image`.\n";
  return table(hostColumns(withAges ? Date.now() : undefined, names), hosts, { io, wide });
}

export function hostPage(host: Host, hardware: LeanHost["hardware"], names: Names, io: Io): string {
  const rows: [string, string][] = [
    ["name", nameOf(host)],
    ["id", host.id],
    ["status", `${host.status}: ${host.status_info}`],
    ["role", role(host)],
    ["progress", hostProgress(host)],
    ["cluster", named(host.cluster_id, names)],
    ["infra-env", named(host.infra_env_id, names)],
    ["machine", [hardware?.vendor, hardware?.product, hardware?.serial_number].filter(Boolean).join(" ")],
    ["cpus", hardware ? `${hardware.cpu_cores} ${hardware.architecture ?? ""}`.trim() : ""],
    ["memory", hardware ? bytes(hardware.memory_bytes) : ""],
    ["disks", hardware ? `${hardware.disks}, ${bytes(hardware.disk_bytes)} together` : ""],
    ["installs to", host.installation_disk_path ?? ""],
    ["addresses", hardware?.addresses.join(", ") ?? ""],
    ["agent", host.discovery_agent_version ?? ""],
    ["seen", host.checked_in_at ?? ""],
  ];
  const parts = [columns(rows.filter(([, value]) => value !== "")), validationLines(host.validations_info, io)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

export const nameOf = ({ requested_hostname, id }: Pick<LeanHost, "requested_hostname" | "id">): string =>
  requested_hostname || id.slice(0, 8);

function role({ role: chosen, suggested_role, bootstrap }: LeanHost): string {
  const shown = chosen === "auto-assign" ? (suggested_role ?? "") : (chosen ?? "");
  return bootstrap ? `${shown}*` : shown;
}

export function hostProgress({ progress }: Pick<LeanHost, "progress">): string {
  if (!progress?.current_stage) return "";
  return `${progress.installation_percentage ?? 0}% ${progress.current_stage}`;
}

const named = (id: string | undefined, names: Names): string =>
  id === undefined ? "" : (names.get(id) ?? id.slice(0, 8));
