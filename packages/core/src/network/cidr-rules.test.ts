import { describe, expect, test } from "vitest";
import { hostPrefixProblem, networkProblem, overlapping, roomForHostsProblem, smallestSize } from "./cidr-rules.ts";

const usual = { singleNode: false, userManagedLoadBalancer: false };
const singleNode = { ...usual, singleNode: true };
const loadBalancer = { ...usual, userManagedLoadBalancer: true };

describe("how small a network may be", () => {
  test.each([
    ["cluster", usual, 7],
    ["service", usual, 7],
    ["cluster", singleNode, 7],
    ["machine", usual, 4],
    ["machine", loadBalancer, 2],
    ["machine", singleNode, 1],
  ] as const)("%s network, %o: %i bits", (purpose, circumstances, bits) =>
    expect(smallestSize(purpose, circumstances)).toBe(bits),
  );

  test.each([
    ["10.0.0.0/25", "cluster", usual, null],
    ["10.0.0.0/26", "cluster", usual, "give a larger network"],
    ["172.30.0.0/25", "service", usual, null],
    ["172.30.0.0/26", "service", usual, "give a larger network"],
    ["172.16.0.0/12", "service", usual, null],
    ["172.0.0.0/11", "service", usual, "give a smaller network"],
    ["fd02::/112", "service", usual, null],
    ["fd02::/107", "service", usual, "give a smaller network"],
    ["fd02::/122", "service", usual, "give a larger network"],
    ["192.168.0.0/28", "machine", usual, null],
    ["192.168.0.0/29", "machine", usual, "give a larger network"],
    ["192.168.0.0/30", "machine", loadBalancer, null],
    ["192.168.0.0/31", "machine", singleNode, null],
    ["192.168.0.0/32", "machine", singleNode, "give a larger network"],
    ["192.168.0.7/24", "machine", usual, "write 192.168.0.0/24"],
    ["192.168.0.0", "machine", usual, "write the network's address, a slash and its prefix length"],
  ] as const)("%s as %s network", (cidr, purpose, circumstances, remedy) =>
    expect(networkProblem(cidr, purpose, circumstances)?.remedy ?? null).toBe(remedy),
  );
});

describe("how a cluster network is shared out to nodes", () => {
  test.each([
    ["10.128.0.0/14", 23, null],
    ["10.128.0.0/14", 14, null],
    ["10.128.0.0/14", 13, "14 or more"],
    ["10.128.0.0/14", 33, "between 1 and 32"],
    ["10.128.0.0/14", 0, "between 1 and 32"],
    ["fd01::/48", 129, "between 1 and 128"],
  ] as const)("%s in blocks of /%i", (cidr, hostPrefix, needed) => {
    const problem = hostPrefixProblem({ cidr, hostPrefix });
    expect(problem?.needed ?? null).toEqual(needed === null ? null : expect.stringContaining(needed));
  });

  test.each([
    ["10.128.0.0/14", 23, 512, "OVNKubernetes", null],
    ["10.128.0.0/14", 23, 513, "OVNKubernetes", "room for 513 nodes"],
    ["10.128.0.0/14", 16, 0, "OVNKubernetes", null],
    ["10.128.0.0/14", 15, 0, "OVNKubernetes", "room for 4 nodes"],
    ["fd01::/48", 64, 9, "OVNKubernetes", null],
    ["fd01::/48", 60, 9, "OVNKubernetes", "64, the only size"],
    ["fd01::/48", 60, 9, "Calico", null],
  ] as const)("%s in blocks of /%i for %i hosts on %s", (cidr, hostPrefix, hosts, type, needed) => {
    const problem = roomForHostsProblem({ cidr, hostPrefix }, hosts, type);
    expect(problem?.needed ?? null).toEqual(needed === null ? null : expect.stringContaining(needed));
  });
});

test("every overlapping pair is named once; an unreadable network overlaps nothing", () => {
  const named = ["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "fd01::/48", "nonsense"].map((cidr) => ({
    name: "n",
    cidr,
  }));
  expect(overlapping(named).map(([one, other]) => [one.cidr, other.cidr])).toEqual([
    ["10.0.0.0/8", "10.1.0.0/16"],
    ["10.0.0.0/8", "10.1.2.0/24"],
    ["10.1.0.0/16", "10.1.2.0/24"],
  ]);
});
