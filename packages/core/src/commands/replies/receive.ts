import { type Changes, noChanges } from "../../changes.ts";
import { type HostSignal, hostLifecycleFacts } from "../../lifecycle/host-facts.ts";
import { moveHost } from "../../lifecycle/host-machine.ts";
import type { HostFacts } from "../../validations/facts.ts";
import { changesOf } from "../move.ts";
import { hostChanges } from "../patch.ts";
import { receiveDiskSpeed } from "./disk-speed.ts";
import { receiveImages } from "./images.ts";
import { receiveInventory } from "./inventory.ts";
import type { StepResult } from "./result.ts";
import { receiveAgentUpgrade } from "./upgrade-agent.ts";
import { receiveLease, receiveVerifiedVips } from "./vips.ts";

/** What an agent's answer changes. An answer that holds nothing new, or comes when it no longer matters, changes nothing. */
export function receiveReply(facts: HostFacts, result: StepResult): Changes {
  const { host } = facts;
  switch (result.kind) {
    case "inventory":
      return receiveInventory(facts, result.inventory);
    case "connectivity-check":
      return hostChanges(host, { connectivity: result.report });
    case "free-network-addresses":
      return hostChanges(host, { freeAddresses: result.networks });
    case "api-vip-connectivity-check":
      return hostChanges(host, { apiVipConnectivity: result.connectivity });
    case "tang-connectivity-check":
      return hostChanges(host, { tangConnectivity: result.connectivity });
    case "ntp-synchronizer":
      return hostChanges(host, { ntpSources: result.sources });
    case "domain-resolution":
      return hostChanges(host, { domainNameResolutions: result.resolutions });
    case "dhcp-lease-allocate":
      return receiveLease(facts, result.lease);
    case "verify-vips":
      return receiveVerifiedVips(facts, result.vips);
    case "installation-disk-speed-check":
      return receiveDiskSpeed(facts, result);
    case "container-image-availability":
      return receiveImages(host, result.images);
    case "upgrade-agent":
      return receiveAgentUpgrade(host, result);
    case "install":
      return receiveInstallEnd(facts, result);
    case "download-boot-artifacts":
      return signal(facts, result.succeeded ? "rebooting-for-reclaim" : "reclaim-failed");
    case "reboot-for-reclaim":
      return result.succeeded ? noChanges : signal(facts, "reclaim-failed");
    case "media-disconnected":
      return signal(facts, "media-disconnected");
  }
}

/** The answer was accepted already: a signal that means nothing in the host's status is dropped. */
function signal(facts: HostFacts, on: HostSignal, because = ""): Changes {
  const move = moveHost(hostLifecycleFacts(facts, because), on);
  return move?.kind === "moved" ? changesOf(facts, move) : noChanges;
}

/** A step that was sent twice starts a container whose name is taken: the first one still works (reference service 5.3). */
const isDoubleStart = (exitCode: number, error: string): boolean =>
  exitCode === 125 && error.includes("assisted-installer") && error.includes("already in use");

/** The reply comes when the installer's container ends; good news arrives as progress before that. */
function receiveInstallEnd(
  facts: HostFacts,
  { exitCode, error }: Readonly<{ exitCode: number; error: string }>,
): Changes {
  if (exitCode === 0 || isDoubleStart(exitCode, error)) return noChanges;
  return signal(
    facts,
    "installation-failed",
    `The installer ended with exit code ${exitCode}: ${error || "no reason given"}`,
  );
}
