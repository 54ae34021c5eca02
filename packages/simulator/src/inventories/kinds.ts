import type { Blueprint, Maker } from "../machine/blueprint.ts";
import { arm64Server } from "./arm64-server.ts";
import { benchServer } from "./bench-server.ts";
import { edgeBox } from "./edge-box.ts";
import { rackServer } from "./rack-server.ts";
import { smallVm } from "./small-vm.ts";

export const machineKinds = {
  "small-vm": smallVm,
  "rack-server": rackServer,
  "edge-box": edgeBox,
  "arm64-server": arm64Server,
  "bench-server": benchServer,
} as const satisfies Readonly<Record<string, Blueprint>>;

export type MachineKind = keyof typeof machineKinds;

export const kindsOfMachines = [
  "small-vm",
  "rack-server",
  "edge-box",
  "arm64-server",
  "bench-server",
] as const satisfies MachineKind[];

/** What the firmware says of machines on platforms that take no others (reference service 4.2, host-side A9). */
export const platformMakers = {
  vsphere: { manufacturer: "VMware, Inc.", product: "VMware7,1", virtual: true },
  nutanix: { manufacturer: "Nutanix", product: "AHV", virtual: true },
  oci: { manufacturer: "OracleCloud.com", product: "Standard PC (i440FX + PIIX, 1996)", virtual: true },
  openstack: { manufacturer: "Red Hat", product: "OpenStack Compute", virtual: true },
} as const satisfies Readonly<Record<string, Maker>>;

export type PlatformMaker = keyof typeof platformMakers;
