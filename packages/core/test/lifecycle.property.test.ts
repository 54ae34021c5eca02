import * as wire from "@muster/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Changes } from "../src/changes.ts";
import { unbindHost } from "../src/commands/binding.ts";
import { deregisterHost } from "../src/commands/deregister.ts";
import { reportOperator } from "../src/commands/finalizing.ts";
import { sameValue } from "../src/equality.ts";
import type { EventDraft } from "../src/events/draft.ts";
import { clusterMachine } from "../src/lifecycle/cluster-machine.ts";
import { hostMachine } from "../src/lifecycle/host-machine.ts";
import type { ClusterStatus } from "../src/model/cluster.ts";
import { hour, minute, second } from "../src/model/instant.ts";
import { refreshCluster } from "../src/refresh.ts";
import type { Reply } from "../src/steps/reply.ts";
import { anInventory, anOperator } from "./builders.ts";
import { allParts, World } from "./world.ts";

const machines = [1, 2, 3, 4] as const;
type Action = Readonly<{ name: string; run: (world: World) => unknown }>;

const machine = fc.constantFrom(...machines);
const act = (name: string, run: Action["run"]): fc.Arbitrary<Action> => fc.constant({ name, run });
const onMachine = (name: string, run: (world: World, number: number) => unknown): fc.Arbitrary<Action> =>
  machine.map((number) => ({ name: `${name} ${number}`, run: (world) => run(world, number) }));

const gib = 1024 ** 3;
const replies = fc.constantFrom<Reply>(
  { kind: "inventory", inventory: anInventory(1, { memory: { physicalBytes: 4 * gib, usableBytes: 4 * gib } }) },
  { kind: "inventory", inventory: anInventory(2, { hostname: "localhost" }) },
  { kind: "inventory", inventory: anInventory(3, { interfaces: [], routes: [] }) },
  { kind: "connectivity", report: { remoteHosts: [] } },
  { kind: "ntp-sources", sources: [{ sourceName: "ntp", sourceState: "unreachable" }] },
  { kind: "verified-vips", vips: [{ vip: "192.168.10.100", vipType: "api", verification: "failed" }] },
  { kind: "verified-vips", vips: [{ vip: "192.168.10.100", vipType: "api", verification: "succeeded" }] },
  { kind: "disk-speed", exitCode: 1, path: null, syncDurationMs: 0 },
  { kind: "disk-speed", exitCode: 0, path: "/dev/sda", syncDurationMs: 500 },
  { kind: "image-availability", images: [{ name: "release", result: "failure" }] },
  {
    kind: "dhcp-lease",
    lease: {
      apiVipAddress: "192.168.10.100",
      ingressVipAddress: "192.168.10.101",
      apiVipLease: "a",
      ingressVipLease: "b",
    },
  },
  { kind: "installation-failed", exitCode: 1, error: "boom" },
  { kind: "media-disconnected" },
  { kind: "agent-upgrade", agentImage: "image", succeeded: false },
);

const disturbances: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom(second, minute, 4 * minute, 25 * minute, 90 * minute, 6 * hour).map((duration) => ({
    name: `wait ${duration / minute} minutes`,
    run: (world: World) => world.wait(duration),
  })),
  act("wait until it is time", (world) => world.wait(Math.max(0, (world.wakeAt ?? world.now) - world.now))),
  onMachine("register", (world, number) => world.register(number)),
  onMachine("poll", (world, number) => world.poll(number)),
  onMachine("inventory", (world, number) => world.inventory(number)),
  onMachine("measure", (world, number) => world.measure(number)),
  onMachine("next stage", (world, number) => world.nextStage(number)),
  fc.tuple(machine, replies).map(([number, reply]) => ({
    name: `${reply.kind} from ${number}`,
    run: (world: World) => world.reply(number, reply),
  })),
  fc.tuple(machine, fc.constantFrom(...wire.HostStage.enum)).map(([number, stage]) => ({
    name: `stage ${stage} from ${number}`,
    run: (world: World) => world.progress(number, stage, "info"),
  })),
  act("connect", (world) => world.connect()),
  act("install", (world) => world.install()),
  act("prepare", (world) => world.prepare()),
  act("fail to prepare", (world) => world.prepare("no release")),
  act("cancel", (world) => world.cancel()),
  act("reset", (world) => world.reset()),
  act("finalize", (world) => world.finalize()),
  act("add hosts", (world) => world.addHosts()),
  act("operator fails", (world) =>
    world.attempt(
      reportOperator(world.cluster, { name: "console", status: "failed", statusInfo: "down", version: "" }, world.now),
    ),
  ),
  onMachine("unbind", (world, number) => world.remove(number, unbindHost)),
  onMachine("remove", (world, number) => world.remove(number, deregisterHost)),
);

const goOn = fc.subarray([...allParts], { minLength: 3 }).map((parts) => ({
  name: `go on (${parts.join(", ")})`,
  run: (world: World) => world.goOn(world.cluster.controlPlaneCount === 1 ? [1] : machines, parts),
}));

const actions = fc.array(fc.oneof({ weight: 3, arbitrary: goOn }, { weight: 2, arbitrary: disturbances }), {
  minLength: 10,
  maxLength: 40,
});

const pairs = (rows: readonly { from: readonly string[]; to: string }[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ from, to }) => from.map((status) => `${status} → ${to === "same" ? status : to}`)));
const hostPairs = pairs(hostMachine.rows);
const clusterPairs = pairs(clusterMachine.rows);
const underWay: ReadonlySet<ClusterStatus> = new Set(["installing", "installing-pending-user-action", "finalizing"]);

type Moment = Pick<World, "cluster" | "hosts" | "now"> & { told: number };
const moment = ({ cluster, hosts, now, events }: World): Moment => ({ cluster, hosts, now, told: events.length });

/** The statuses that events lead through, one after the other. */
function follow(from: string, steps: readonly Readonly<{ from?: string; to: string }>[], legal: ReadonlySet<string>) {
  let status = from;
  for (const step of steps) {
    if (step.from !== undefined) expect(step.from).toBe(status);
    expect(legal).toContain(`${status} → ${step.to}`);
    status = step.to;
  }
  return status;
}

function checkEvents(before: Moment, world: World): void {
  const told = world.events.slice(before.told);
  const statusesIn = (name: string, matches: (event: EventDraft) => boolean = () => true) =>
    told.filter((event) => event.name === name && matches(event)).map(({ props }) => props);
  const ofCluster = statusesIn("cluster_status_updated").map((props) => ({ to: String(props.cluster_status) }));
  expect(follow(before.cluster.status, ofCluster, clusterPairs)).toBe(world.cluster.status);
  for (const host of world.hosts) {
    const old = before.hosts.find(({ id }) => id === host.id);
    const moves = statusesIn("host_status_updated", ({ hostId }) => hostId === host.id)
      .filter((props) => props.src_status !== props.new_status)
      .map((props) => ({ from: String(props.src_status), to: String(props.new_status) }));
    // A new host has arrived in its first status without an event of its own but the one of its registration.
    const start = old?.status ?? "discovering";
    expect(follow(start, moves, hostPairs)).toBe(host.status);
  }
}

/** What a refresh would still change, in a form that can be read. */
function news({ cluster, hosts, events }: Changes, world: World): string[] {
  const words = (name: string, old: object | undefined, patch: object) =>
    Object.entries(patch).map(([key, value]) => {
      const before: unknown = Object.entries(old ?? {}).find(([field]) => field === key)?.[1];
      if (!Array.isArray(value) || !Array.isArray(before)) return `${name}.${key}: ${value}`;
      const changed = value.filter((item) => !before.some((other) => sameValue(item, other)));
      return `${name}.${key}: ${JSON.stringify(changed)}`;
    });
  return [
    ...words("cluster", world.cluster, cluster),
    ...[...hosts].flatMap(([id, patch]) =>
      words(
        id,
        world.hosts.find((host) => host.id === id),
        patch,
      ),
    ),
    ...events.map(({ message }) => message),
  ];
}

function checkPeace(world: World): void {
  const again = refreshCluster(world.snapshot, world.policy, world.now);
  expect(news(again, world)).toEqual([]);
  expect(again.wakeAt).toBe(world.wakeAt);
  if (world.wakeAt !== null) expect(world.wakeAt).toBeGreaterThan(world.now);
  // Until it is time nothing happens by itself, however late the service looks.
  const later = world.wakeAt === null ? world.now + 1_000 * hour : Math.floor((world.now + world.wakeAt) / 2);
  const between = refreshCluster(world.snapshot, world.policy, later);
  expect(between.events).toEqual([]);
  expect(between.cluster).toEqual({});
  // But for the clock of a stage that waits for another host.
  expect([...between.hosts.values()].filter(({ progress, ...others }) => Object.keys(others).length > 0)).toEqual([]);
}

function checkProgress(before: Moment, { cluster }: World): void {
  if (!underWay.has(before.cluster.status) || !underWay.has(cluster.status)) return;
  if (before.cluster.installStartedAt !== cluster.installStartedAt) return;
  expect(cluster.progress.total).toBeGreaterThanOrEqual(before.cluster.progress.total);
}

const play = (world: World, steps: readonly Action[]): void => {
  world.refresh();
  for (const { run } of steps) {
    const before = moment(world);
    run(world);
    checkEvents(before, world);
    checkPeace(world);
    checkProgress(before, world);
  }
};

const described = (steps: readonly Action[]) => steps.map(({ name }) => name).join(", ");

describe("whatever happens in whatever order", () => {
  const console = anOperator("console", { type: "builtin" });
  test.each([
    ["three or four hosts", {}, {}],
    ["soft time-outs", {}, { softTimeouts: true }],
    ["VIPs from DHCP", { vipDhcpAllocation: true, networkType: "OpenShiftSDN", apiVips: [], ingressVips: [] }, {}],
    [
      "a single node",
      {
        controlPlaneCount: 1,
        userManagedNetworking: true,
        platform: { type: "none", external: null },
        apiVips: [],
        ingressVips: [],
      },
      {},
    ],
  ] as const)(
    "%s: statuses follow the tables, every change is told, refresh settles, progress only grows",
    (_, cluster, policy) => {
      fc.assert(
        fc.property(
          actions.map((steps) => ({ steps, toString: () => described(steps) })),
          ({ steps }) => play(new World({ monitoredOperators: [console], ...cluster }, policy), steps),
        ),
        { numRuns: 15 },
      );
    },
    60_000,
  );

  test("a patch never repeats what is already so", () => {
    const world = new World({ monitoredOperators: [console] });
    for (let round = 0; round < 12; round += 1) {
      const { cluster, hosts } = refreshCluster(world.snapshot, world.policy, world.now);
      for (const [key, value] of Object.entries(cluster)) {
        expect(sameValue(value, Object.entries(world.cluster).find(([name]) => name === key)?.[1])).toBe(false);
      }
      for (const [id, patch] of hosts) {
        const old = world.hosts.find((host) => host.id === id);
        for (const [key, value] of Object.entries(patch)) {
          expect(sameValue(value, Object.entries(old ?? {}).find(([name]) => name === key)?.[1])).toBe(false);
        }
      }
      world.goOn([1, 2, 3]);
    }
  });
});
