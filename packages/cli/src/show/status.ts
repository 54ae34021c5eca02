import type { Colour } from "../table.ts";

const colours = new Map<string, Colour>([
  ...["ready", "installed", "adding-hosts", "known", "known-unbound", "added-to-existing-cluster"].map(
    (status) => [status, "green"] as const,
  ),
  ...["error", "cancelled", "disconnected", "disconnected-unbound", "preparing-failed"].map(
    (status) => [status, "red"] as const,
  ),
  ...[
    "insufficient",
    "insufficient-unbound",
    "pending-for-input",
    "installing-pending-user-action",
    "resetting-pending-user-action",
    "unbinding-pending-user-action",
  ].map((status) => [status, "yellow"] as const),
]);

/** Green: good; yellow: somebody must do something; red: it went wrong; cyan: it is under way. */
export function statusColour(status: string): Colour {
  return colours.get(status) ?? "cyan";
}
