import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, aSnapshot, id, now } from "../../test/builders.ts";
import { jsonOf, policy, scene, stepId } from "../../test/step-scene.ts";
import type { Host } from "../model/host.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { connectivityChecksPerMinute } from "./connectivity.ts";
import { nextSteps } from "./next-steps.ts";

describe("connectivity-check", () => {
  const nic = (number: number) => ({
    host_id: id(number),
    nics: [
      {
        name: "eno1",
        mac: `52:54:00:00:00:${String(number).padStart(2, "0")}`,
        ip_addresses: [`192.168.10.${10 + number}`],
      },
    ],
  });

  test("names the other hosts with their interfaces", () => {
    expect(jsonOf("connectivity-check", "known", { others: 3 })).toEqual([nic(2), nic(3), nic(4)]);
  });

  test("leaves out whichever host asks: first, middle or last", () => {
    const { hosts, ...rest } = aSnapshot({ hosts: 3 });
    const asked = hosts.map((host) => {
      const { instructions } = nextSteps(host, { hosts, ...rest }, policy, now, stepId);
      return JSON.parse(instructions.find(({ stepType }) => stepType === "connectivity-check")?.args[0] ?? "");
    });
    expect(asked).toEqual([
      [nic(2), nic(3)],
      [nic(1), nic(3)],
      [nic(1), nic(2)],
    ]);
  });

  test("hosts that were just discovered, that are silent, or that showed no interface are not tried", () => {
    const { self, snapshot } = scene({ others: 4 });
    const [, two, three, four, five] = snapshot.hosts;
    if (!two || !three || !four || !five) throw new Error("the scene is too small");
    const hosts = [
      self,
      { ...two, status: "discovering" as const },
      { ...three, status: "disconnected" as const },
      { ...four, inventory: null },
      { ...five, inventory: anInventory(5, { interfaces: [] }) },
    ];
    const { instructions } = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId);
    expect(instructions.some(({ stepType }) => stepType === "connectivity-check")).toBe(false);
  });

  test("a host that is not in the list itself gets the whole list", () => {
    const { self, snapshot } = scene({ host: { inventory: null } });
    const { instructions } = nextSteps(self, snapshot, policy, now, stepId);
    const step = instructions.find(({ stepType }) => stepType === "connectivity-check");
    expect(JSON.parse(step?.args[0] ?? "")).toEqual([nic(2)]);
  });

  test("link-local addresses cannot be tried from elsewhere", () => {
    const interfaces = [
      {
        name: "eno1",
        macAddress: "52:54:00:00:00:02",
        ipv4Addresses: ["169.254.3.4/16", "192.168.10.12/24"],
        ipv6Addresses: ["fe80::1/64", "fd00::2/64"],
      },
      { name: "lo1", ipv4Addresses: ["10.0.0.1/24"], ipv6Addresses: [] },
      { name: "eno3", macAddress: "52:54:00:00:00:03", ipv4Addresses: [], ipv6Addresses: ["fe80::2/64"] },
    ];
    const { self, snapshot } = scene();
    const hosts = [self, aHost({ inventory: anInventory(2, { interfaces }) }, 2)];
    const { instructions } = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId);
    expect(JSON.parse(instructions[0]?.args[0] ?? "")).toEqual([
      {
        host_id: id(2),
        nics: [{ name: "eno1", mac: "52:54:00:00:00:02", ip_addresses: ["192.168.10.12", "fd00::2"] }],
      },
    ]);
  });

  test("a cluster of 500 hosts is answered in a fraction of a millisecond per host", () => {
    const snapshot: ClusterSnapshot = {
      cluster: aCluster(),
      hosts: Array.from({ length: 500 }, (_, index) => aHost({}, index + 1)),
      infraEnvs: [anInfraEnv()],
    };
    const started = performance.now();
    for (const host of snapshot.hosts) nextSteps(host, snapshot, policy, now, stepId);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("in a large cluster those who have told of everyone take turns, and each has one", () => {
    const count = 600;
    const remoteHosts = Array.from({ length: count - 1 }, () => ({}));
    const hosts = Array.from({ length: count }, (_, index) => aHost({ connectivity: { remoteHosts } }, index + 1));
    const snapshot: ClusterSnapshot = { cluster: aCluster(), hosts, infraEnvs: [anInfraEnv()] };
    const checks = (host: Host, at: number) =>
      nextSteps(host, snapshot, policy, at, stepId).instructions.some(
        ({ stepType }) => stepType === "connectivity-check",
      );
    const turns = [0, 1, 2, 3].map((minutes) => hosts.filter((host) => checks(host, now + minutes * 60_000)));
    for (const turn of turns) {
      expect(turn.length).toBeGreaterThan(0);
      expect(turn.length).toBeLessThanOrEqual(connectivityChecksPerMinute);
    }
    expect(new Set(turns.flat()).size).toBe(count);
    const [first] = hosts;
    if (!first) throw new Error("there are hosts");
    const late = { ...first, connectivity: null };
    expect([0, 1, 2, 3].every((minutes) => checks(late, now + minutes * 60_000))).toBe(true);
  });
});
