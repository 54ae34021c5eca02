// Files that describe the network of hosts → `static_network_config` of an infra-env. Three ways to write a host are taken:
// as the wire has it (network_yaml, mac_interface_map), as agent-config.yaml has it (interfaces, networkConfig), and a plain
// desired state whose interfaces name their MAC addresses.
import type { HostStaticNetworkConfig } from "@muster/contract";
import type { Flag, Invocation, Io } from "../command.ts";
import { Failure } from "../failure.ts";
import { readTextInput } from "../files.ts";

export const staticNetworkFlag: Flag = {
  name: "static-network",
  value: "FILE",
  repeats: true,
  says: "The network of a host or several: nmstate, the hosts of an agent-config, or the wire's form",
  completes: "files",
};

type Found = Readonly<Record<string, unknown>>;

export async function staticNetworks(invocation: Invocation, io: Io): Promise<HostStaticNetworkConfig[]> {
  const { parseAllDocuments, stringify } = await import("yaml");
  const configs: HostStaticNetworkConfig[] = [];
  for (const file of invocation.values(staticNetworkFlag.name)) {
    const documents = parseAllDocuments(await readTextInput(file, io));
    for (const document of [...documents]) {
      const [error] = document.errors;
      if (error !== undefined) throw new Failure(`${file}: ${error.message.split("\n")[0]}`, "Correct the file.");
      const hosts = hostsIn(document.toJS());
      if (hosts.length === 0)
        throw new Failure(`${file} describes no host's network.`, "See `muster infra-env create --help`.");
      configs.push(...hosts.map((host) => configOf(host, file, stringify)));
    }
  }
  return configs;
}

function hostsIn(value: unknown): Found[] {
  if (Array.isArray(value)) return value.filter(isFound);
  if (!isFound(value)) return [];
  return Array.isArray(value.hosts) ? value.hosts.filter(isFound) : [value];
}

function configOf(host: Found, file: string, stringify: (value: unknown) => string): HostStaticNetworkConfig {
  const { network_yaml, mac_interface_map, networkConfig, interfaces } = host;
  if (typeof network_yaml === "string") {
    const map = macs(mac_interface_map, "logical_nic_name", "mac_address");
    return { network_yaml, mac_interface_map: map };
  }
  const isAgentConfig = isFound(networkConfig);
  const map = isAgentConfig ? macs(interfaces, "name", "macAddress") : macs(interfaces, "name", "mac-address");
  if (map.length === 0) {
    throw new Failure(
      `${file} does not say which machine it is for: no interface has a MAC address.`,
      "Add `mac-address` to its interfaces, or list them as agent-config.yaml does: name and macAddress.",
    );
  }
  return { network_yaml: stringify(isAgentConfig ? networkConfig : host), mac_interface_map: map };
}

function macs(list: unknown, nameKey: string, macKey: string): { logical_nic_name: string; mac_address: string }[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isFound).flatMap((item) => {
    const name = item[nameKey];
    const mac = item[macKey];
    return typeof name === "string" && typeof mac === "string" ? [{ logical_nic_name: name, mac_address: mac }] : [];
  });
}

function isFound(value: unknown): value is Found {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
