import type { Blueprint, DiskModel } from "../machine/blueprint.ts";
import { serverX86 } from "../machine/cpu-flags.ts";

const systemDisk: DiskModel = {
  bus: "sata",
  vendor: "ATA",
  model: "SSDSC2KG480G8R",
  sizeGb: 480,
  driveType: "SSD",
};
const fastDisk: DiskModel = {
  bus: "nvme",
  vendor: "",
  model: "Dell Ent NVMe P5600 MU U.2 3.2TB",
  sizeGb: 3_200,
  driveType: "SSD",
};
const slowDisk: DiskModel = { bus: "sas", vendor: "SEAGATE", model: "ST4000NM017A", sizeGb: 4_000, driveType: "HDD" };

const broadcom = { vendor: "0x14e4", product: "0x165f" };
const mellanox = { vendor: "0x15b3", product: "0x1017" };

/** Two sockets, a mirror of small disks to boot from, many large ones, and more ports than cables. */
export const rackServer: Blueprint = {
  cpu: {
    architecture: "x86_64",
    model: "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz",
    count: 64,
    mhz: 3_200,
    flags: serverX86,
  },
  memoryGib: 256,
  disks: [systemDisk, systemDisk, ...Array<DiskModel>(8).fill(slowDisk), ...Array<DiskModel>(4).fill(fastDisk)],
  nics: [
    { name: "ens1f0np0", speedMbps: 25_000, ...mellanox },
    { name: "ens1f1np1", speedMbps: 25_000, ...mellanox },
    { name: "eno8303", speedMbps: 1_000, ...broadcom },
    { name: "eno8403", speedMbps: 1_000, ...broadcom, cabled: false },
    { name: "ens2f0np0", speedMbps: 25_000, ...mellanox, cabled: false },
    { name: "ens2f1np1", speedMbps: 25_000, ...mellanox, cabled: false },
  ],
  gpus: [],
  maker: { manufacturer: "Dell Inc.", product: "PowerEdge R750", virtual: false },
  tpm: "2.0",
  bootMode: "uefi",
  secureBoot: "Enabled",
  hasBmc: true,
};
