import { check, Inventory } from "@muster/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MachineKind, machineKinds, platformMakers } from "../inventories/kinds.ts";
import { hostIdOf } from "./host-id.ts";
import { createMachine, type MachineOptions } from "./machine.ts";

const kinds = Object.keys(machineKinds) as MachineKind[];
const stacks = [["192.168.10.0/24"], ["fd2e:6f44:5dd8:a::/64"], ["192.168.10.0/24", "fd2e:6f44:5dd8:a::/64"]];

const inventory = (options: Partial<MachineOptions> = {}) => createMachine({ number: 1, ...options }).inventory();

describe("an inventory", () => {
  test.each(kinds.flatMap((kind) => stacks.map((networks) => [kind, networks] as const)))(
    "of a %s in %s is what the contract describes, without a field too many",
    (kind, networks) => {
      expect(check(Inventory, inventory({ kind, networks }), { rejectUnknown: true })).toMatchObject({ kind: "valid" });
    },
  );

  test("of the bench server has 9.4 kB, within five per cent, and what the load asks for", () => {
    const bench = inventory({ kind: "bench-server", number: 4_711, place: 200 });
    const size = Buffer.byteLength(JSON.stringify(bench));
    expect(size).toBeGreaterThan(9_400 * 0.95);
    expect(size).toBeLessThan(9_400 * 1.05);
    expect(bench.cpu?.count).toBe(16);
    expect(bench.interfaces).toHaveLength(6);
    expect(bench.disks).toHaveLength(6);
    expect(bench.disks?.every(({ smart }) => smart?.includes("smart_status"))).toBe(true);
    expect(bench.gpus).toHaveLength(1);
    expect(bench.routes?.length).toBeGreaterThan(1);
  });

  test("is the same each time for the same seed and number", () => {
    expect(inventory({ kind: "rack-server", seed: "a", number: 3 })).toEqual(
      inventory({ kind: "rack-server", seed: "a", number: 3 }),
    );
  });

  test("has an address of every network of the machine, and a default route through each", () => {
    const { interfaces, routes } = inventory({ networks: ["192.168.10.0/24", "fd01:2::/64"], number: 5 });
    expect(interfaces?.[0]).toMatchObject({ ipv4_addresses: ["192.168.10.24/24"], ipv6_addresses: ["fd01:2::18/64"] });
    expect(routes).toContainEqual({
      interface: "enp1s0",
      gateway: "192.168.10.1",
      destination: "0.0.0.0",
      family: 2,
      metric: 100,
    });
    expect(routes).toContainEqual({
      interface: "enp1s0",
      gateway: "fd01:2::1",
      destination: "::",
      family: 10,
      metric: 100,
    });
  });

  test("has routes but no default one, when the machine was given none", () => {
    const { routes } = inventory({ defaultRoute: false });
    expect(routes?.length).toBeGreaterThan(0);
    expect(routes?.some(({ gateway }) => gateway)).toBe(false);
  });

  test("follows what was asked of memory, processors, disks, TPM and platform", () => {
    const asked = inventory({ memoryGib: 8, cpus: 2, disks: 30, tpm: "1.2", platform: "vsphere", hostname: "node-a" });
    expect(asked).toMatchObject({
      hostname: "node-a",
      cpu: { count: 2 },
      memory: { physical_bytes: 8 * 1024 ** 3 },
      tpm_version: "1.2",
      system_vendor: { manufacturer: platformMakers.vsphere.manufacturer, virtual: true },
    });
    expect(asked.disks?.map(({ name }) => name).slice(24)).toEqual(["vdy", "vdz", "vdaa", "vdab", "vdac", "vdad"]);
    expect(new Set(asked.disks?.map(({ id }) => id)).size).toBe(30);
  });

  test("can be amended in any way", () => {
    const amend = (usual: Inventory): Inventory => ({ ...usual, disks: [] });
    expect(inventory({ amend }).disks).toEqual([]);
  });
});

describe("machines", () => {
  test("of one seed differ in id, serial, name, MAC and IP addresses", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.constantFrom(...kinds), (chosen, kind) => {
        const machines = chosen.map((number) =>
          createMachine({ number, kind, networks: ["10.0.0.0/16", "fd00::/64"] }),
        );
        const distinct = (values: readonly string[]) => new Set(values).size === values.length;
        const interfaces = machines.flatMap((machine) => machine.interfaces);
        return (
          distinct(machines.map(({ hostId }) => hostId)) &&
          distinct(machines.map(({ serial }) => serial)) &&
          distinct(machines.map(({ hostname }) => hostname)) &&
          distinct(interfaces.map(({ mac }) => mac)) &&
          distinct(interfaces.flatMap(({ addresses }) => addresses.map(({ address }) => address)))
        );
      }),
    );
  });

  test("of another seed are others, even under the same number", () => {
    expect(createMachine({ number: 1, seed: "a" }).hostId).not.toBe(createMachine({ number: 1, seed: "b" }).hostId);
  });

  test("that do not fit into their network are refused with the network's name", () => {
    expect(() => createMachine({ number: 300 })).toThrow(/192\.168\.10\.0\/24 has no address number 319/);
  });
});

describe("the id of a host", () => {
  test("is the MD5 of the board's serial, in the form of a UUID", () => {
    expect(hostIdOf({ boardSerial: "ABC123", macs: [] })).toBe("bbf2dead-3746-54cb-b32a-917afd236656");
  });

  test("falls back to the system's UUID, then to the lowest MAC address, then to a constant", () => {
    const systemUuid = "4C4C4544-0051-4B10-8057-B7C04F4D3233";
    expect(hostIdOf({ boardSerial: "Default string", systemUuid, macs: [] })).toBe(systemUuid.toLowerCase());
    const macs = ["02:00:00:00:00:02", "02:00:00:00:00:01"];
    const unknown = { boardSerial: "None", systemUuid: "03000200-0400-0500-0006-000700080009" };
    expect(hostIdOf({ ...unknown, macs })).toBe(hostIdOf({ boardSerial: "02:00:00:00:00:01", macs: [] }));
    expect(hostIdOf({ ...unknown, macs: [] })).toBe("deaddead-dead-dead-dead-deaddeaddead");
  });
});
