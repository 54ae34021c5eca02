import { fail, pass } from "../../finding.ts";
import { effectiveRole, type Host, type HostStatus, hostName } from "../../model/host.ts";
import { minute, second } from "../../model/instant.ts";
import { assignRoles } from "../../roles/suggest.ts";
import { controlPlaneProblem } from "../../roles/topology.ts";
import type { ClusterValidation } from "./validation.ts";

const ready: ReadonlySet<HostStatus> = new Set([
  "known",
  "preparing-for-installation",
  "preparing-successful",
] satisfies HostStatus[]);

export const allHostsReady: ClusterValidation = {
  id: "all-hosts-are-ready-to-install",
  category: "hosts-data",
  needs: [],
  check: ({ hosts }) => {
    const waiting = hosts.filter(({ status }) => !ready.has(status));
    if (waiting.length === 0) return pass("All hosts are ready to be installed.");
    return fail({
      found: `hosts that are not ready: ${named(waiting, ({ status }) => status)}`,
      needed: "every host of the cluster to be ready",
      remedy: "see what holds these hosts back, or remove them",
    });
  },
};

/** Long lists help nobody; the rest is counted. */
function named(hosts: readonly Host[], detail: (host: Host) => string): string {
  const shown = hosts.slice(0, 5).map((host) => `${hostName(host)} (${detail(host)})`);
  return hosts.length > shown.length ? `${shown.join(", ")} and ${hosts.length - shown.length} more` : shown.join(", ");
}

export const sufficientMastersCount: ClusterValidation = {
  id: "sufficient-masters-count",
  category: "hosts-data",
  needs: [],
  check: ({ cluster, hosts, infraEnvs, policy, now }) => {
    const decided = hosts.every((host) => effectiveRole(host) !== "auto-assign");
    const roles = decided
      ? new Map(hosts.map((host) => [host.id, effectiveRole(host)]))
      : assignRoles({ cluster, hosts, infraEnvs }, policy, now);
    const problem = controlPlaneProblem(cluster, hosts, roles, policy);
    return problem ? fail(problem) : pass("The cluster has the control plane it should have.");
  },
};

/** From the reboot on a host no longer tells its time, and a host that was lost told it long ago. */
const tellingTime: ReadonlySet<HostStatus> = new Set([
  "known",
  "insufficient",
  "pending-for-input",
  "preparing-for-installation",
  "preparing-successful",
  "preparing-failed",
] satisfies HostStatus[]);

/** How far each clock is ahead of ours, measured when the host last polled. */
const aheadOf = ({ clockSeconds, clockReadAt, status }: Host): number[] =>
  clockSeconds === null || clockReadAt === null || !tellingTime.has(status)
    ? []
    : [clockSeconds * second - clockReadAt];

export const ntpServerConfigured: ClusterValidation = {
  id: "ntp-server-configured",
  category: "network",
  needs: [],
  check: ({ hosts, policy }) => {
    const offsets = hosts.flatMap(aheadOf);
    const gap =
      offsets.length < 2 ? 0 : offsets.reduce((a, b) => Math.max(a, b)) - offsets.reduce((a, b) => Math.min(a, b));
    if (gap <= policy.maxClockDifference) return pass("The clocks of the hosts agree.");
    return fail({
      found: `clocks of hosts that differ by ${Math.round(gap / minute)} minutes`,
      needed: `a difference of ${policy.maxClockDifference / minute} minutes at most`,
      remedy: "hand out an NTP server by DHCP, add one to the cluster, or set the clocks",
    });
  },
};
