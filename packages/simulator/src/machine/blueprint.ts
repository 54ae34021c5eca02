import type { DriveType, Gpu } from "@muster/contract";

export type Bus = "nvme" | "sata" | "sas" | "virtio";

export type DiskModel = Readonly<{
  bus: Bus;
  vendor: string;
  model: string;
  sizeGb: number;
  driveType: DriveType;
  /** Whether the inventory carries what the drive says of its own health. */
  smart?: boolean;
}>;

export type NicModel = Readonly<{
  name: string;
  speedMbps: number;
  vendor: string;
  product: string;
  /** A port without a cable reports no carrier and never gets an address. */
  cabled?: boolean;
  mtu?: number;
}>;

export type Maker = Readonly<{ manufacturer: string; product: string; virtual: boolean }>;

/** What all machines of one kind have in common. */
export type Blueprint = Readonly<{
  cpu: Readonly<{ architecture: string; model: string; count: number; mhz: number; flags: readonly string[] }>;
  memoryGib: number;
  disks: readonly DiskModel[];
  nics: readonly NicModel[];
  gpus: readonly Gpu[];
  maker: Maker;
  tpm: "none" | "1.2" | "2.0";
  bootMode: "uefi" | "bios";
  secureBoot: "Enabled" | "Disabled" | "NotSupported";
  hasBmc: boolean;
}>;
