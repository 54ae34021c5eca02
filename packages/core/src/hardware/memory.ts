import type { Inventory } from "../model/observations.ts";

const mib = 1024 ** 2;

/** Firmware keeps a little memory for itself; what it takes must not fail a machine of the right nominal size. */
const toleranceMib = 100;
/** The kernel's own count leaves its image and page tables out. */
const meminfoShortfall = 0.02;

export const physicalMib = (inventory: Inventory): number => (inventory.memory?.physicalBytes ?? 0) / mib;

export function hasMemory(inventory: Inventory, requiredMib: number): boolean {
  const found = physicalMib(inventory);
  const hidden = inventory.memory?.physicalBytesMethod === "meminfo" ? found * meminfoShortfall : 0;
  return found + hidden + toleranceMib >= requiredMib;
}
