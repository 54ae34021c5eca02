// What OpenShift itself asks of a machine, by role and version (reference service 4.4).
import { isSingleNode } from "../model/cluster.ts";
import { effectiveRole, type HostRole, isDay2 } from "../model/host.ts";
import type { Inventory } from "../model/observations.ts";
import type { Policy, RequirementRole, RoleRequirements, VersionedRequirements } from "../policy.ts";
import type { HostFacts } from "../validations/facts.ts";

const nothing: RoleRequirements = {
  cpuCores: 0,
  ramMib: 0,
  diskSizeGb: 0,
  diskSpeedThresholdMs: 0,
  networkLatencyThresholdMs: null,
  packetLossPercentage: null,
};

/** An entry for exactly this version, else that of the highest minimum version it reaches, each laid over the default. */
export function ocpRequirements(version: string, role: RequirementRole, policy: Policy): RoleRequirements {
  const entries = policy.hardwareRequirements;
  const base = entries.find((entry) => entry.version === "default");
  const override = exactly(entries, version) ?? highestMinimum(entries, version);
  return { ...nothing, ...base?.roles[role], ...override?.roles[role] };
}

/** "4.16" speaks for all of its patches, unless one has an entry of its own. */
function exactly(entries: readonly VersionedRequirements[], version: string): VersionedRequirements | undefined {
  const exact = entries.filter((entry) => entry.matchType === "exact" && entry.version !== "default");
  const [major, minor] = numbersOf(version);
  return (
    exact.find((entry) => entry.version === version) ?? exact.find((entry) => entry.version === `${major}.${minor}`)
  );
}

function highestMinimum(entries: readonly VersionedRequirements[], version: string): VersionedRequirements | undefined {
  return entries
    .filter((entry) => entry.matchType === "min_version" && compareVersions(version, entry.version) >= 0)
    .reduce<VersionedRequirements | undefined>(
      (best, entry) => (best && compareVersions(best.version, entry.version) >= 0 ? best : entry),
      undefined,
    );
}

/** Pre-releases count as the version they lead to, and unreadable versions as newer than all. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : [Number.MAX_SAFE_INTEGER];
}

/** Whichever role is the least demanding: a machine below this is of no use at all. */
export function minimalRequirements(
  version: string,
  policy: Policy,
): Pick<RoleRequirements, "cpuCores" | "ramMib" | "diskSizeGb"> {
  const roles = (["master", "arbiter", "worker"] as const).map((role) => ocpRequirements(version, role, policy));
  const least = (of: (requirements: RoleRequirements) => number) => Math.min(...roles.map(of));
  return {
    cpuCores: least(({ cpuCores }) => cpuCores),
    ramMib: least(({ ramMib }) => ramMib),
    diskSizeGb: least(({ diskSizeGb }) => diskSizeGb),
  };
}

/** Until a role is chosen or suggested a host is measured as a worker. */
export function requirementRole(facts: HostFacts, role: HostRole = effectiveRole(facts.host)): RequirementRole {
  const { cluster, host, policy } = facts;
  if (role === "arbiter") return "arbiter";
  if (role === "master") return cluster && isSingleNode(cluster) && !isDay2(host) ? "sno" : "master";
  return isEdgeWorker(host.inventory, policy) ? "edgeWorker" : "worker";
}

function isEdgeWorker(inventory: Inventory | null, { edgeWorkerProducts }: Policy): boolean {
  const architecture = inventory?.cpu?.architecture;
  const arm = architecture === "aarch64" || architecture === "arm64";
  return arm && edgeWorkerProducts.includes(inventory?.systemVendor?.productName ?? "");
}

/** The version a host would be installed with; a pool host goes by the image it booted. */
export const versionFor = ({ cluster, infraEnv }: HostFacts): string =>
  cluster?.openshiftVersion || infraEnv?.openshiftVersion || "";
