import type { StaticNetworkConfig } from "@muster/core";
import { describeProblem, hostNetworkFiles, type ImageFile } from "@muster/nmstate";
import { nodeNmstate } from "@muster/nmstate/node";
import { badRequest } from "../http/problem.ts";

/** A user interface stores made-up addresses while a form is incomplete: no machine has the multicast bit set. */
const isPlaceholder = ({ macInterfaceMap }: StaticNetworkConfig): boolean =>
  macInterfaceMap.length > 0 &&
  macInterfaceMap.every(({ macAddress }) => (Number.parseInt(macAddress.slice(0, 2), 16) & 1) === 1);

/** The files that carry the hosts' networks in an image. Networks that cannot be had are the caller's to correct. */
export async function networkFiles(configs: readonly StaticNetworkConfig[]): Promise<readonly ImageFile[]> {
  const hosts = configs.filter((config) => !isPlaceholder(config));
  if (hosts.length === 0) return [];
  const outcome = hostNetworkFiles(await nodeNmstate(), hosts);
  if (outcome.kind === "ok") return outcome.value;
  const problems = outcome.problems.slice(0, 10).map(describeProblem);
  throw badRequest(`static_network_config cannot be used. ${problems.join(" ")}`);
}

/** Refuses what no image could carry, before anybody relies on it. */
export async function checkStaticNetworks(configs: readonly StaticNetworkConfig[]): Promise<void> {
  await networkFiles(configs);
}
