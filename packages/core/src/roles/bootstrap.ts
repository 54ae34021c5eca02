import { effectiveRole, type Host, type HostStatus } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";

const electable: ReadonlySet<HostStatus> = new Set([
  "known",
  "preparing-for-installation",
  "preparing-successful",
] satisfies HostStatus[]);

const hasMac = ({ inventory }: Host, mac: string): boolean =>
  (inventory?.interfaces ?? []).some(({ macAddress }) => macAddress?.toLowerCase() === mac.toLowerCase());

/** The control plane node that starts the others: a forced one, else the one chosen before, else the last that is ready. */
export function electBootstrap(
  { hosts }: Pick<ClusterSnapshot, "hosts">,
  { bootstrapHostMac }: Pick<Policy, "bootstrapHostMac">,
): string | null {
  const candidates = hosts.filter((host) => electable.has(host.status) && effectiveRole(host) === "master");
  const forced = bootstrapHostMac ? candidates.find((host) => hasMac(host, bootstrapHostMac)) : undefined;
  const chosen =
    forced ?? hosts.find((host) => host.bootstrap && effectiveRole(host) === "master") ?? candidates.at(-1);
  return chosen?.id ?? null;
}
