import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInventory, aSnapshot, id } from "../../test/builders.ts";
import type { Host } from "../model/host.ts";
import { majorityGroups } from "./majority-groups.ts";
import { addReach, largestMutualGroup, reachability } from "./reachability.ts";

const ids = (...numbers: readonly number[]) => numbers.map(id);
const fencing = {
  address: "https://bmc:443/redfish/v1",
  username: "u",
  password: "p",
  certificateVerification: "Enabled",
  macAddress: null,
} as const;

/** Cuts what the first host hears of the second. */
const deaf = (hosts: readonly Host[], from: number, to: number): Host[] =>
  hosts.map((host) =>
    host.id !== id(from) || !host.connectivity
      ? host
      : {
          ...host,
          connectivity: { remoteHosts: (host.connectivity.remoteHosts ?? []).filter((r) => r.hostId !== id(to)) },
        },
  );

describe("hosts that all reach each other", () => {
  test("a full mesh is one group on layer 2 and layer 3", () => {
    const { cluster, hosts } = aSnapshot({ hosts: 4 });
    expect(majorityGroups({ cluster, hosts })).toEqual({
      "192.168.10.0/24": ids(1, 2, 3, 4),
      IPv4: ids(1, 2, 3, 4),
      IPv6: [],
    });
  });

  test("a host that does not hear another is left out: reaching must be mutual", () => {
    const { cluster, hosts } = aSnapshot({ hosts: 4 });
    const groups = majorityGroups({ cluster, hosts: deaf(deaf(hosts, 4, 1), 4, 2) });
    expect(groups["192.168.10.0/24"]).toEqual(ids(1, 2, 3));
  });

  test("two hosts are too few, unless fencing keeps them apart", () => {
    const { cluster, hosts } = aSnapshot({ hosts: 2 });
    const fenced = hosts.map((host) => ({ ...host, fencingCredentials: fencing }));
    expect(majorityGroups({ cluster, hosts }).IPv4).toEqual([]);
    expect(majorityGroups({ cluster: aCluster({ controlPlaneCount: 2 }), hosts: fenced }).IPv4).toEqual(ids(1, 2));
    expect(majorityGroups({ cluster: aCluster({ controlPlaneCount: 3 }), hosts: fenced }).IPv4).toEqual([]);
  });

  test("a host without inventory or without report belongs to no group", () => {
    const { cluster, hosts } = aSnapshot({ hosts: 5 });
    const changed = hosts.map((host) =>
      host.id === id(1) ? { ...host, inventory: null } : host.id === id(2) ? { ...host, connectivity: null } : host,
    );
    expect(majorityGroups({ cluster, hosts: changed }).IPv4).toEqual(ids(3, 4, 5));
  });

  test("a host with another netmask belongs to the networks that hold its address, and so do addresses it got since", () => {
    const { cluster, hosts } = aSnapshot({ hosts: 3 });
    const changed = hosts.map((host, index) => {
      if (index > 1) return host;
      // The first has a wider netmask; what the second said of itself is older than the address the others reach.
      const address = index === 0 ? "192.168.10.11/16" : "192.168.10.212/24";
      const interfaces = [{ name: "eno1", ipv4Addresses: [address], ipv6Addresses: [] }];
      return { ...host, inventory: anInventory(index + 1, { interfaces }) };
    });
    expect(majorityGroups({ cluster, hosts: changed })).toEqual({
      "192.168.0.0/16": ids(1, 2, 3),
      "192.168.10.0/24": ids(1, 2, 3),
      IPv4: ids(1, 2, 3),
      IPv6: [],
    });
  });

  test("on IPv6 an answer on layer 3 stands in for one on layer 2; on IPv4 it does not", () => {
    const numbers = [1, 2, 3];
    const hosts = numbers.map((number) =>
      aHost(
        {
          inventory: anInventory(number, {
            interfaces: [
              { name: "eno1", ipv4Addresses: [`10.0.0.${number}/24`], ipv6Addresses: [`fd10::${number}/64`] },
            ],
          }),
          connectivity: {
            remoteHosts: numbers
              .filter((other) => other !== number)
              .map((other) => ({
                hostId: id(other),
                l2Connectivity: [{ remoteIpAddress: `fd10::${other}`, successful: false }],
                l3Connectivity: [
                  { remoteIpAddress: `fd10::${other}`, successful: true },
                  { remoteIpAddress: `10.0.0.${other}`, successful: true },
                ],
              })),
          },
        },
        number,
      ),
    );
    expect(majorityGroups({ cluster: aCluster(), hosts })).toEqual({
      "10.0.0.0/24": [],
      "fd10::/64": ids(1, 2, 3),
      IPv4: ids(1, 2, 3),
      IPv6: ids(1, 2, 3),
    });
  });
});

describe("the largest mutual group, whatever the graph", () => {
  const edges = (size: number) =>
    fc
      .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size * size })
      .map((pairs) => ({ size, pairs }));
  const build = ({ size, pairs }: { size: number; pairs: readonly (readonly [number, number])[] }) => {
    const reach = reachability(size);
    for (const [from, to] of pairs) if (from !== to) addReach(reach, from, to);
    return reach;
  };

  test("every member reaches every other, both ways", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }).chain(edges), (graph) => {
        const group = largestMutualGroup(build(graph));
        const known = new Set(graph.pairs.map(([from, to]) => `${from}>${to}`));
        for (const one of group)
          for (const other of group) if (one !== other) expect(known).toContain(`${one}>${other}`);
      }),
    );
  });

  test("it is at least as large as any pair, and of separate parts the largest is found", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }), (sizes) => {
        const parts = sizes.flatMap((size, part) => Array.from({ length: size }, () => part));
        const reach = reachability(parts.length);
        for (const [one, part] of parts.entries()) {
          for (const [other, otherPart] of parts.entries())
            if (one !== other && part === otherPart) addReach(reach, one, other);
        }
        const largest = Math.max(...sizes);
        expect(largestMutualGroup(reach)).toHaveLength(largest === 1 ? 0 : largest);
      }),
    );
  });
});
