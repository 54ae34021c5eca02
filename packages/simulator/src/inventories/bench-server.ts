import type { Blueprint, DiskModel } from "../machine/blueprint.ts";
import { serverX86 } from "../machine/cpu-flags.ts";

const disk: DiskModel = {
  bus: "sata",
  vendor: "ATA",
  model: "MTFDDAK960TDT",
  sizeGb: 960,
  driveType: "SSD",
  smart: true,
};
const port = { speedMbps: 25_000, vendor: "0x8086", product: "0x158b" };

/** The machine of the benchmarks: its inventory has 9.4 kB, so that figures compare. */
export const benchServer: Blueprint = {
  cpu: {
    architecture: "x86_64",
    model: "Intel(R) Xeon(R) Silver 4215R CPU @ 3.20GHz",
    count: 16,
    mhz: 4_000,
    flags: serverX86,
  },
  memoryGib: 64,
  disks: Array<DiskModel>(6).fill(disk),
  nics: ["ens1f0", "ens1f1", "ens2f0", "ens2f1", "eno1", "eno2"].map((name) => ({ name, ...port })),
  gpus: [
    {
      address: "0000:3b:00.0",
      vendor: "NVIDIA Corporation",
      vendor_id: "10de",
      name: "TU104GL [Tesla T4]",
      device_id: "1eb8",
    },
  ],
  maker: { manufacturer: "Dell Inc.", product: "PowerEdge R640", virtual: false },
  tpm: "2.0",
  bootMode: "uefi",
  secureBoot: "Disabled",
  hasBmc: true,
};
