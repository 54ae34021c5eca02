import { describe, expect, test } from "vitest";
import type { Cluster } from "../src/model/cluster.ts";
import { hour, minute } from "../src/model/instant.ts";
import type { Policy } from "../src/policy.ts";
import { anOperator } from "./builders.ts";
import { World } from "./world.ts";

const console = anOperator("console", { type: "builtin" });

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function installed(machines: number, cluster: Partial<Cluster> = {}, policy: Partial<Policy> = {}): World {
  const world = new World({ monitoredOperators: [console], ...cluster }, policy);
  world.refresh();
  for (let round = 0; round < 40 && world.cluster.status !== "installed"; round += 1) world.goOn(range(machines));
  return world;
}

const rolesOf = (world: World) =>
  world.hosts.map(({ role, bootstrap }) => (bootstrap ? `${role}+bootstrap` : role)).sort();
const statusesOf = (world: World) =>
  world.events.flatMap(({ name, props }) => (name === "cluster_status_updated" ? String(props.cluster_status) : []));

const singleNode: Partial<Cluster> = {
  controlPlaneCount: 1,
  userManagedNetworking: true,
  platform: { type: "none", external: null },
  apiVips: [],
  ingressVips: [],
};

describe("whole installations", () => {
  test("a compact cluster goes through every status, and ends at 100 per cent", () => {
    const world = installed(3);
    expect(statusesOf(world)).toEqual([
      "pending-for-input",
      "insufficient",
      "ready",
      "preparing-for-installation",
      "installing",
      "finalizing",
      "installed",
    ]);
    expect(world.cluster.progress.total).toBe(100);
    expect(rolesOf(world)).toEqual(["master", "master", "master+bootstrap"]);
    expect(world.cluster.installCompletedAt).toBe(world.now);
    expect(world.wakeAt).toBeNull();
  });

  test.each([
    ["three and two", 5, {}, {}, ["master", "master", "master+bootstrap", "worker", "worker"]],
    [
      "five control plane nodes",
      5,
      { controlPlaneCount: 5 },
      {},
      ["master", "master", "master", "master", "master+bootstrap"],
    ],
    ["two with an arbiter", 3, { controlPlaneCount: 2 }, {}, ["arbiter", "master", "master+bootstrap"]],
    ["a single node", 1, singleNode, {}, ["master+bootstrap"]],
    [
      "machines with a wider netmask than the machine network that was given",
      3,
      { machineNetworks: ["192.168.10.0/25"], machineNetworksGiven: true },
      {},
      ["master", "master", "master+bootstrap"],
    ],
    ["under soft time-outs", 3, {}, { softTimeouts: true }, ["master", "master", "master+bootstrap"]],
  ] as const)("%s", (_, machines, cluster, policy, roles) => {
    const world = installed(machines, cluster, policy);
    expect(world.cluster.status).toBe("installed");
    expect(rolesOf(world)).toEqual(roles);
    expect(new Set(world.hosts.map(({ status }) => status))).toEqual(new Set(["installed"]));
  });

  test("a worker is added to an installed cluster", () => {
    const world = installed(3);
    expect(world.addHosts()).toBe(true);
    expect(world.cluster).toMatchObject({ status: "adding-hosts", kind: "AddHostsCluster" });
    world.register(4);
    world.poll(4);
    world.inventory(4);
    world.reply(4, {
      kind: "api-vip-connectivity",
      connectivity: { isSuccess: true, url: "http://api", ignition: "{}" },
    });
    expect(world.host(4)).toMatchObject({ kind: "AddToExistingClusterHost", status: "known" });
    expect(world.installAdded(4)).toBe(true);
    expect(world.host(4)).toMatchObject({ status: "installing", role: "worker" });
    world.stagesToTheEnd(4);
    expect(world.host(4)).toMatchObject({ status: "added-to-existing-cluster", progress: { stage: "Done" } });
    expect(world.cluster.status).toBe("adding-hosts");
  });

  test("a cancelled installation is reset, its hosts boot again, and it succeeds", () => {
    const world = new World({ monitoredOperators: [console] });
    for (let round = 0; round < 6; round += 1) world.goOn(range(3));
    expect(world.cluster.status).toBe("installing");
    expect(world.cancel()).toBe(true);
    expect(world.cluster.status).toBe("cancelled");
    expect(world.hosts.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(world.reset()).toBe(true);
    expect(world.hosts.map(({ status }) => status)).toEqual(Array(3).fill("resetting-pending-user-action"));
    for (let round = 0; round < 40 && world.cluster.status !== "installed"; round += 1) world.goOn(range(3));
    expect(world.cluster.status).toBe("installed");
  });
});

describe("installations that meet trouble", () => {
  const installing = (machines: number, policy: Partial<Policy> = {}) => {
    const world = new World({ monitoredOperators: [console] }, policy);
    for (let round = 0; round < 10 && world.cluster.status !== "installing"; round += 1) world.goOn(range(machines));
    return world;
  };

  test("a preparation that fails leaves the cluster ready, with the reason", () => {
    const world = new World();
    for (const number of range(3)) world.register(number);
    for (const number of range(3)) world.inventory(number);
    world.pollAll();
    world.connect();
    expect(world.install()).toBe(true);
    expect(world.prepare("the release image does not exist")).toBe(true);
    expect(world.cluster).toMatchObject({
      status: "ready",
      lastInstallationPreparation: { status: "failed", reason: "the release image does not exist" },
    });
    expect(world.hosts.map(({ status }) => status)).toEqual(["known", "known", "known"]);
  });

  test("a control plane node that falls silent fails the cluster, and the others with it", () => {
    const world = installing(3);
    world.now += 6 * minute;
    world.poll(1);
    world.poll(2);
    expect(world.cluster.status).toBe("error");
    expect(new Set(world.hosts.map(({ status }) => status))).toEqual(new Set(["error"]));
    expect(world.events.map(({ name }) => name)).toContain("cluster_installation_failed");
  });

  test("under soft time-outs the same silence is only told, and forgiven when the host is back", () => {
    const world = installing(3, { softTimeouts: true });
    world.now += 6 * minute;
    world.poll(1);
    world.poll(2);
    expect(world.cluster.status).toBe("installing");
    expect(world.host(3)?.connectionTimedOut).toBe(true);
    world.poll(3);
    expect(world.host(3)?.connectionTimedOut).toBe(false);
  });

  test("a host in the wrong boot order holds the cluster until it boots from its disk", () => {
    const world = installing(3);
    const [first] = world.hosts.filter(({ bootstrap }) => !bootstrap);
    const number = Number(first?.id.slice(-3));
    for (const stage of ["Starting installation", "Installing", "Writing image to disk", "Rebooting"] as const) {
      expect(world.progress(number, stage)).toBe(true);
    }
    expect(world.register(number)).toBe(true);
    expect(world.host(number)?.status).toBe("installing-pending-user-action");
    expect(world.cluster.status).toBe("installing-pending-user-action");
    expect(world.register(number)).toBe(false);
    expect(world.progress(number, "Configuring")).toBe(true);
    expect(world.host(number)?.status).toBe("installing-in-progress");
    expect(world.cluster.status).toBe("installing");
  });

  test("a worker that never boots from its disk is given up, and the cluster is installed without it", () => {
    const world = installing(4);
    const worker = world.hosts.find(({ role }) => role === "worker");
    const number = Number(worker?.id.slice(-3));
    for (const stage of ["Starting installation", "Rebooting"] as const) world.progress(number, stage);
    world.register(number);
    for (const other of world.hosts.filter(({ id }) => id !== worker?.id)) {
      world.stagesToTheEnd(Number(other.id.slice(-3)));
    }
    expect(world.cluster.status).toBe("installing-pending-user-action");
    world.now = world.wakeAt ?? world.now;
    world.pollAll();
    expect(world.host(number)?.status).toBe("error");
    expect(world.cluster.status).toBe("finalizing");
    world.finalize();
    expect(world.cluster).toMatchObject({ status: "installed" });
    expect(world.cluster.statusInfo).toContain("did not join");
  });

  test("finalizing that never ends fails when its time is up, and the service knows when to look", () => {
    const world = installing(3);
    for (const number of range(3)) world.stagesToTheEnd(number);
    expect(world.cluster.status).toBe("finalizing");
    expect(world.wakeAt).toBe(world.now + 5 * hour);
    world.now = world.wakeAt ?? world.now;
    world.refresh();
    expect(world.cluster.status).toBe("error");
  });
});
