import type { Changes } from "../../changes.ts";
import { aboutHost } from "../../events/subject.ts";
import { diskId } from "../../hardware/install-disk.ts";
import { requirementsFor } from "../../hardware/requirements.ts";
import type { Host } from "../../model/host.ts";
import type { Reply } from "../../steps/reply.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { hostChanges } from "../patch.ts";

type DiskSpeed = Extract<Reply, { kind: "disk-speed" }>;

/** Only the installation disk is ever measured; the path says which disk that was when the step was sent. */
function diskOf({ inventory, installationDiskId }: Host, path: string | null): string {
  if (path === null) return installationDiskId;
  const disk = (inventory?.disks ?? []).find((one) => [one.path, one.id, one.byId, one.byPath].includes(path));
  return disk ? diskId(disk) : installationDiskId;
}

export function receiveDiskSpeed(facts: HostFacts, { exitCode, path, syncDurationMs }: DiskSpeed): Changes {
  const { host } = facts;
  const speedMs = syncDurationMs ?? 0;
  const measured = { path: path ?? host.installationDiskPath, diskSpeed: { tested: true, exitCode, speedMs } };
  const isSlow = exitCode === 0 && speedMs > requirementsFor(facts).total.diskSpeedThresholdMs;
  const told = aboutHost("disk_speed_slower_than_supported", host, {
    host_disk: measured.path,
    fdatasync_duration: speedMs,
  });
  const disksInfo = { ...host.disksInfo, [diskOf(host, path)]: measured };
  return hostChanges(host, { disksInfo }, isSlow ? [told] : []);
}
