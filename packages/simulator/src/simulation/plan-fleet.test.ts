import { describe, expect, test } from "vitest";
import { plannedMachine } from "../conduct/plan.ts";
import { createMachine } from "../machine/machine.ts";
import { planFleet } from "./plan-fleet.ts";

const machinesOf = (seed: string) =>
  planFleet({ hosts: 10, topology: "ha", seed }).clusters.flatMap(({ plan, hosts }) =>
    hosts.map(({ bootAt, machine }, index) => {
      const { hostId, hostname, inventory } = createMachine({
        number: index + 1,
        seed: `${seed} ${plan.name}`,
        ...plannedMachine(plan, index),
        ...machine,
      });
      return { hostId, hostname, bootAt, inventory: inventory() };
    }),
  );

describe("a fleet", () => {
  test("is the same with the same seed, down to the last disk, and another one with another", () => {
    expect(machinesOf("one")).toEqual(machinesOf("one"));
    const [one, two] = [machinesOf("one"), machinesOf("two")];
    expect(new Set([...one, ...two].map(({ hostId }) => hostId)).size).toBe(20);
  });

  test("fills as many clusters as it can, each at a site of its own", () => {
    const { clusters } = planFleet({ hosts: 200, topology: "sno", seed: "s" });
    expect(clusters).toHaveLength(200);
    expect(new Set(clusters.map(({ plan }) => plan.siteNumber)).size).toBe(200);
    expect(clusters.every(({ hosts, install }) => hosts.length === 1 && install)).toBe(true);
    expect(() => planFleet({ hosts: 4, topology: "compact", seed: "s" })).toThrow("4 hosts do not fill clusters of 3");
  });

  test("is made of every usual kind, where the topology takes it", () => {
    const kinds = (topology: "sno" | "four") =>
      new Set(
        planFleet({ hosts: 400, topology, seed: "s" }).clusters.map(({ plan }) =>
          typeof plan.machine === "object" ? plan.machine.kind : undefined,
        ),
      );
    expect(kinds("sno")).toEqual(new Set(["small-vm", "rack-server", "edge-box", "arm64-server"]));
    expect(kinds("four").has("arm64-server")).toBe(false);
  });

  test("boots within the time that was given, all at once in a storm", () => {
    const moments = (bootOverSeconds?: number) =>
      planFleet({
        hosts: 50,
        topology: "sno",
        seed: "s",
        ...(bootOverSeconds === undefined ? {} : { bootOverSeconds }),
      }).clusters.flatMap(({ hosts }) => hosts.map(({ bootAt }) => bootAt));
    expect(Math.max(...moments())).toBeLessThan(60);
    expect(Math.max(...moments())).toBeGreaterThan(30);
    expect(new Set(moments(0))).toEqual(new Set([0]));
  });

  test("gives names that clusters may have, whatever the seed", () => {
    const [cluster] = planFleet({ hosts: 1, topology: "sno", seed: "Ünruly SEED / 7".repeat(9) }).clusters;
    expect(cluster?.plan.name).toMatch(/^[a-z0-9]([a-z0-9-]{0,52}[a-z0-9])?$/);
  });
});
