// Whether a host could take a role: what the choice of roles goes by (reference service 3.10).
import type { HostRole } from "../model/host.ts";
import { operators } from "../operators/catalogue.ts";
import type { HostFacts } from "../validations/facts.ts";
import { hasMemory } from "./memory.ts";
import { requirementsFor } from "./requirements.ts";

/** The operators whose needs differ by role so much that a host may be fit for one and not for the other. */
const decisive: ReadonlySet<string> = new Set(["lso", "odf", "cnv", "lvm"]);

export function canTakeRole(facts: HostFacts, role: Exclude<HostRole, "auto-assign">): boolean {
  const { inventory } = facts.host;
  if (!inventory) return false;
  const inRole = { ...facts, host: { ...facts.host, role } };
  const { cpuCores, ramMib } = requirementsFor(inRole).total;
  return (
    (inventory.cpu?.count ?? 0) >= cpuCores &&
    hasMemory(inventory, ramMib) &&
    operators
      .filter(({ name }) => decisive.has(name))
      .every(({ checkHost }) => ["success", "not-applicable"].includes(checkHost(inRole).status))
  );
}
