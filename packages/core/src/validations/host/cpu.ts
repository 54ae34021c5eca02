import { fail, pass } from "../../finding.ts";
import { minimalRequirements, versionFor } from "../../hardware/ocp-requirements.ts";
import { requirementsFor } from "../../hardware/requirements.ts";
import { effectiveRole } from "../../model/host.ts";
import { boundWithInventory, type HostValidation, wholeInventory, withInventory } from "./validation.ts";

const cores = (count: number): string => `${count} CPU core${count === 1 ? "" : "s"}`;

export const hasMinCpuCores: HostValidation = {
  id: "has-min-cpu-cores",
  category: "hardware",
  needs: wholeInventory,
  check: withInventory(({ cpu }, facts) => {
    const { cpuCores } = minimalRequirements(versionFor(facts), facts.policy);
    const found = cpu?.count ?? 0;
    if (found >= cpuCores) return pass("Enough CPU cores for at least one role.");
    return fail({
      found: cores(found),
      needed: `${cores(cpuCores)} for even the smallest role`,
      remedy: "give the machine more cores, or use another one",
    });
  }),
};

export const hasCpuCoresForRole: HostValidation = {
  id: "has-cpu-cores-for-role",
  category: "hardware",
  needs: wholeInventory,
  check: boundWithInventory((facts, _, { cpu }) => {
    const { total, operators } = requirementsFor(facts);
    const role = effectiveRole(facts.host);
    const found = cpu?.count ?? 0;
    if (found >= total.cpuCores) return pass(`Enough CPU cores for role ${role}.`);
    const withOperators = operators.some(({ requirements }) => (requirements.cpuCores ?? 0) > 0);
    return fail({
      found: cores(found),
      needed: `${cores(total.cpuCores)} for role ${role}${withOperators ? " with the chosen operators" : ""}`,
      remedy: withOperators
        ? "give the machine more cores, choose another role, or choose fewer operators"
        : "give the machine more cores, or choose another role",
    });
  }),
};
