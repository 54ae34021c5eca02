// From what a caller asks for to a cluster that could be installed: creation, refresh and validations together.
import { describe, expect, test } from "vitest";
import { clusterDefaults } from "../src/cluster/create.ts";
import type { NewCluster } from "../src/cluster/params.ts";
import type { Cluster } from "../src/model/cluster.ts";
import type { Host } from "../src/model/host.ts";
import type { ClusterSnapshot } from "../src/model/snapshot.ts";
import { defaultPolicy, type Policy } from "../src/policy.ts";
import { refreshCluster } from "../src/refresh.ts";
import { aHost, anInfraEnv, anInventory, clusterId, now } from "./builders.ts";

const pullSecret = JSON.stringify({ auths: { "quay.io": { auth: btoa("user:pass") } } });
const policy: Policy = { ...defaultPolicy, tnfClusters: true };
const fencingCredentials = {
  address: "https://bmc:443/redfish/v1/Systems/1",
  username: "admin",
  password: "secret",
  certificateVerification: "Enabled",
  macAddress: null,
} as const;

function created(input: Partial<NewCluster>): Cluster {
  const wish: NewCluster = {
    name: "demo",
    openshiftVersion: "4.22",
    baseDnsDomain: "example.com",
    pullSecret,
    ...input,
  };
  const release = { version: "4.22.9", image: "quay.io/release:4.22.9", cpuArchitecture: "x86_64" } as const;
  const birth = { id: clusterId, now, owner: { userName: "admin", orgId: "", emailDomain: "" } };
  const outcome = clusterDefaults(wish, release, policy, birth);
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.refusal));
  // As the hosts' replies to verify-vips would have left it.
  const verified = (vips: Cluster["apiVips"]) => vips.map(({ ip }) => ({ ip, verification: "succeeded" as const }));
  return {
    ...outcome.value,
    apiVips: verified(outcome.value.apiVips),
    ingressVips: verified(outcome.value.ingressVips),
  };
}

const ipv4 = (number: number) => `192.168.10.${10 + number}`;
const ipv6 = (number: number) => `fd10::${number}`;

type Rack = Readonly<{
  hosts: number;
  families?: readonly ("IPv4" | "IPv6")[];
  manufacturer?: string;
  over?: Partial<Host>;
}>;

function rack({ hosts, families = ["IPv4"], manufacturer = "Acme", over = {} }: Rack): Host[] {
  const numbers = Array.from({ length: hosts }, (_, index) => index + 1);
  const addresses = (number: number) => families.map((family) => (family === "IPv4" ? ipv4(number) : ipv6(number)));
  return numbers.map((number) => {
    const base = anInventory(number);
    const nic = {
      name: "eno1",
      macAddress: `52:54:00:00:00:${String(number).padStart(2, "0")}`,
      ipv4Addresses: families.includes("IPv4") ? [`${ipv4(number)}/24`] : [],
      ipv6Addresses: families.includes("IPv6") ? [`${ipv6(number)}/64`] : [],
    };
    const routes = families.map((family) => ({
      interface: "eno1",
      destination: family === "IPv4" ? "0.0.0.0" : "::",
      gateway: family === "IPv4" ? "192.168.10.1" : "fe80::1",
      family: family === "IPv4" ? 2 : 10,
    }));
    const disks = (base.disks ?? []).map((disk) => ({ ...disk, hasUuid: true }));
    const systemVendor = { manufacturer, productName: "R1", serialNumber: `SN${number}` };
    const resolved = (domainName: string) => ({ domainName, ipv4Addresses: ["192.168.10.200"], ipv6Addresses: [] });
    const names = ["api", "api-int", "console-openshift-console.apps"].map((name) => `${name}.demo.example.com`);
    const wildcard = "validateNoWildcardDNS.demo.example.com";
    return aHost(
      {
        inventory: { ...base, interfaces: [nic], routes, disks, systemVendor },
        status: "discovering",
        connectivity: {
          remoteHosts: numbers
            .filter((other) => other !== number)
            .map((other) => ({
              hostId: aHost({}, other).id,
              l2Connectivity: addresses(other).map((remoteIpAddress) => ({
                remoteIpAddress,
                successful: true,
                remoteMac: `m${other}`,
              })),
              l3Connectivity: addresses(other).map((remoteIpAddress) => ({
                remoteIpAddress,
                successful: true,
                averageRttMs: 1,
                packetLossPercentage: 0,
              })),
              mtuReport: [],
            })),
        },
        domainNameResolutions: {
          resolutions: [...names.map(resolved), ...[wildcard, `${wildcard}.`].map((domainName) => ({ domainName }))],
        },
        ...over,
      },
      number,
    );
  });
}

function settle(snapshot: ClusterSnapshot): ClusterSnapshot {
  const { cluster, hosts } = refreshCluster(snapshot, policy, now);
  return {
    ...snapshot,
    cluster: { ...snapshot.cluster, ...cluster },
    hosts: snapshot.hosts.map((host) => ({ ...host, ...hosts.get(host.id) })),
  };
}

const vips = { apiVips: [{ ip: "192.168.10.100" }], ingressVips: [{ ip: "192.168.10.101" }] };
const vips6 = { apiVips: [{ ip: "fd10::100" }], ingressVips: [{ ip: "fd10::101" }] };
const bothVips = {
  apiVips: [...vips.apiVips, ...vips6.apiVips],
  ingressVips: [...vips.ingressVips, ...vips6.ingressVips],
};
const dual = {
  clusterNetworks: [{ cidr: "10.128.0.0/14" }, { cidr: "fd01::/48" }],
  serviceNetworks: [{ cidr: "172.30.0.0/16" }, { cidr: "fd02::/112" }],
};
const both = ["IPv4", "IPv6"] as const;

describe("a cluster becomes ready", () => {
  test.each([
    ["compact", vips, { hosts: 3 }, "master master master"],
    ["three and two workers", vips, { hosts: 5 }, "master master master worker worker"],
    ["five control plane nodes", { ...vips, controlPlaneCount: 5 }, { hosts: 5 }, "master master master master master"],
    ["two and an arbiter", { ...vips, controlPlaneCount: 2 }, { hosts: 3 }, "master master arbiter"],
    [
      "two with fencing",
      { ...vips, controlPlaneCount: 2 },
      { hosts: 2, over: { fencingCredentials } },
      "master master",
    ],
    ["a single node", { highAvailabilityMode: "None" }, { hosts: 1 }, "master"],
    [
      "a single node on IPv6",
      { controlPlaneCount: 1, machineNetworks: [{ cidr: "fd10::/64" }] },
      { hosts: 1, families: ["IPv6"] },
      "master",
    ],
    ["IPv6", vips6, { hosts: 3, families: ["IPv6"] }, "master master master"],
    ["dual stack", { ...vips, ...dual }, { hosts: 3, families: both }, "master master master"],
    [
      "dual stack with VIPs of both families",
      { ...bothVips, ...dual },
      { hosts: 3, families: both },
      "master master master",
    ],
    ["user-managed networking", { userManagedNetworking: true }, { hosts: 3 }, "master master master"],
    [
      "vSphere",
      { ...vips, platform: { type: "vsphere" } },
      { hosts: 3, manufacturer: "VMware, Inc." },
      "master master master",
    ],
    [
      "Nutanix",
      { ...vips, platform: { type: "nutanix" } },
      { hosts: 3, manufacturer: "Nutanix" },
      "master master master",
    ],
    [
      "an external platform",
      { platform: { type: "external", external: { platformName: "acme" } } },
      { hosts: 3 },
      "master master master",
    ],
    [
      "a user-managed load balancer",
      { ...vips, loadBalancer: { type: "user-managed" }, machineNetworks: [{ cidr: "192.168.10.0/24" }] },
      { hosts: 3 },
      "master master master",
    ],
  ] as const satisfies readonly (readonly [string, Partial<NewCluster>, Rack, string])[])(
    "%s",
    (_, input, machines, roles) => {
      const infraEnvs = [anInfraEnv()];
      const { cluster, hosts } = settle({ cluster: created(input), hosts: rack(machines), infraEnvs });
      const open = [...cluster.validations, ...hosts.flatMap((host) => host.validations)].filter(
        ({ status }) => status === "failure" || status === "error",
      );
      expect(open.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
      expect(cluster.status).toBe("ready");
      expect(hosts.map(({ suggestedRole }) => suggestedRole).join(" ")).toBe(roles);
    },
  );
});
