// The initrd of a guest: a shell, some modules, and a script that is all the guest does.
import { readFileSync } from "node:fs";
import { type CpioEntry, gzipCpio } from "@muster/iso";
import { guestModule, guestShell } from "./parts.ts";

/** In the order in which they can be loaded. */
export const networkModules = [
  ...["virtio", "virtio_ring", "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci"],
  ...["failover", "net_failover", "virtio_net"],
];

export type Guest = Readonly<{
  /** What /init does after /proc, /sys and /dev are there; the guest is switched off behind it. */
  script: string;
  modules: readonly string[];
  files?: readonly CpioEntry[];
}>;

export function guestInitrd({ script, modules, files = [] }: Guest): Buffer {
  const init = `#!/bin/busybox sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
# The kernel would write into our lines.
echo 0 > /proc/sys/kernel/printk
mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in ${modules.join(" ")}; do insmod /modules/$module.ko; done
${script}
poweroff -f
`;
  const directories = ["dev", "proc", "sys", "tmp", "run", "sbin", "usr/bin"];
  return gzipCpio([
    ...directories.map((path) => ({ path, mode: 0o040755, bytes: new Uint8Array() })),
    { path: "bin/busybox", mode: 0o100755, bytes: readFileSync(guestShell) },
    { path: "init", mode: 0o100755, bytes: Buffer.from(init) },
    ...modules.map((name) => ({ path: `modules/${name}.ko`, mode: 0o100644, bytes: guestModule(name) })),
    ...files,
  ]);
}
