import { describe, expect, test } from "vitest";
import { anOperator, id } from "../../test/builders.ts";
import { World } from "../../test/world.ts";
import { planInstall } from "./plan.ts";

const observed = () => null;

function readyWorld(machines: number, over = {}): World {
  const world = new World({ monitoredOperators: [anOperator("console", { type: "builtin" })], ...over });
  const numbers = Array.from({ length: machines }, (_, index) => index + 1);
  for (let round = 0; round < 6; round += 1) world.goOn(numbers, ["agents"]);
  return world;
}

const planOf = (world: World) => planInstall(world.snapshot, world.policy, world.now, observed);

describe("the plan of an install", () => {
  test("is what the install then does: roles, bootstrap, disks", () => {
    const world = readyWorld(5);
    const plan = planOf(world);
    expect(plan).toMatchObject({ state: "possible", blockers: [] });
    expect(plan.summary).toBe("An install would put OpenShift 4.22.9 on 5 hosts (3 control plane, 2 worker).");
    expect(world.install()).toBe(true);
    for (const planned of plan.hosts) {
      const host = world.hosts.find((each) => each.id === planned.id);
      expect(host).toMatchObject({ role: planned.role, bootstrap: planned.bootstrap });
      expect(host?.installationDiskId).toBe(planned.installDisk?.id);
      expect(planned.roleFrom).toBe("suggested");
    }
  });

  test("lets the control plane boot first, then workers, and the bootstrap last", () => {
    const { hosts, bootOrder } = planOf(readyWorld(5));
    const roles = bootOrder.map((group) =>
      group.map((hostId) => {
        const planned = hosts.find((each) => each.id === hostId);
        return planned?.bootstrap ? "bootstrap" : planned?.role;
      }),
    );
    expect(roles).toEqual([["master", "master"], ["worker", "worker"], ["bootstrap"]]);
  });

  test("names the steps with the time that each may take", () => {
    const { steps } = planOf(readyWorld(5));
    expect(steps.map(({ id: step }) => step)).toEqual([
      "prepare",
      "write",
      "control-plane",
      "bootkube",
      "reboot",
      "join",
      "finalize",
    ]);
    for (const { timeoutSeconds, detail } of steps) {
      expect(timeoutSeconds).toBeGreaterThan(0);
      expect(detail).not.toContain("undefined");
    }
  });

  test("of a single node has no waiting for others", () => {
    const world = readyWorld(1, {
      controlPlaneCount: 1,
      userManagedNetworking: true,
      platform: { type: "none", external: null },
      apiVips: [],
      ingressVips: [],
    });
    const { steps, bootOrder, state } = planOf(world);
    expect(state).toBe("possible");
    expect(steps.map(({ id: step }) => step)).not.toContain("control-plane");
    expect(bootOrder).toEqual([[id(1)]]);
  });

  test("says what would keep it from beginning", () => {
    const plan = planOf(readyWorld(2));
    expect(plan.state).toBe("blocked");
    expect(plan.blockers.map(({ id: cause }) => cause)).toContain("sufficient-masters-count");
    expect(plan.hosts).toHaveLength(2);
  });

  test("finds hosts that went silent since the last refresh, as the install would", () => {
    const world = readyWorld(3);
    expect(planOf(world).state).toBe("possible");
    world.now += 10 * 60_000;
    expect(world.cluster.status).toBe("ready");
    const plan = planOf(world);
    expect(plan).toMatchObject({ state: "blocked", cluster: { status: "insufficient" } });
    expect(plan.blockers.map(({ id: cause }) => cause)).toContain("connected");
    expect(plan.blockers.map(({ id: cause }) => cause)).not.toContain("awaits-install");
    expect(plan.summary).toBe(`An install would be refused: ${plan.blockers.length} things stand in the way.`);
  });

  test("of what was cancelled has one thing in the way, and says it so", () => {
    const world = readyWorld(3);
    world.install();
    for (let round = 0; world.cluster.status !== "installing" && round < 10; round += 1) world.goOn([1, 2, 3]);
    world.cancel();
    expect(planOf(world)).toMatchObject({
      state: "blocked",
      summary: "An install would be refused: one thing stands in the way.",
      blockers: [{ id: "cancelled" }],
    });
  });

  test("a plan changes nothing, and a later one tells that it is under way, then over", () => {
    const world = readyWorld(3);
    const before = world.snapshot;
    planOf(world);
    expect(world.snapshot).toEqual(before);
    world.install();
    expect(planOf(world).state).toBe("under-way");
    for (let round = 0; round < 40; round += 1) world.goOn([1, 2, 3]);
    expect(planOf(world)).toMatchObject({ state: "over", blockers: [] });
  });
});
