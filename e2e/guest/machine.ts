// One virtual machine, emulated in software, from power-on until it switches itself off.
import { spawn } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { firmware } from "./parts.ts";

export type Machine = Readonly<{
  boot:
    | Readonly<{ from: "cd"; image: string; by: "bios" | "uefi" }>
    | Readonly<{ from: "kernel"; kernel: string; initrd: string; kernelArguments: string }>;
  /** A file that the machine may write its firmware's variables to. */
  scratch: string;
  patienceSeconds?: number;
}>;

/** Everything that it wrote to its serial console, shown as it comes with MUSTER_E2E_CONSOLE=1. The host's loopback is 10.0.2.2 inside. */
export async function runMachine({ boot, scratch, patienceSeconds = 240 }: Machine): Promise<string> {
  const usual =
    "-M q35 -accel tcg,thread=multi -cpu max -smp 1 -m 768 -display none -vga none -nodefaults -no-user-config";
  const network = "-no-reboot -serial stdio -nic user,model=virtio-net-pci,mac=52:54:00:00:00:01";
  const uuid = "-uuid 11111111-2222-3333-4444-555555555555";
  const args = [usual, network, uuid].flatMap((part) => part.split(" "));
  return run([...args, ...(await bootOptions(boot, scratch))], patienceSeconds);
}

async function bootOptions(boot: Machine["boot"], scratch: string): Promise<string[]> {
  if (boot.from === "kernel") {
    return ["-kernel", boot.kernel, "-initrd", boot.initrd, "-append", boot.kernelArguments];
  }
  const cd = ["-device", "virtio-scsi-pci", "-device", "scsi-cd,drive=cd,bootindex=1"];
  const image = ["-drive", `id=cd,if=none,format=raw,readonly=on,file=${boot.image}`];
  if (boot.by === "bios") return [...cd, ...image];
  await copyFile(firmware.variables, scratch);
  const uefi = ["-drive", `if=pflash,format=raw,readonly=on,file=${firmware.code}`];
  return [...uefi, "-drive", `if=pflash,format=raw,file=${scratch}`, ...cd, ...image];
}

function run(args: readonly string[], patienceSeconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("qemu-system-x86_64", args, { stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    const add = (chunk: Buffer) => {
      printed += chunk.toString("utf8").replaceAll("\r", "");
      if (process.env.MUSTER_E2E_CONSOLE) process.stderr.write(chunk);
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    const late = setTimeout(() => child.kill("SIGKILL"), patienceSeconds * 1_000);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(late);
      if (code === 0) resolve(printed);
      else reject(new Error(`the machine did not switch itself off in ${patienceSeconds} s (${code}):\n${printed}`));
    });
  });
}

/** `NAME text` lines of a guest, by name. */
export function told(console: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...console.matchAll(/^GUEST (\S+) ?(.*)$/gm)].map(([, name, text]) => [name, text]));
}
