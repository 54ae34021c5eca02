// What one host needs in all: OpenShift plus the operators that its cluster asks for.
import { effectiveRole, type HostRole } from "../model/host.ts";
import { operators } from "../operators/catalogue.ts";
import type { RoleRequirements } from "../policy.ts";
import type { HostFacts } from "../validations/facts.ts";
import { needsTpm } from "./disk-encryption.ts";
import type { DiskRules } from "./disks.ts";
import { ocpRequirements, requirementRole, versionFor } from "./ocp-requirements.ts";

export type HostRequirements = RoleRequirements & Readonly<{ tpmEnabledInBios: boolean }>;

export type RequirementsBreakdown = Readonly<{
  total: HostRequirements;
  ocp: HostRequirements;
  operators: readonly Readonly<{ name: string; requirements: Partial<RoleRequirements> }>[];
}>;

/** Several checks ask for the same host during one run. */
const known = new WeakMap<HostFacts, RequirementsBreakdown>();

export function requirementsFor(facts: HostFacts): RequirementsBreakdown {
  const before = known.get(facts);
  if (before) return before;
  const breakdown = breakDown(facts, effectiveRole(facts.host));
  known.set(facts, breakdown);
  return breakdown;
}

function breakDown(facts: HostFacts, role: HostRole): RequirementsBreakdown {
  const { cluster, policy } = facts;
  const ocp = {
    ...ocpRequirements(versionFor(facts), requirementRole(facts, role), policy),
    tpmEnabledInBios: cluster !== null && needsTpm(cluster, role),
  };
  const wanted = new Set(cluster?.monitoredOperators.map(({ name }) => name));
  const added = operators
    .filter(({ name }) => wanted.has(name))
    .map(({ name, hostRequirements }) => ({ name, requirements: hostRequirements(facts, role) }));
  return {
    total: added.reduce((total, { requirements }) => addRequirements(total, requirements), ocp),
    ocp,
    operators: added,
  };
}

/** Amounts add up; of two limits the stricter one counts. */
export function addRequirements(total: HostRequirements, more: Partial<RoleRequirements>): HostRequirements {
  return {
    ...total,
    cpuCores: total.cpuCores + (more.cpuCores ?? 0),
    ramMib: total.ramMib + (more.ramMib ?? 0),
    diskSizeGb: total.diskSizeGb + (more.diskSizeGb ?? 0),
    diskSpeedThresholdMs: Math.min(total.diskSpeedThresholdMs, more.diskSpeedThresholdMs || Number.POSITIVE_INFINITY),
    networkLatencyThresholdMs: stricter(total.networkLatencyThresholdMs, more.networkLatencyThresholdMs),
    packetLossPercentage: stricter(total.packetLossPercentage, more.packetLossPercentage),
  };
}

const stricter = (one: number | null, other: number | null | undefined): number | null =>
  one === null || other === null || other === undefined ? (one ?? other ?? null) : Math.min(one, other);

/** How `assessDisks` must judge the disks of this host now: by version, role and operators. */
export const diskRules = (facts: HostFacts): DiskRules => ({
  openshiftVersion: versionFor(facts),
  minimumSizeGb: requirementsFor(facts).total.diskSizeGb,
});
