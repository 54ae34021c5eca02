// Which disks a host is installed on, which are erased, and which may be chosen.
import type { Disk, Host } from "@muster/contract";
import { inventoryOf } from "./inventory.ts";

export type DiskRow = Readonly<{
  id: string;
  disk: Disk;
  isInstall: boolean;
  eligible: boolean;
  reasons: readonly string[];
  /** Erased before the installation, because it could be booted from. */
  format: "erased" | "kept" | "untouched";
  speedMs: number | null;
}>;

export function diskRows(host: Host): DiskRow[] {
  const erased = list(host.disks_to_be_formatted);
  const kept = list(host.skip_formatting_disks);
  const speeds: Record<string, { disk_speed?: { speed_ms?: number } }> = JSON.parse(host.disks_info ?? "{}");
  return (inventoryOf(host).disks ?? []).map((disk) => {
    const id = disk.id ?? disk.path ?? "";
    return {
      id,
      disk,
      isInstall: id !== "" && (id === host.installation_disk_id || disk.path === host.installation_disk_path),
      eligible: disk.installation_eligibility?.eligible ?? false,
      reasons: disk.installation_eligibility?.not_eligible_reasons ?? [],
      format: kept.includes(id) ? "kept" : erased.includes(id) ? "erased" : "untouched",
      speedMs: speeds[id]?.disk_speed?.speed_ms ?? null,
    };
  });
}

const list = (text: string | undefined): string[] => (text ?? "").split(",").filter((part) => part !== "");
