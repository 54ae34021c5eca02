// Whether the machine still answers, still reads its boot media, and runs the agent that the service expects.
import { fail, notApplicable, pass } from "../../finding.ts";
import type { Host } from "../../model/host.ts";
import { type Instant, minute, second } from "../../model/instant.ts";
import type { Policy } from "../../policy.ts";
import { type HostValidation, hasRebooted, unlessRebooted } from "./validation.ts";

const installing: ReadonlySet<Host["status"]> = new Set(["installing", "installing-in-progress"]);

/** When a host counts as lost if it stays silent; null once its agent is gone for good reason. */
export function disconnectsAt(host: Host, policy: Policy): Instant | null {
  if (hasRebooted(host)) return null;
  const extra = host.bootstrap && installing.has(host.status) ? policy.bootstrapExtraDisconnection : 0;
  return (host.checkedInAt ?? host.registeredAt) + policy.maxDisconnection + extra;
}

export const connected: HostValidation = {
  id: "connected",
  category: "network",
  needs: [],
  check: ({ host, policy, now }) => {
    const limit = disconnectsAt(host, policy);
    if (limit === null) return notApplicable;
    if (now < limit) return pass("The host is in touch with the service.");
    const heardOf = host.checkedInAt ?? host.registeredAt;
    return fail({
      // The moment, not how long ago: a sentence that grows older would be written anew with every refresh.
      found: `no word from the host since ${new Date(heardOf).toISOString()}`,
      needed: `a sign of life at least every ${formatDuration(limit - heardOf)}`,
      remedy: "check that the machine is powered on, that its agent runs, and that it reaches the service",
    });
  },
};

export const mediaConnected: HostValidation = {
  id: "media-connected",
  category: "network",
  needs: [],
  check: unlessRebooted(({ host }) =>
    host.mediaStatus === "connected"
      ? pass("The boot media can be read.")
      : fail({
          found: "boot media that cannot be read any more",
          needed: "the media the machine booted from, until the installation has written its disk",
          remedy: "connect the (virtual) media again, check the link to it, and restart the machine from it",
        }),
  ),
};

export const compatibleAgent: HostValidation = {
  id: "compatible-agent",
  category: "hardware",
  needs: [],
  check: ({ host, policy }) => {
    if (host.progress.stage !== null) return notApplicable;
    if (!policy.upgradeAgent) return pass("The version of the agent is not checked here.");
    if (host.discoveryAgentVersion === policy.agentImage) return pass("The agent is the one this service expects.");
    return fail({
      found: host.discoveryAgentVersion ? `agent ${host.discoveryAgentVersion}` : "an agent that names no version",
      needed: `agent ${policy.agentImage}`,
      remedy: "wait a few minutes: the agent is being replaced; if it stays, boot the machine from a fresh image",
    });
  },
};

const formatDuration = (duration: Instant): string =>
  duration < 2 * minute ? `${Math.round(duration / second)} seconds` : `${Math.floor(duration / minute)} minutes`;
