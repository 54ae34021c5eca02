import {
  ApiVipConnectivityResponse,
  ConnectivityReport,
  ContainerImageAvailabilityResponse,
  check,
  DhcpAllocationResponse,
  DiskSpeedCheckResponse,
  DomainResolutionResponse,
  FreeNetworksAddresses,
  Inventory,
  NtpSynchronizationResponse,
  type StepType,
  TangConnectivityResponse,
  VerifyVipsResponse,
} from "@muster/contract";
import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import { createMachine } from "../machine/machine.ts";
import { Lan } from "../site/lan.ts";
import { usualNames } from "../site/names.ts";
import { observations } from "./observations.ts";
import type { Outcome } from "./outcome.ts";
import type { Scene } from "./scene.ts";

const networks = ["192.168.10.0/24", "fd01:2::/64"];
const machine = createMachine({ number: 1, kind: "rack-server", networks });
const peer = createMachine({ number: 2, kind: "rack-server", networks });

function aScene(over: Partial<Scene> = {}): Scene {
  return { machine, lan: new Lan(), resolve: usualNames, ...over };
}

function ask(type: StepType, request: unknown, scene: Scene = aScene()): Outcome {
  const observation = observations[type];
  if (!observation) throw new Error(`${type} is not an observation`);
  return observation.answer([typeof request === "string" ? request : JSON.stringify(request)], scene);
}

const read = (outcome: Outcome) => JSON.parse(outcome.output);

const peerParams = [
  {
    host_id: peer.hostId,
    nics: peer.interfaces.map(({ name, mac, addresses }) => ({
      name,
      mac,
      ip_addresses: addresses.map(({ address, network }) => `${address}/${network.prefix}`),
    })),
  },
];

const requests = [
  ["inventory", machine.hostId, Inventory],
  ["connectivity-check", peerParams, ConnectivityReport],
  ["free-network-addresses", ["192.168.10.0/24"], FreeNetworksAddresses],
  ["verify-vips", [{ vip: "192.168.10.5", vip_type: "api" }], VerifyVipsResponse],
  ["ntp-synchronizer", { ntp_source: "a.example.com,b.example.com" }, NtpSynchronizationResponse],
  ["domain-resolution", { domains: [{ domain_name: "quay.io" }] }, DomainResolutionResponse],
  [
    "dhcp-lease-allocate",
    { interface: "ens1f0np0", api_vip_mac: "00:1a:4a:00:00:01", ingress_vip_mac: "00:1a:4a:00:00:02" },
    DhcpAllocationResponse,
  ],
  ["api-vip-connectivity-check", { url: "https://192.168.10.5:22623/config/worker" }, ApiVipConnectivityResponse],
  ["tang-connectivity-check", { tang_servers: '[{"url":"http://tang","thumbprint":"x"}]' }, TangConnectivityResponse],
  ["installation-disk-speed-check", { path: "/dev/sda" }, DiskSpeedCheckResponse],
  [
    "container-image-availability",
    { images: ["quay.io/lab/release:4.22", "quay.io/lab/mco:4.22"], timeout: 960 },
    ContainerImageAvailabilityResponse,
  ],
] as const satisfies readonly (readonly [StepType, unknown, TSchema])[];

describe("answers of a machine", () => {
  test("there is one for every step that only looks", () => {
    expect(requests.map(([type]) => type).sort()).toEqual(Object.keys(observations).sort());
  });

  test.each(requests)("to %s are what the contract describes, and succeed", (type, request, schema) => {
    const outcome = ask(type, request);
    expect(outcome).toMatchObject({ exitCode: 0, error: "" });
    expect(check<TSchema>(schema, read(outcome), { rejectUnknown: true })).toMatchObject({ kind: "valid" });
  });

  test.each(requests.filter(([type]) => type !== "inventory"))("to a malformed %s fail, and say why", (type) => {
    const outcome = ask(type, '"no"');
    expect(outcome.exitCode).toBe(-1);
    expect(outcome.error).not.toBe("");
  });
});

describe("connectivity", () => {
  test("reaches every address on layer 3, and on layer 2 where it shares the network, with the MAC address it was given", () => {
    const [remote] = read(ask("connectivity-check", peerParams)).remote_hosts;
    const [nic] = peer.interfaces;
    expect(remote.host_id).toBe(peer.hostId);
    expect(remote.l3_connectivity).toMatchObject([
      { remote_ip_address: "192.168.10.21", successful: true, packet_loss_percentage: 0 },
      { remote_ip_address: "fd01:2::15", successful: true },
    ]);
    expect(remote.l2_connectivity).toMatchObject([
      { outgoing_nic: "ens1f0np0", outgoing_ip_address: "192.168.10.20", remote_mac: nic?.mac, successful: true },
      { remote_ip_address: "fd01:2::15", remote_mac: nic?.mac, successful: true },
    ]);
    expect(remote.mtu_report).toEqual([]);
  });

  test("does not reach IPv6 from a machine that has none", () => {
    const scene = aScene({ machine: createMachine({ number: 3, networks: ["192.168.10.0/24"] }) });
    const [remote] = read(ask("connectivity-check", peerParams, scene)).remote_hosts;
    expect(remote.l3_connectivity).toContainEqual({
      remote_ip_address: "fd01:2::15",
      successful: false,
      packet_loss_percentage: 100,
    });
    expect(remote.l2_connectivity).toHaveLength(1);
  });

  test("leaves the machine itself out, and is sorted, so that the same world gives the same answer", () => {
    const other = { ...peerParams[0], host_id: "00000000-0000-4000-8000-000000000001" };
    const self = { host_id: machine.hostId, nics: [] };
    const one = ask("connectivity-check", [self, ...peerParams, other]);
    expect(ask("connectivity-check", [other, ...peerParams])).toEqual(one);
  });

  test("tries large packets only where the MTU is unusual", () => {
    const interfaces = machine.interfaces.map((nic) => ({ ...nic, mtu: 9_000 }));
    const scene = aScene({ machine: { ...machine, interfaces } });
    const [remote] = read(ask("connectivity-check", peerParams, scene)).remote_hosts;
    expect(remote.mtu_report).toHaveLength(2);
  });
});

describe("addresses", () => {
  test("are free unless somebody answers there", () => {
    const lan = new Lan();
    lan.occupy("192.168.10.5");
    const scene = aScene({ lan });
    const [{ free_addresses }] = read(ask("free-network-addresses", ["192.168.10.0/28"], scene));
    expect(free_addresses).toHaveLength(15);
    expect(free_addresses).not.toContain("192.168.10.5");
    const vips = ["192.168.10.5", "192.168.10.6"].map((vip) => ({ vip, vip_type: "api" }));
    expect(read(ask("verify-vips", vips, scene))).toMatchObject([
      { verification: "failed" },
      { verification: "succeeded" },
    ]);
    lan.vacate("192.168.10.5");
    expect(read(ask("verify-vips", vips, scene))[0]).toMatchObject({ verification: "succeeded" });
  });

  test("a scan of a large network ends at 8000", () => {
    const [{ free_addresses }] = read(ask("free-network-addresses", ["10.0.0.0/16"]));
    expect(free_addresses).toHaveLength(8_000);
  });

  test("leases are the same for the same MAC address, and different for different ones", () => {
    const scene = aScene();
    const request = { interface: "ens1f0np0", api_vip_mac: "00:1a:4a:00:00:01", ingress_vip_mac: "00:1a:4a:00:00:02" };
    const first = read(ask("dhcp-lease-allocate", request, scene));
    expect(first.api_vip_address).not.toBe(first.ingress_vip_address);
    expect(first.api_vip_lease).toContain(`fixed-address ${first.api_vip_address};`);
    expect(read(ask("dhcp-lease-allocate", request, scene))).toEqual(first);
    expect(ask("dhcp-lease-allocate", { ...request, interface: "nosuch0" }, scene)).toMatchObject({ exitCode: -1 });
  });
});

describe("names", () => {
  const resolve = (domain_name: string) =>
    read(ask("domain-resolution", { domains: [{ domain_name }] })).resolutions[0];

  test("of the cluster lead to a load balancer beside the machines, in each family", () => {
    expect(resolve("api.demo.example.com")).toMatchObject({
      ipv4_addresses: ["192.168.10.4"],
      ipv6_addresses: ["fd01:2::4"],
    });
    expect(resolve("console-openshift-console.apps.demo.example.com").ipv4_addresses).toHaveLength(1);
  });

  test("that nobody made do not resolve, with and without a dot at the end", () => {
    expect(resolve("validateNoWildcardDNS.demo.example.com.").ipv4_addresses).toEqual([]);
    expect(resolve("validateNoWildcardDNS.demo.example.com").ipv6_addresses).toEqual([]);
  });
});

test("time comes from the sources that were given, or from one of the machine's own", () => {
  expect(read(ask("ntp-synchronizer", { ntp_source: "a.example.com, b.example.com" })).ntp_sources).toEqual([
    { source_name: "a.example.com", source_state: "synced" },
    { source_name: "b.example.com", source_state: "combined" },
  ]);
  expect(read(ask("ntp-synchronizer", { ntp_source: "" })).ntp_sources).toHaveLength(1);
});
