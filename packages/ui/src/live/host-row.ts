// A host as tables show it: a few hundred bytes, so that thousands are cheap to keep, sort and send between threads.
import type { Host, HostRole, HostStage, LeanHost } from "@muster/contract";
import { type Check, readChecks } from "./checks.ts";

export type HostRow = Readonly<{
  id: string;
  infraEnvId: string;
  clusterId: string | null;
  kind: Host["kind"];
  name: string;
  status: Host["status"];
  statusInfo: string;
  statusSince: number;
  role: HostRole;
  suggestedRole: HostRole;
  bootstrap: boolean;
  cores: number;
  memoryBytes: number;
  disks: number;
  diskBytes: number;
  model: string;
  serial: string;
  address: string;
  stage: HostStage | null;
  stageInfo: string;
  stageSince: number;
  stageTimedOut: boolean;
  stages: readonly HostStage[];
  percent: number;
  discoveredAt: number;
  installDisk: string;
  hasLogs: boolean;
  /** Every check with its status, without texts for those that passed. */
  checks: readonly Check[];
}>;

export function hostRow(host: LeanHost): HostRow {
  const { hardware, progress } = host;
  return {
    id: host.id,
    infraEnvId: host.infra_env_id ?? "",
    clusterId: host.cluster_id ?? null,
    kind: host.kind,
    name: host.requested_hostname ?? host.id,
    status: host.status,
    statusInfo: host.status_info,
    statusSince: instant(host.status_updated_at),
    role: host.role ?? "auto-assign",
    suggestedRole: host.suggested_role ?? host.role ?? "auto-assign",
    bootstrap: host.bootstrap ?? false,
    cores: hardware?.cpu_cores ?? 0,
    memoryBytes: hardware?.memory_bytes ?? 0,
    disks: hardware?.disks ?? 0,
    diskBytes: hardware?.disk_bytes ?? 0,
    model: [hardware?.vendor, hardware?.product].filter(Boolean).join(" "),
    serial: hardware?.serial_number ?? "",
    address: hardware?.addresses[0] ?? "",
    stage: progress?.current_stage ?? null,
    stageInfo: progress?.progress_info ?? "",
    stageSince: instant(progress?.stage_started_at),
    stageTimedOut: progress?.stage_timed_out ?? false,
    stages: host.progress_stages ?? [],
    percent: progress?.installation_percentage ?? 0,
    discoveredAt: instant(host.created_at),
    installDisk: host.installation_disk_path ?? "",
    hasLogs: instant(host.logs_collected_at) > 0,
    checks: readChecks(host.validations_info).map((check) =>
      check.status === "success" || check.status === "disabled" ? { ...check, message: "" } : check,
    ),
  };
}

/** Milliseconds since 1970; 0 for times that were never set (the wire shows the year 1). */
export function instant(text: string | undefined): number {
  return text === undefined ? 0 : Math.max(0, Date.parse(text));
}

/** The role that counts: what was chosen, or what the service would choose. */
export const effectiveRole = ({ role, suggestedRole, bootstrap }: HostRow): HostRole =>
  bootstrap ? "bootstrap" : role === "auto-assign" ? suggestedRole : role;
