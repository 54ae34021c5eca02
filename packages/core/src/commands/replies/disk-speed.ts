import type { Changes } from "../../changes.ts";
import { aboutHost } from "../../events/subject.ts";
import { diskId } from "../../hardware/install-disk.ts";
import { requirementsFor } from "../../hardware/requirements.ts";
import type { Host } from "../../model/host.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { hostChanges } from "../patch.ts";

type DiskSpeed = Readonly<{ exitCode: number; path: string; ioSyncDurationMs: number }>;

/** A measurement that failed names no disk: only the installation disk is ever measured. */
function diskOf({ inventory, installationDiskId }: Host, path: string): string {
  const disk = (inventory?.disks ?? []).find((one) => [one.path, one.id, one.byId, one.byPath].includes(path));
  return path !== "" && disk ? diskId(disk) : installationDiskId;
}

export function receiveDiskSpeed(facts: HostFacts, { exitCode, path, ioSyncDurationMs }: DiskSpeed): Changes {
  const { host } = facts;
  const measured = { path, diskSpeed: { tested: true, exitCode, speedMs: ioSyncDurationMs } };
  const isSlow = exitCode === 0 && ioSyncDurationMs > requirementsFor(facts).total.diskSpeedThresholdMs;
  const told = aboutHost("disk_speed_slower_than_supported", host, {
    host_disk: path || host.installationDiskPath,
    fdatasync_duration: ioSyncDurationMs,
  });
  const disksInfo = { ...host.disksInfo, [diskOf(host, path)]: measured };
  return hostChanges(host, { disksInfo }, isSlow ? [told] : []);
}
