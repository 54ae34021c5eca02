import type { Blueprint, DiskModel } from "../machine/blueprint.ts";
import { serverArm } from "../machine/cpu-flags.ts";

const disk: DiskModel = {
  bus: "nvme",
  vendor: "",
  model: "SAMSUNG MZQL21T9HCJR-00A07",
  sizeGb: 1_920,
  driveType: "SSD",
};
const port = { speedMbps: 25_000, vendor: "0x15b3", product: "0x1017" };

export const arm64Server: Blueprint = {
  cpu: { architecture: "aarch64", model: "Neoverse-N1", count: 80, mhz: 3_000, flags: serverArm },
  memoryGib: 256,
  disks: [disk, disk],
  nics: [
    { name: "enP2p1s0f0np0", ...port },
    { name: "enP2p1s0f1np1", ...port, cabled: false },
  ],
  gpus: [],
  maker: { manufacturer: "HPE", product: "ProLiant RL300 Gen11", virtual: false },
  tpm: "2.0",
  bootMode: "uefi",
  secureBoot: "Enabled",
  hasBmc: true,
};
