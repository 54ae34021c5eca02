import { type Static, Type } from "typebox";
import { Enumeration, Fields, Int32, Model, named } from "../schema.ts";

export const Interface = Model("interface", {
  ipv6_addresses: Type.Optional(Type.Array(Type.String())),
  vendor: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  has_carrier: Type.Optional(Type.Boolean()),
  product: Type.Optional(Type.String()),
  mtu: Type.Optional(Type.Integer()),
  ipv4_addresses: Type.Optional(Type.Array(Type.String())),
  biosdevname: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  mac_address: Type.Optional(Type.String()),
  flags: Type.Optional(Type.Array(Type.String())),
  speed_mbps: Type.Optional(Type.Integer()),
  type: Type.Optional(Type.String()),
});
export type Interface = Static<typeof Interface>;

export const DriveType = named(
  "drive_type",
  Enumeration([
    "Unknown",
    "HDD",
    "FDD",
    "ODD",
    "SSD",
    "virtual",
    "Multipath",
    "iSCSI",
    "FC",
    "LVM",
    "RAID",
    "ECKD",
    "ECKD (ESE)",
    "FBA",
  ]),
);
export type DriveType = Static<typeof DriveType>;

export const IoPerf = Model("io_perf", {
  sync_duration: Type.Optional(Type.Integer()),
});
export type IoPerf = Static<typeof IoPerf>;

export const Iscsi = Model("iscsi", {
  host_ip_address: Type.Optional(Type.String()),
});
export type Iscsi = Static<typeof Iscsi>;

export const Disk = Model("disk", {
  id: Type.Optional(Type.String()),
  drive_type: Type.Optional(DriveType),
  has_uuid: Type.Optional(Type.Boolean()),
  vendor: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  hctl: Type.Optional(Type.String()),
  by_path: Type.Optional(Type.String()),
  by_id: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  wwn: Type.Optional(Type.String()),
  serial: Type.Optional(Type.String()),
  size_bytes: Type.Optional(Type.Integer()),
  bootable: Type.Optional(Type.Boolean()),
  removable: Type.Optional(Type.Boolean()),
  partitionTypes: Type.Optional(Type.String()),
  is_installation_media: Type.Optional(Type.Boolean()),
  installation_eligibility: Type.Optional(
    Fields({
      eligible: Type.Optional(Type.Boolean()),
      not_eligible_reasons: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  smart: Type.Optional(Type.String()),
  io_perf: Type.Optional(IoPerf),
  holders: Type.Optional(Type.String()),
  iscsi: Type.Optional(Iscsi),
});
export type Disk = Static<typeof Disk>;

export const SecureBootState = named(
  "secure-boot-state",
  Enumeration(["Unknown", "NotSupported", "Enabled", "Disabled"]),
);
export type SecureBootState = Static<typeof SecureBootState>;

export const Boot = Model("boot", {
  current_boot_mode: Type.Optional(Type.String()),
  pxe_interface: Type.Optional(Type.String()),
  command_line: Type.Optional(Type.String()),
  secure_boot_state: Type.Optional(SecureBootState),
  device_type: Type.Optional(Enumeration(["persistent", "ephemeral"])),
});
export type Boot = Static<typeof Boot>;

export const SystemVendor = Model("system_vendor", {
  serial_number: Type.Optional(Type.String()),
  product_name: Type.Optional(Type.String()),
  manufacturer: Type.Optional(Type.String()),
  virtual: Type.Optional(Type.Boolean()),
});
export type SystemVendor = Static<typeof SystemVendor>;

export const MemoryMethod = named("memory_method", Enumeration(["dmidecode", "ghw", "meminfo"]));
export type MemoryMethod = Static<typeof MemoryMethod>;

export const Memory = Model("memory", {
  physical_bytes: Type.Optional(Type.Integer()),
  usable_bytes: Type.Optional(Type.Integer()),
  physical_bytes_method: Type.Optional(MemoryMethod),
});
export type Memory = Static<typeof Memory>;

export const Cpu = Model("cpu", {
  count: Type.Optional(Type.Integer()),
  frequency: Type.Optional(Type.Number()),
  flags: Type.Optional(Type.Array(Type.String())),
  model_name: Type.Optional(Type.String()),
  architecture: Type.Optional(Type.String()),
});
export type Cpu = Static<typeof Cpu>;

export const Gpu = Model("gpu", {
  vendor: Type.Optional(Type.String()),
  vendor_id: Type.Optional(Type.String()),
  device_id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
});
export type Gpu = Static<typeof Gpu>;

export const Route = Model("route", {
  interface: Type.Optional(Type.String()),
  gateway: Type.Optional(Type.String()),
  destination: Type.Optional(Type.String()),
  family: Type.Optional(Int32()),
  metric: Type.Optional(Int32()),
});
export type Route = Static<typeof Route>;

export const Inventory = Model("inventory", {
  hostname: Type.Optional(Type.String()),
  bmc_address: Type.Optional(Type.String()),
  interfaces: Type.Optional(Type.Array(Interface)),
  disks: Type.Optional(Type.Array(Disk)),
  boot: Type.Optional(Boot),
  system_vendor: Type.Optional(SystemVendor),
  bmc_v6address: Type.Optional(Type.String()),
  memory: Type.Optional(Memory),
  cpu: Type.Optional(Cpu),
  gpus: Type.Optional(Type.Array(Gpu)),
  routes: Type.Optional(Type.Array(Route)),
  tpm_version: Type.Optional(Enumeration(["none", "1.2", "2.0"])),
  truncation: Type.Optional(
    Fields({
      type: Type.Optional(Enumeration(["partial", "full"])),
      reasons: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type Inventory = Static<typeof Inventory>;
