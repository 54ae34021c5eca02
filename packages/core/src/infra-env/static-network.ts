// What can be told about static networks without reading the YAML: that is the business of the nmstate package.
import type { StaticNetworkConfig } from "../model/infra-env.ts";
import type { Problem } from "../problem.ts";

const mac = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i;

/** Placeholders that a user interface stores while a form is incomplete have the multicast bit set; no machine has. */
const isPlaceholder = (macAddress: string): boolean => (Number.parseInt(macAddress.slice(0, 2), 16) & 1) === 1;

export function staticNetworkProblem(configs: readonly StaticNetworkConfig[]): Problem | null {
  const owners = new Map<string, number>();
  for (const [index, config] of configs.entries()) {
    const number = index + 1;
    const problem = hostProblem(config, number) ?? takenProblem(config, number, owners);
    if (problem) return problem;
  }
  return null;
}

function hostProblem({ networkYaml, macInterfaceMap }: StaticNetworkConfig, number: number): Problem | null {
  if (networkYaml.trim() === "") {
    return { found: `no network_yaml for host ${number}`, needed: "the network of each host", remedy: "add it" };
  }
  const wrong = macInterfaceMap.find(
    ({ macAddress, logicalNicName }) => !mac.test(macAddress) || logicalNicName === "",
  );
  if (wrong) {
    return {
      found: `"${wrong.macAddress}" for interface "${wrong.logicalNicName}" of host ${number}`,
      needed: "a MAC address such as 52:54:00:12:34:56 and the name of an interface",
      remedy: "correct mac_interface_map",
    };
  }
  const twice =
    duplicate(macInterfaceMap.map(({ macAddress }) => macAddress.toLowerCase())) ??
    duplicate(macInterfaceMap.map(({ logicalNicName }) => logicalNicName));
  if (twice === null) return null;
  return {
    found: `${twice} more than once for host ${number}`,
    needed: "each MAC address and each interface once per host",
    remedy: "correct mac_interface_map",
  };
}

function takenProblem(config: StaticNetworkConfig, number: number, owners: Map<string, number>): Problem | null {
  for (const { macAddress } of config.macInterfaceMap) {
    const key = macAddress.toLowerCase();
    const owner = owners.get(key);
    if (owner !== undefined && !isPlaceholder(key)) {
      return {
        found: `MAC address ${macAddress} for hosts ${owner} and ${number}`,
        needed: "MAC addresses that tell the hosts apart",
        remedy: "correct mac_interface_map of one of them",
      };
    }
    owners.set(key, number);
  }
  return null;
}

const duplicate = (values: readonly string[]): string | null =>
  values.find((value, index) => values.indexOf(value) !== index) ?? null;
