import { describe, expect, test } from "vitest";
import { aCluster, aHost, aSnapshot, clusterId, id } from "../../test/builders.ts";
import { ipCollisions } from "./collisions.ts";
import { clusterDnsNames, parseApiName } from "./dns-names.ts";
import { extendedNoProxy } from "./no-proxy.ts";
import { pearsonHash, vipMacAddress } from "./vip-mac.ts";

describe("IP collisions", () => {
  const report = (...answers: readonly (readonly [ip: string, mac: string])[]) => ({
    remoteHosts: [
      {
        hostId: id(9),
        l2Connectivity: answers.map(([remoteIpAddress, remoteMac]) => ({ remoteIpAddress, remoteMac })),
      },
    ],
  });

  test("two MAC addresses that answer for one IP address collide, across all reports", () => {
    const hosts = [
      aHost({ connectivity: report(["10.0.0.1", "52:54:00:00:00:0A"], ["10.0.0.2", "52:54:00:00:00:02"]) }, 1),
      aHost({ connectivity: report(["10.0.0.1", "52:54:00:00:00:0b"], ["10.0.0.1", "52:54:00:00:00:0a"]) }, 2),
    ];
    expect(ipCollisions(hosts)).toEqual({ "10.0.0.1": ["52:54:00:00:00:0a", "52:54:00:00:00:0b"] });
  });

  test("the same MAC address in another case, a missing one, or a whole mesh do not collide", () => {
    const hosts = [
      aHost({
        connectivity: report(["10.0.0.1", "AA:00:00:00:00:01"], ["10.0.0.1", "aa:00:00:00:00:01"], ["10.0.0.1", ""]),
      }),
    ];
    expect(ipCollisions(hosts)).toEqual({});
    expect(ipCollisions(aSnapshot().hosts)).toEqual({});
  });
});

describe("names of a cluster", () => {
  test("follow from its name and base domain", () => {
    expect(clusterDnsNames({ name: "demo", baseDnsDomain: "example.com." })).toEqual({
      domain: "demo.example.com",
      api: "api.demo.example.com",
      apiInt: "api-int.demo.example.com",
      apps: "apps.demo.example.com",
      console: "console-openshift-console.apps.demo.example.com",
      wildcardProbe: "validateNoWildcardDNS.demo.example.com",
    });
    expect(clusterDnsNames({ name: "demo", baseDnsDomain: "" })).toBeNull();
  });

  test.each([
    ["api.demo.example.com", { name: "demo", baseDnsDomain: "example.com" }],
    ["api.demo.lab", { name: "demo", baseDnsDomain: "lab" }],
    ["demo.example.com", null],
    ["192.168.0.1", null],
    ["api.demo", null],
  ])("are read back from %s", (name, expected) => expect(parseApiName(name)).toEqual(expected));
});

describe("what a host reaches without the proxy", () => {
  const proxied = (noProxy: string, httpProxy = "http://proxy:3128") =>
    extendedNoProxy(aCluster({ proxy: { httpProxy, httpsProxy: "", noProxy } }));

  test("what the user listed, then the cluster's networks, names and virtual IPs", () =>
    expect(proxied("intranet, 192.168.10.0/24")).toBe(
      "intranet,192.168.10.0/24,10.128.0.0/14,172.30.0.0/16,.demo.example.com,api-int.demo.example.com,192.168.10.100,192.168.10.101",
    ));

  test("everything, when the user said so", () => expect(proxied("*")).toBe("*"));
  test("just what the user listed, when there is no proxy", () => expect(proxied("a,b", "")).toBe("a,b"));
});

describe("MAC addresses for leases of virtual IPs", () => {
  test("the hash of RFC 3074 spreads over all bytes: its table is a permutation", () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => pearsonHash(String.fromCharCode(byte)));
    expect(new Set(bytes).size).toBe(256);
  });

  test("the hash starts from the length and walks backwards", () => {
    // 0x61 ^ 1 = 0x60 → 20 in the table; "ba": 2 ^ 0x61 = 99 → 35; 35 ^ 0x62 = 65 → 91.
    expect([pearsonHash(""), pearsonHash("a"), pearsonHash("ba")]).toEqual([0, 20, 91]);
  });

  test("are stable, in the reserved range, and differ between API and ingress", () => {
    const [api, ingress] = [vipMacAddress(clusterId, "api"), vipMacAddress(clusterId, "ingress")];
    expect(api).toMatch(/^00:1a:4a(:[0-9a-f]{2}){3}$/);
    expect(vipMacAddress(clusterId, "api")).toBe(api);
    expect(ingress).not.toBe(api);
  });
});
