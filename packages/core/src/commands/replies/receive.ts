import { type Changes, noChanges } from "../../changes.ts";
import { type HostSignal, hostLifecycleFacts } from "../../lifecycle/host-facts.ts";
import { moveHost } from "../../lifecycle/host-machine.ts";
import type { Reply } from "../../steps/reply.ts";
import type { StepType } from "../../steps/step.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { changesOf } from "../move.ts";
import { hostChanges } from "../patch.ts";
import { receiveDiskSpeed } from "./disk-speed.ts";
import { receiveImages } from "./images.ts";
import { receiveInventory } from "./inventory.ts";
import { receiveAgentUpgrade } from "./upgrade-agent.ts";
import { receiveLease, receiveVerifiedVips } from "./vips.ts";

/** What an agent's answer changes. An answer that holds nothing new, or comes when it no longer matters, changes nothing. */
export function receiveReply(facts: HostFacts, reply: Reply): Changes {
  const { host } = facts;
  switch (reply.kind) {
    case "inventory":
      return receiveInventory(facts, reply.inventory);
    case "connectivity":
      return hostChanges(host, { connectivity: reply.report });
    case "free-addresses":
      return hostChanges(host, { freeAddresses: reply.networks });
    case "api-vip-connectivity":
      return hostChanges(host, { apiVipConnectivity: reply.connectivity });
    case "tang-connectivity":
      return hostChanges(host, { tangConnectivity: reply.connectivity });
    case "ntp-sources":
      return hostChanges(host, { ntpSources: reply.sources });
    case "domain-resolutions":
      return hostChanges(host, { domainNameResolutions: reply.resolutions });
    case "dhcp-lease":
      return receiveLease(facts, reply.lease);
    case "verified-vips":
      return receiveVerifiedVips(facts, reply.vips);
    case "disk-speed":
      return receiveDiskSpeed(facts, reply);
    case "image-availability":
      return receiveImages(host, reply.images);
    case "agent-upgrade":
      return receiveAgentUpgrade(host, reply);
    case "media-disconnected":
      return signal(facts, "media-disconnected");
    case "installation-failed":
      return signal(
        facts,
        "installation-failed",
        `The installer ended with exit code ${reply.exitCode}: ${reply.error || "no reason given"}`,
      );
    case "acknowledged":
      return reply.stepType === "download-boot-artifacts" ? signal(facts, "rebooting-for-reclaim") : noChanges;
    case "failed":
      return reclaimSteps.has(reply.stepType) ? signal(facts, "reclaim-failed") : noChanges;
    case "ignored":
    case "invalid":
    case "unknown-step":
      return noChanges;
  }
}

const reclaimSteps: ReadonlySet<StepType> = new Set<StepType>(["download-boot-artifacts", "reboot-for-reclaim"]);

/** The answer was accepted already: a signal that means nothing in the host's status is dropped. */
function signal(facts: HostFacts, on: HostSignal, because = ""): Changes {
  const move = moveHost(hostLifecycleFacts(facts, because), on);
  return move?.kind === "moved" ? changesOf(facts, move) : noChanges;
}
