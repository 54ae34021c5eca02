import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/rows.ts";
import { freeAddresses, suggestVips } from "./free-addresses.ts";
import { networkFieldsOf, networkRequest, withStack } from "./network-fields.ts";
import { networkProblems } from "./network-problems.ts";

const cluster = aCluster({
  cluster_networks: [{ cidr: "10.128.0.0/14", host_prefix: 23 }],
  service_networks: [{ cidr: "172.30.0.0/16" }],
  machine_networks: [{ cidr: "192.0.2.0/24" }],
  network_type: "OVNKubernetes",
});
const fields = networkFieldsOf(cluster);
const problems = (changes: Partial<typeof fields>) => networkProblems({ ...fields, ...changes }, cluster);

describe("mistakes are told at their field before anything is saved", () => {
  test.each([
    ["an API address outside the machine network", { apiVip: "198.51.100.1", ingressVip: "192.0.2.6" }, "apiVip"],
    ["the same address twice", { apiVip: "192.0.2.5", ingressVip: "192.0.2.5" }, "apiVip"],
    ["a cluster network that overlaps", { clusterCidr: "172.16.0.0/12" }, "serviceCidr"],
    ["a network that is none", { serviceCidr: "somewhere" }, "serviceCidr"],
    ["a prefix that is none", { clusterPrefix: "large" }, "clusterPrefix"],
    ["a time server that is none", { ntp: "a b" }, "ntp"],
  ] as const)("%s", (_, changes, field) => {
    expect(Object.keys(problems(changes))).toEqual([field]);
  });

  test("networks that fit are not complained about", () => {
    expect(problems({ apiVip: "192.0.2.5", ingressVip: "192.0.2.6", ntp: "192.0.2.1, time.example.com" })).toEqual({});
  });
});

describe("the request", () => {
  test("holds what was changed and nothing else", () => {
    expect(networkRequest({ ...fields, apiVip: "192.0.2.5" }, ["apiVip"])).toEqual({ api_vips: [{ ip: "192.0.2.5" }] });
  });

  test("takes the virtual IPs away when the user manages networking", () => {
    const request = networkRequest({ ...fields, managed: "user", apiVip: "192.0.2.5" }, ["managed"]);
    expect(request).toMatchObject({ user_managed_networking: true, api_vips: [], ingress_vips: [] });
  });

  test("a second family brings the service's own networks for it", () => {
    const changes = withStack("dual", {
      cluster_networks_dualstack: [
        { cidr: "10.128.0.0/14", host_prefix: 23 },
        { cidr: "fd01::/48", host_prefix: 64 },
      ],
      service_networks_dualstack: [{ cidr: "172.30.0.0/16" }, { cidr: "fd02::/112" }],
    });
    expect(networkRequest({ ...fields, ...changes }, ["stack"]).cluster_networks).toEqual([
      { cidr: "10.128.0.0/14", host_prefix: 23 },
      { cidr: "fd01::/48", host_prefix: 64 },
    ]);
  });
});

describe("free addresses", () => {
  const seen = (...free: string[]) => ({
    free_addresses: JSON.stringify([{ network: "192.0.2.0/24", free_addresses: free }]),
  });

  test("are those that every host which looked found free", () => {
    expect(freeAddresses([seen("192.0.2.5", "192.0.2.6"), {}, seen("192.0.2.6")], "192.0.2.0/24")).toEqual([
      "192.0.2.6",
    ]);
    expect(freeAddresses([seen("192.0.2.5")], "198.51.100.0/24")).toEqual([]);
  });

  test("are suggested in pairs, away from where gateways live", () => {
    const many = Array.from({ length: 20 }, (_, index) => `192.0.2.${index + 2}`);
    expect(suggestVips(many)).toEqual({ api: "192.0.2.10", ingress: "192.0.2.11" });
    expect(suggestVips(["192.0.2.5"])).toBeNull();
  });
});
