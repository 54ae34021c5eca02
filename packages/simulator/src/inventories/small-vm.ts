import type { Blueprint } from "../machine/blueprint.ts";
import { virtualX86 } from "../machine/cpu-flags.ts";

/** A virtual machine that is just large enough for every role. */
export const smallVm: Blueprint = {
  cpu: { architecture: "x86_64", model: "Intel Xeon Processor (Cascadelake)", count: 8, mhz: 2_095, flags: virtualX86 },
  memoryGib: 32,
  disks: [{ bus: "virtio", vendor: "0x1af4", model: "", sizeGb: 130, driveType: "HDD" }],
  nics: [{ name: "enp1s0", speedMbps: 0, vendor: "0x1af4", product: "0x0001" }],
  gpus: [],
  maker: { manufacturer: "Red Hat", product: "KVM", virtual: true },
  tpm: "none",
  bootMode: "bios",
  secureBoot: "NotSupported",
  hasBmc: false,
};
