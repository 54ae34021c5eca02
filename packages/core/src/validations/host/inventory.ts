// Whether the host told what it is, and all of it.
import { fail, pass } from "../../finding.ts";
import { type HostValidation, withInventory } from "./validation.ts";

export const hasInventory: HostValidation = {
  id: "has-inventory",
  category: "hardware",
  needs: [],
  check: ({ host }) =>
    host.inventory
      ? pass("The host has described itself.")
      : fail({
          found: "no inventory of the host",
          needed: "the description of its hardware that the agent sends soon after it started",
          remedy: "wait a minute; if nothing comes, look at the agent's journal on the machine",
        }),
};

export const inventoryNotPartiallyTruncated = notTruncated("inventory-not-partially-truncated", "partial");
export const inventoryNotFullyTruncated = notTruncated("inventory-not-fully-truncated", "full");

function notTruncated(id: HostValidation["id"], type: "partial" | "full"): HostValidation {
  return {
    id,
    category: "hardware",
    needs: ["has-inventory"],
    check: withInventory(({ truncation }) => {
      if (truncation?.type !== type) return pass("Nothing had to be left out of the inventory.");
      const reasons = truncation.reasons?.join("; ") ?? "";
      return fail({
        found: `an inventory cut short (${type})${reasons && `: ${reasons}`}`,
        needed: "an inventory small enough to be sent whole",
        remedy: "detach disks or interfaces that the cluster does not need, or raise the size limit of the service",
      });
    }),
  };
}
