import type { Changes } from "../changes.ts";
import type { HostStatus } from "../model/host.ts";
import { invalid } from "../problem.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { isImageUsable } from "../validations/host/images.ts";
import { hostChanges } from "./patch.ts";
import { hostIsNot } from "./wrong-status.ts";

const allowed = [
  "discovering",
  "known",
  "disconnected",
  "insufficient",
  "pending-for-input",
  "preparing-failed",
] as const satisfies HostStatus[];

/** Forgets a measurement, so that it is made again with the next installation (reference service 4.1). */
export function resetValidation({ host }: HostFacts, validationId: string): Outcome<Changes> {
  if (!allowed.some((status) => status === host.status)) {
    return refused(hostIsNot(host, allowed, "wait until the host is no longer being installed"));
  }
  switch (validationId) {
    case "sufficient-installation-disk-speed": {
      const { [host.installationDiskId]: _, ...disksInfo } = host.disksInfo;
      return done(hostChanges(host, { disksInfo }));
    }
    case "container-images-available": {
      const usable = Object.entries(host.imagesStatus).filter(([, image]) => isImageUsable(image));
      return done(hostChanges(host, { imagesStatus: Object.fromEntries(usable) }));
    }
    default:
      return refused(
        invalid("validation_id", {
          found: `"${validationId}", which is found anew with every refresh`,
          needed: "sufficient-installation-disk-speed or container-images-available",
          remedy: "choose one of these",
        }),
      );
  }
}
