import type { Host } from "../model/host.ts";

/** IP address → the MAC addresses that answered for it, where more than one did (reference service 4.2). */
export function ipCollisions(hosts: readonly Host[]): Record<string, string[]> {
  const firstAnswer = new Map<string, string>();
  const collisions = new Map<string, Set<string>>();
  for (const host of hosts) {
    for (const remote of host.connectivity?.remoteHosts ?? []) {
      for (const { remoteIpAddress: ip, remoteMac } of remote.l2Connectivity ?? []) {
        if (!ip || !remoteMac) continue;
        const first = firstAnswer.get(ip);
        if (first === undefined) firstAnswer.set(ip, remoteMac);
        else if (first !== remoteMac && first.toLowerCase() !== remoteMac.toLowerCase()) {
          const macs = collisions.get(ip) ?? new Set([first.toLowerCase()]);
          collisions.set(ip, macs.add(remoteMac.toLowerCase()));
        }
      }
    }
  }
  return Object.fromEntries([...collisions].sort().map(([ip, macs]) => [ip, [...macs].sort()]));
}
