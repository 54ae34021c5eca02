import type { Host, HostStatus } from "../model/host.ts";
import { type Instant, minute, second } from "../model/instant.ts";

const lost: ReadonlySet<HostStatus> = new Set<HostStatus>(["disconnected", "disconnected-unbound"]);

/** Whether a poll is more than a sign of life: the host was lost, or its clock jumped. All others need no refresh. */
export function isCheckInNews(host: Host, clockSeconds: number | null, now: Instant): boolean {
  if (lost.has(host.status) || host.connectionTimedOut) return true;
  if (clockSeconds === null) return false;
  if (host.clockSeconds === null || host.clockReadAt === null) return true;
  const drift = clockSeconds * second - now - (host.clockSeconds * second - host.clockReadAt);
  return Math.abs(drift) > minute;
}
