import { fail, pass } from "../../finding.ts";
import { hasMemory, physicalMib } from "../../hardware/memory.ts";
import { minimalRequirements, versionFor } from "../../hardware/ocp-requirements.ts";
import { requirementsFor } from "../../hardware/requirements.ts";
import { formatMib } from "../../hardware/size.ts";
import { effectiveRole } from "../../model/host.ts";
import { boundWithInventory, type HostValidation, wholeInventory, withInventory } from "./validation.ts";

export const hasMinMemory: HostValidation = {
  id: "has-min-memory",
  category: "hardware",
  needs: wholeInventory,
  check: withInventory((inventory, facts) => {
    const { ramMib } = minimalRequirements(versionFor(facts), facts.policy);
    if (hasMemory(inventory, ramMib)) return pass("Enough memory for at least one role.");
    return fail({
      found: `${formatMib(physicalMib(inventory))} of memory`,
      needed: `${formatMib(ramMib)} for even the smallest role`,
      remedy: "add memory to the machine, or use another one",
    });
  }),
};

export const hasMemoryForRole: HostValidation = {
  id: "has-memory-for-role",
  category: "hardware",
  needs: wholeInventory,
  check: boundWithInventory((facts, _, inventory) => {
    const { total, operators } = requirementsFor(facts);
    const role = effectiveRole(facts.host);
    if (hasMemory(inventory, total.ramMib)) return pass(`Enough memory for role ${role}.`);
    const withOperators = operators.some(({ requirements }) => (requirements.ramMib ?? 0) > 0);
    return fail({
      found: `${formatMib(physicalMib(inventory))} of memory`,
      needed: `${formatMib(total.ramMib)} for role ${role}${withOperators ? " with the chosen operators" : ""}`,
      remedy: withOperators
        ? "add memory to the machine, choose another role, or choose fewer operators"
        : "add memory to the machine, or choose another role",
    });
  }),
};
