import type { Disk } from "@muster/contract";
import { digitsOf } from "../random.ts";
import type { Bus, DiskModel } from "./blueprint.ts";

/** Disks as the agent lists them: names by bus in the order found, ids that survive a reboot (reference host-side A9.1). */
export function renderDisks(models: readonly DiskModel[], { serial }: Readonly<{ serial: string }>): Disk[] {
  const found = { nvme: 0, scsi: 0, virtio: 0 };
  return models.map((model, index) => {
    const controller = controllers[model.bus];
    const position = found[controller];
    found[controller] += 1;
    return renderDisk(model, nameOf[controller](position), position, digitsOf(`${serial} disk ${index}`));
  });
}

const controllers = { nvme: "nvme", sata: "scsi", sas: "scsi", virtio: "virtio" } as const satisfies Record<
  Bus,
  string
>;

const nameOf = {
  nvme: (position: number) => `nvme${position}n1`,
  scsi: (position: number) => `sd${lettersOf(position)}`,
  virtio: (position: number) => `vd${lettersOf(position)}`,
};

/** a … z, aa, ab …: machines with thousands of disks exist. */
function lettersOf(position: number): string {
  const last = String.fromCharCode(97 + (position % 26));
  return position < 26 ? last : lettersOf(Math.trunc(position / 26) - 1) + last;
}

function renderDisk(model: DiskModel, name: string, position: number, digits: string): Disk {
  const path = `/dev/${name}`;
  const serial = digits.slice(0, 14).toUpperCase();
  const place = placeOf(model.bus, position, digits);
  return {
    id: place.by_id ?? place.by_path ?? path,
    name,
    path,
    ...place,
    drive_type: model.driveType,
    ...(model.vendor ? { vendor: model.vendor } : {}),
    ...(model.model ? { model: model.model } : {}),
    serial,
    size_bytes: model.sizeGb * 1e9,
    has_uuid: true,
    installation_eligibility: { eligible: true, not_eligible_reasons: [] },
    smart: model.smart ? smartOf(model, name, serial) : "",
  };
}

function placeOf(bus: Bus, position: number, digits: string): Partial<Disk> {
  const slot = (65 + position).toString(16).padStart(2, "0");
  if (bus === "virtio") return { by_path: `/dev/disk/by-path/pci-0000:${slot}:00.0` };
  if (bus === "nvme") {
    const wwn = `eui.${digits.slice(0, 16)}`;
    return { by_id: `/dev/disk/by-id/nvme-${wwn}`, by_path: `/dev/disk/by-path/pci-0000:${slot}:00.0-nvme-1`, wwn };
  }
  const wwn = `0x5${digits.slice(0, 15)}`;
  const port = bus === "sata" ? `ata-${position + 1}` : `sas-phy${position}-lun-0`;
  return {
    by_id: `/dev/disk/by-id/wwn-${wwn}`,
    by_path: `/dev/disk/by-path/pci-0000:00:17.0-${port}`,
    hctl: `${position}:0:0:0`,
    wwn,
  };
}

/** The gist of what smartctl prints as JSON. */
function smartOf({ model }: DiskModel, name: string, serial: string): string {
  const attribute = (id: number, label: string, raw: number) => ({ id, name: label, value: 100, thresh: 10, raw });
  return JSON.stringify({
    device: { name: `/dev/${name}`, type: "sat", protocol: "ATA" },
    model_name: model,
    serial_number: serial,
    firmware_version: "D3DJ004",
    smart_status: { passed: true },
    attributes: [
      attribute(5, "Reallocated_Sector_Ct", 0),
      attribute(9, "Power_On_Hours", 10_452),
      attribute(194, "Temperature_Celsius", 31),
      attribute(197, "Current_Pending_Sector", 0),
    ],
  });
}
