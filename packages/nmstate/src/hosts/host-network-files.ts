import { renderChecked } from "../check-and-render.ts";
import type { Keyfile, Nmstate } from "../nmstate.ts";
import { type Outcome, ok, type Problem, refused } from "../problem.ts";
import { checkHostNetworks } from "./check-hosts.ts";
import { fileOf, type HostNetwork, readNics } from "./host-network.ts";
import type { ImageFile } from "./image-file.ts";
import { withFunctionNames, withPriority } from "./keyfile.ts";

const directory = "/etc/assisted/network";

/** The files by which an image carries the networks of its hosts; `networkBootScript` picks one host's at boot. */
export function hostNetworkFiles(nmstate: Nmstate, hosts: readonly HostNetwork[]): Outcome<readonly ImageFile[]> {
  const problems = checkHostNetworks(hosts);
  if (problems.length > 0) return refused(problems);

  const refusals: Problem[] = [];
  const rendered: Readonly<{ host: HostNetwork; keyfiles: readonly Keyfile[] }>[] = [];
  for (const [index, host] of hosts.entries()) {
    const outcome = renderChecked(nmstate, host.networkYaml, { file: fileOf(host, index) });
    if (outcome.kind === "refused") refusals.push(...outcome.problems);
    else rendered.push({ host, keyfiles: outcome.value });
  }
  if (refusals.length > 0) return refused(refusals);
  // Hosts are numbered in the order of their documents' text, whatever order they were given in (reference installer 3).
  const numbered = rendered.toSorted((one, other) => compare(sortKey(one.host), sortKey(other.host)));
  return ok(numbered.flatMap(({ host, keyfiles }, index) => filesOf(`${directory}/host${index}`, host, keyfiles)));
}

function filesOf(path: string, host: HostNetwork, keyfiles: readonly Keyfile[]): ImageFile[] {
  return [
    ...keyfiles.map(([name, content]) => ({
      path: `${path}/${withFunctionNames(name)}`,
      mode: 0o600,
      content: withFunctionNames(withPriority(content)),
    })),
    { path: `${path}/mac_interface.ini`, mode: 0o600, content: macInterfaceIni(host) },
  ];
}

/** Interfaces that the YAML ties to a MAC address pick the machine too. */
function macInterfaceIni({ networkYaml, macInterfaceMap }: HostNetwork): string {
  const mapped = new Set(macInterfaceMap.map(({ macAddress }) => macAddress.toLowerCase()));
  const identified = readNics(networkYaml).identified.filter(({ mac }) => !mapped.has(mac.value.toLowerCase()));
  const lines = [
    ...macInterfaceMap.map(({ macAddress, logicalNicName }) => `${macAddress}=${logicalNicName}`),
    ...identified.map(({ name, mac }) => `${mac.value}=${name.value}`),
  ];
  return `${lines.sort(compare).join("\n")}\n`;
}

const sortKey = ({ networkYaml, macInterfaceMap }: HostNetwork): string =>
  `${networkYaml}\n${macInterfaceMap
    .map(({ macAddress }) => macAddress)
    .sort(compare)
    .join()}`;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
