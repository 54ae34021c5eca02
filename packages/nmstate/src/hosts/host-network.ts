import { type Interface, isUp, type Located, readDesired } from "../desired.ts";
import { parse } from "../parse.ts";
import { get } from "../tree.ts";

/** One host's network, as the wire carries it. */
export type HostNetwork = Readonly<{
  networkYaml: string;
  macInterfaceMap: readonly Readonly<{ macAddress: string; logicalNicName: string }>[];
  /** What problems call the document; `host N` (from 1, in the order given) where it is left out. */
  file?: string;
}>;

export const fileOf = ({ file }: HostNetwork, index: number): string => file ?? `host ${index + 1}`;

/** What of a host's YAML decides which machine it is for. */
export type HostNics = Readonly<{
  /** Ethernet interfaces that the profiles call by name: the map must say which NIC each is. */
  named: readonly Located<string>[];
  /** Those that the YAML itself ties to a MAC address. */
  identified: readonly Readonly<{ name: Located<string>; mac: Located<string> }>[];
}>;

/** Unreadable YAML has no interfaces here; the checker tells why. */
export function readNics(yaml: string): HostNics {
  const { tree } = parse(yaml);
  if (!tree) return { named: [], identified: [] };
  const { interfaces } = readDesired(tree);
  const described = new Set(interfaces.map(({ name }) => name.value));
  const rendered = interfaces.filter((one) => isUp(one) || one.state === "down");
  const ethernet = rendered.filter(({ type, tree: one }) => type === "ethernet" && !get(one, "veth"));
  const isFunction = functionNames(ethernet);
  return {
    named: [
      ...ethernet.filter(({ identifier }) => identifier === "name").map(({ name }) => name),
      ...undescribedPorts(rendered, described),
    ].filter(({ value }) => !isFunction(value)),
    identified: ethernet.flatMap(({ identifier, name, mac }) =>
      identifier === "mac-address" && mac ? [{ name, mac }] : [],
    ),
  };
}

/** The library makes an ethernet profile for each port that has no entry of its own. */
function undescribedPorts(interfaces: readonly Interface[], described: ReadonlySet<string>): Located<string>[] {
  const ports = interfaces.flatMap((one) => (isUp(one) ? (one.ports ?? []) : []));
  return ports.filter(({ value }) => !described.has(value));
}

/** Virtual functions appear when their NIC comes up, under a name made from its: nobody knows their MAC addresses before. */
function functionNames(ethernet: readonly Interface[]): (name: string) => boolean {
  const nics = new Set(
    ethernet.filter(({ tree }) => get(get(tree, "ethernet"), "sr-iov")).map(({ name }) => name.value),
  );
  return (name) => {
    const [, nic] = /^sriov:(.+):\d+$/.exec(name) ?? /^(.+)v\d+$/.exec(name) ?? [];
    return nic !== undefined && nics.has(nic);
  };
}
