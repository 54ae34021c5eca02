import type { InstallPlan, PlannedHost } from "@muster/contract";
import type { Io } from "../command.ts";
import { oneLine, table } from "../table.ts";
import { columns } from "../text.ts";
import { causeLines } from "./explanation.ts";
import { bytes, duration } from "./measures.ts";

/** What an install would do now. */
export function planPage(plan: InstallPlan, server: string, io: Io, now: number): string {
  const names = new Map(plan.hosts.map(({ id, hostname }) => [id, hostname]));
  const called = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id.slice(0, 8)).join(", ");
  const about: [string, string][] = [
    ["version", plan.openshift_version],
    ["platform", plan.platform],
    ["network", plan.network_type],
    ["api", plan.api_vips.join(", ")],
    ["ingress", plan.ingress_vips.join(", ")],
    ["machines in", plan.machine_networks.join(", ")],
    ["operators", plan.operators.join(", ")],
    ["boot order", plan.boot_order.map(called).join("; then ")],
  ];
  const parts = [
    `${plan.name}: ${plan.state}. ${oneLine(plan.summary)}`,
    columns(about.filter(([, value]) => value !== "")),
    plan.hosts.length === 0 ? "" : hostsTable(plan.hosts, io),
    plan.steps.map((step, index) => stepLine(index + 1, step)).join("\n"),
    ...[...plan.blockers, ...plan.warnings].map((cause) => causeLines(cause, { id: plan.cluster_id, server }, io, now)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function hostsTable(hosts: readonly PlannedHost[], io: Io): string {
  return table<PlannedHost>(
    [
      { title: "HOST", of: ({ hostname }) => hostname, shrinksTo: 12 },
      {
        title: "ROLE",
        of: ({ role, bootstrap, role_from }) =>
          `${role}${bootstrap ? " (bootstrap)" : ""}${role_from === "suggested" ? " suggested" : ""}`,
      },
      { title: "WRITES TO", of: diskOf },
      { title: "ALSO ERASED", of: ({ formatted_disks }) => formatted_disks.join(", ") },
      { title: "ADDRESSES", of: ({ addresses }) => addresses.join(", "), shrinksTo: 15 },
    ],
    hosts,
    { io },
  ).trimEnd();
}

function diskOf({ install_disk: disk }: PlannedHost): string {
  return disk === undefined ? "no disk" : [disk.path, bytes(disk.size_bytes), disk.model].filter(Boolean).join(" ");
}

function stepLine(number: number, { title, detail, timeout_seconds }: InstallPlan["steps"][number]): string {
  const limit = timeout_seconds === undefined ? "" : ` (at most ${duration(timeout_seconds * 1_000)})`;
  return `${String(number).padStart(2)}. ${oneLine(title)}${limit}\n    ${oneLine(detail)}`;
}
