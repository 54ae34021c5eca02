import type { InfraEnv } from "@muster/core";
import { environmentLine, proxyVariables } from "@muster/ignition";
import { type CpioEntry, gzipCpio } from "@muster/iso";
import { networkBootScript } from "@muster/nmstate";
import { networkUnit, networkUnitName } from "./network-unit.ts";
import { networkFiles } from "./static-network.ts";

const units = "etc/systemd/system";

/**
 * What a minimal image needs before it can fetch the rest of itself: the machine's network, and the proxy to fetch
 * through. Null when it needs nothing (reference service 6.1).
 */
export async function minimalInitrd({ proxy, staticNetworkConfig }: InfraEnv): Promise<Buffer | null> {
  const entries = [...(await networkEntries(staticNetworkConfig)), ...proxyEntries(proxy)];
  return entries.length === 0 ? null : gzipCpio(entries);
}

async function networkEntries(configs: InfraEnv["staticNetworkConfig"]): Promise<CpioEntry[]> {
  const files = await networkFiles(configs);
  if (files.length === 0) return [];
  return [
    ...[...files, networkBootScript].map(({ path, mode, content }) => file(path, content, mode)),
    file(`${units}/${networkUnitName}`, networkUnit),
    link(`${units}/initrd.target.wants/${networkUnitName}`, `../${networkUnitName}`),
  ];
}

/** The unit of the live system that fetches its root filesystem. */
function proxyEntries(proxy: InfraEnv["proxy"]): CpioEntry[] {
  const variables = proxyVariables({ proxy });
  if (variables.length === 0) return [];
  const lines = variables.map(([name, value]) => environmentLine(name, value));
  return [file(`${units}/coreos-livepxe-rootfs.service.d/10-proxy.conf`, `[Service]\n${lines.join("\n")}\n`)];
}

const file = (path: string, content: string, mode = 0o644): CpioEntry => ({
  path: path.replace(/^\//, ""),
  mode: 0o100000 | mode,
  bytes: Buffer.from(content),
});

const link = (path: string, target: string): CpioEntry => ({ path, mode: 0o120777, bytes: Buffer.from(target) });
