// What holds a host on its way back to where it was discovered.
import type { Cause } from "./cause.ts";
import { type HostSituation, hostCause, waits } from "./host-situation.ts";

export const bootDiscovery = (situation: HostSituation): Cause[] => [
  hostCause(situation, "boot-discovery-image", "blocking", {
    found: "a machine that does not run the discovery image any more",
    needed: "a fresh boot from its infra-env's image",
    remedy: "boot the machine from the discovery image",
  }),
];

export const reclaiming = waits("reclaiming", {
  found: "a machine on its way back to its infra-env",
  needed: "its registration from the discovery image",
  remedy: "wait; when it does not come back, boot it from the discovery image",
});
