import type { Blueprint } from "../machine/blueprint.ts";
import { serverX86 } from "../machine/cpu-flags.ts";

const port = { speedMbps: 1_000, vendor: "0x8086", product: "0x15f3" };

/** A fanless box under a counter: one disk, one cable, enough for a single node. */
export const edgeBox: Blueprint = {
  cpu: {
    architecture: "x86_64",
    model: "Intel(R) Xeon(R) D-1718T CPU @ 2.60GHz",
    count: 8,
    mhz: 3_500,
    flags: serverX86,
  },
  memoryGib: 32,
  disks: [{ bus: "nvme", vendor: "", model: "Micron_7450_MTFDKBA480TFR", sizeGb: 480, driveType: "SSD" }],
  nics: [
    { name: "enp2s0", ...port },
    { name: "enp3s0", ...port, cabled: false },
  ],
  gpus: [],
  maker: { manufacturer: "Supermicro", product: "SYS-E302-12D", virtual: false },
  tpm: "2.0",
  bootMode: "uefi",
  secureBoot: "Disabled",
  hasBmc: true,
};
