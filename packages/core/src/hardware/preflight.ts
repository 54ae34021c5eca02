// What a cluster will ask of its hosts, before there are any.
import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";
import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { operators } from "../operators/catalogue.ts";
import type { RolePreflight } from "../operators/definition.ts";
import type { Policy, RoleRequirements } from "../policy.ts";
import { needsTpm } from "./disk-encryption.ts";
import { ocpRequirements } from "./ocp-requirements.ts";

export type PreflightRequirements = FromWire<typeof wire.PreflightHardwareRequirements>;
export type RequirementsDetails = FromWire<typeof wire.ClusterHostRequirementsDetails>;

/** All operators of the catalogue are told, chosen or not: people choose by what they cost. */
export function preflightRequirements(cluster: Cluster, policy: Policy): PreflightRequirements {
  const version = cluster.openshiftVersion;
  const master = ocpRequirements(version, isSingleNode(cluster) ? "sno" : "master", policy);
  const worker = ocpRequirements(version, "worker", policy);
  return {
    ocp: {
      master: { quantitative: { ...requirementsDetails(master), tpmEnabledInBios: needsTpm(cluster, "master") } },
      worker: { quantitative: { ...requirementsDetails(worker), tpmEnabledInBios: needsTpm(cluster, "worker") } },
    },
    operators: operators
      .filter(({ type, replacedBy }) => type === "olm" && replacedBy === null)
      .map(({ name, dependencies, preflight }) => {
        const roles = preflight(cluster, policy);
        return {
          operatorName: name,
          dependencies: [...dependencies(cluster)],
          requirements: { master: inDetail(roles.master), worker: inDetail(roles.worker) },
        };
      }),
  };
}

const inDetail = ({ quantitative, qualitative }: RolePreflight) => ({
  quantitative: requirementsDetails(quantitative),
  qualitative: [...qualitative],
});

/** Requirements under the names of the wire; limits that do not apply are left out. */
export function requirementsDetails(requirements: Partial<RoleRequirements>): RequirementsDetails {
  const { cpuCores = 0, ramMib = 0, diskSizeGb = 0, diskSpeedThresholdMs = 0 } = requirements;
  const { networkLatencyThresholdMs = null, packetLossPercentage = null } = requirements;
  return {
    cpuCores,
    ramMib,
    diskSizeGb,
    installationDiskSpeedThresholdMs: diskSpeedThresholdMs,
    ...(networkLatencyThresholdMs !== null && { networkLatencyThresholdMs }),
    ...(packetLossPercentage !== null && { packetLossPercentage }),
  };
}
