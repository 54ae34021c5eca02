import type { Host, Inventory } from "@muster/contract";

const read = new WeakMap<Host, Inventory>();

/** The inventory is JSON in a string; it is read once for each answer. */
export function inventoryOf(host: Host): Inventory {
  const known = read.get(host);
  if (known) return known;
  const inventory: Inventory = host.inventory ? JSON.parse(host.inventory) : {};
  read.set(host, inventory);
  return inventory;
}
