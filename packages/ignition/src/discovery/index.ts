import { ignitionConfig, joinParts, type Parts } from "../build/config.ts";
import { user } from "../build/users.ts";
import type { IgnitionConfig } from "../config.ts";
import { mergeIgnition } from "../merge.ts";
import type { Outcome } from "../problem.ts";
import { agentParts } from "./agent.ts";
import { consoleParts } from "./console.ts";
import type { DiscoveryInput } from "./input.ts";
import { networkParts } from "./network.ts";
import { ntpParts } from "./ntp.ts";
import { okdParts } from "./okd.ts";
import { oracleParts } from "./oracle.ts";
import { proxyParts } from "./proxy.ts";
import { registryParts } from "./registry.ts";
import { selinuxParts } from "./selinux.ts";
import { storageParts } from "./storage.ts";
import { trustParts } from "./trust.ts";

/**
 * What a machine boots with to be discovered (reference service 6.1): the agent and all that it needs to reach the service.
 * Overrides are merged last; one that breaks the config is refused with the places where it does.
 *
 * Contents are not compressed by themselves: the image compresses the whole, and overrides stay simple.
 */
export function discoveryConfig(input: DiscoveryInput): Outcome<IgnitionConfig> {
  const overrides = [input.internalOverride, input.override].filter((config) => config !== undefined);
  return mergeIgnition(ignitionConfig("3.1.0", discoveryParts(input)), ...overrides);
}

function discoveryParts(input: DiscoveryInput): Parts {
  return joinParts(
    { users: input.sshKeys?.trim() ? [user("core", { sshKeys: input.sshKeys })] : [] },
    agentParts(input),
    consoleParts(input),
    networkParts(input),
    ntpParts(input),
    proxyParts(input),
    registryParts(input),
    selinuxParts(),
    trustParts(input),
    ...(input.okd ? [okdParts(input)] : [storageParts(), oracleParts()]),
  );
}
