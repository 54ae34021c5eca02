import type { Inventory, Route } from "../model/observations.ts";
import { type Family, familyOf } from "./address.ts";

const anywhere = new Set(["0.0.0.0", "::"]);

export const isDefaultRoute = ({ destination, gateway }: Route): boolean =>
  destination !== undefined && anywhere.has(destination) && gateway !== undefined && gateway !== "";

/** The default route that the kernel would take: the one with the lowest metric, the first of equals. */
export function defaultRoute(inventory: Inventory, family?: Family): Route | null {
  const candidates = (inventory.routes ?? []).filter(
    (route) => isDefaultRoute(route) && (family === undefined || familyOf(route.destination ?? "") === family),
  );
  const metric = (route: Route) => route.metric ?? 0;
  return candidates.reduce<Route | null>(
    (best, route) => (best === null || metric(route) < metric(best) ? route : best),
    null,
  );
}
