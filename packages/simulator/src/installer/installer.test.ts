import type { HostRole, HostStage } from "@muster/contract";
import { afterEach, describe, expect, test } from "vitest";
import { PaperService } from "../../test/paper-service.ts";
import { bootAt, eventually, installStep, onlyHost } from "../../test/paper-site.ts";
import type { Fleet, FleetOptions } from "../conduct/fleet.ts";
import { faults } from "../faults.ts";

const fleets: Fleet[] = [];
afterEach(() => Promise.all(fleets.splice(0).map((fleet) => fleet.stop())));

function boot(service: PaperService, options: Partial<FleetOptions> = {}): Fleet {
  const fleet = bootAt(service, options);
  fleets.push(fleet);
  return fleet;
}

/** Machines in these roles, each told to install at its first poll. */
function installing(service: PaperService, roles: readonly HostRole[], options: Partial<FleetOptions> = {}): Fleet {
  const fleet = boot(service, { count: roles.length, start: false, ...options });
  const control_plane_count = roles.filter((role) => role === "master" || role === "bootstrap").length;
  service.cluster = { ...service.cluster, control_plane_count };
  for (const [index, role] of roles.entries()) {
    const host = fleet.hosts[index];
    if (!host) continue;
    service.giveRole(host.id, role);
    service.instruct(host.id, installStep(host, role, { control_plane_count }));
    host.powerOn();
  }
  return fleet;
}

const isDone = (service: PaperService, { hosts }: Fleet) =>
  hosts.every(({ id }) => service.stagesOf(id).at(-1) === "Done");

// The order of the reference (service 3.5), without the registry that only some images bring along.
const bootstrapStages: HostStage[] = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Waiting for control plane",
  "Waiting for bootkube",
  "Waiting for controller",
  "Rebooting",
  "Configuring",
  "Joined",
  "Done",
];
const controlPlaneStages: HostStage[] = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Rebooting",
  "Configuring",
  "Joined",
  "Done",
];
const workerStages: HostStage[] = [
  "Starting installation",
  "Installing",
  "Writing image to disk",
  "Waiting for control plane",
  "Rebooting",
  "Waiting for ignition",
  "Configuring",
  "Joined",
  "Done",
];
const singleNodeStages: HostStage[] = [
  "Starting installation",
  "Installing",
  "Waiting for bootkube",
  "Writing image to disk",
  "Rebooting",
  "Joined",
  "Done",
];

/**
 * Whoever watches may miss a stage that passed quickly. After a reboot two tell of a node, its bootstrap and the controller,
 * and their reports may cross on the way.
 */
function expectInOrder(reported: readonly HostStage[], order: readonly HostStage[]) {
  const places = [...new Set(reported)].map((stage) => order.indexOf(stage));
  expect(places).not.toContain(-1);
  const own = places.filter((place) => place <= order.indexOf("Rebooting"));
  expect(own).toEqual(own.toSorted((one, other) => one - other));
  expect(places.at(-1)).toBe(Math.max(...places));
}

describe("stages", () => {
  test("of three control plane nodes and two workers go in the order of their roles", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap", "master", "master", "worker", "worker"]);
    await eventually(() => isDone(service, fleet));
    const [bootstrap, master, , worker] = fleet.hosts.map(({ id }) => service.stagesOf(id));
    expect(bootstrap).toEqual(bootstrapStages);
    expectInOrder(master ?? [], controlPlaneStages);
    expect(master).toEqual(expect.arrayContaining(["Rebooting", "Joined", "Done"]));
    expectInOrder(worker ?? [], workerStages);
    expect(fleet.troubles()).toEqual([]);
    expect(fleet.hosts.map(({ state }) => state)).toEqual(Array(5).fill("node"));
  });

  test("of a single node have nobody to wait for", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"]);
    await eventually(() => isDone(service, fleet));
    expect(service.stagesOf(onlyHost(fleet).id)).toEqual(singleNodeStages);
  });

  test("of two control plane nodes and an arbiter: the arbiter is waited for too", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap", "master", "arbiter"]);
    await eventually(() => isDone(service, fleet));
    expectInOrder(service.stagesOf(fleet.hosts[2]?.id ?? ""), controlPlaneStages);
  });

  test("of a host that joins a running cluster end with its reboot", async () => {
    const service = new PaperService();
    service.cluster = { ...service.cluster, kind: "AddHostsCluster", status: "adding-hosts" };
    const fleet = installing(service, ["worker"]);
    const host = onlyHost(fleet);
    await eventually(() => host.state === "node");
    expect(service.stagesOf(host.id)).toEqual([
      "Starting installation",
      "Installing",
      "Writing image to disk",
      "Rebooting",
    ]);
  });

  test("include the copying of a registry that came with the image", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"], { faults: () => [{ behaviour: { copiesRegistry: true } }] });
    await eventually(() => isDone(service, fleet));
    expect(service.stagesOf(onlyHost(fleet).id)).toContain("Copying registry data to disk");
  });

  test("tell how much of the disk is written, five per cent at a time", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"]);
    await eventually(() => isDone(service, fleet));
    const told = service.stages.filter(({ stage }) => stage === "Writing image to disk").map(({ info }) => info);
    expect(told.slice(0, 3)).toEqual(["", "5%", "10%"]);
    expect(told.at(-1)).toBe("100%");
    expect(told).toHaveLength(21);
  });
});

describe("an installation", () => {
  test("fetches what it writes, hands in logs before the reboot, and ends with a reply", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"]);
    await eventually(() => isDone(service, fleet));
    const ids = service.received.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["V2DownloadClusterFiles", "v2DownloadHostIgnition", "V2UploadLogs"]));
    const upload = service.received.find(({ id, query }) => id === "V2UploadLogs" && query.get("logs_type") === "host");
    const file = upload?.body instanceof FormData ? upload.body.get("upfile") : null;
    if (!(file instanceof File)) throw new Error("no file was uploaded");
    expect(file.name).toBe("logs.tar.gz");
    expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(service.replies).toMatchObject([{ step_type: "install" }]);
    expect(service.replies[0]?.exit_code).toBeUndefined();
  });

  test("that fails says so in a last stage and in its reply", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["master"], { faults: () => [faults.failedDiskWrite("the disk is broken")] });
    await eventually(() => service.replies.length > 0);
    expect(service.stages.at(-1)).toMatchObject({ stage: "Failed", info: "the disk is broken" });
    expect(service.replies).toMatchObject([{ step_type: "install", exit_code: 1, error: "the disk is broken" }]);
    expect(onlyHost(fleet).state).toBe("polling");
  });

  test("that is asked for again while it runs is answered with a name in use, which means nothing", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["master"], { faults: () => [faults.hangsAt("Installing")] });
    const host = onlyHost(fleet);
    await eventually(() => service.stagesOf(host.id).includes("Installing"));
    service.instruct(host.id, installStep(host, "master"));
    await eventually(() => service.replies.length > 0);
    expect(service.replies).toMatchObject([{ step_type: "install", exit_code: 125 }]);
    expect(service.replies[0]?.error).toContain('the container name "assisted-installer" is already in use');
  });

  test("stops when told, and can begin again", async () => {
    const service = new PaperService();
    let patience = 1;
    const hangsOnce = { atStage: () => (patience-- > 0 ? ({ kind: "hangs" } as const) : null) };
    const fleet = installing(service, ["bootstrap"], { faults: () => [{ behaviour: hangsOnce }] });
    const host = onlyHost(fleet);
    await eventually(() => service.stages.length > 0);
    service.instruct(host.id, { step_type: "stop-installation", step_id: "stop-1", args: [] });
    await eventually(() => service.replies.length === 2);
    expect(service.replies).toContainEqual(expect.objectContaining({ step_type: "install", exit_code: 137 }));
    service.instruct(host.id, installStep(host, "bootstrap", { control_plane_count: 1 }));
    await eventually(() => isDone(service, fleet));
  });

  test("waits out a service that is away", async () => {
    const service = new PaperService();
    let refusals = 5;
    service.on("v2DownloadHostIgnition", () => ({ status: refusals-- > 0 ? 503 : 200 }));
    const fleet = installing(service, ["bootstrap"]);
    await eventually(() => isDone(service, fleet));
    expect(service.count("v2DownloadHostIgnition")).toBe(6);
  });
});

describe("after the reboot", () => {
  test("a machine with the wrong boot order registers again, and becomes a node when a person boots it from its disk", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"], { faults: () => [faults.wrongBootOrder()] });
    const host = onlyHost(fleet);
    await eventually(() => service.count("v2RegisterHost") === 2);
    expect(host.state).not.toBe("node");
    host.reboot("disk");
    await eventually(() => isDone(service, fleet));
    expect(host.state).toBe("node");
  });

  test("a machine that never returns is off", async () => {
    const service = new PaperService();
    const host = onlyHost(installing(service, ["bootstrap"], { faults: () => [faults.neverReturns()] }));
    await eventually(() => host.state === "off");
    expect(service.stagesOf(host.id).at(-1)).toBe("Rebooting");
  });

  test("a node that is reclaimed fetches boot files, reboots into the image and registers", async () => {
    const service = new PaperService();
    const fleet = installing(service, ["bootstrap"]);
    const host = onlyHost(fleet);
    await eventually(() => isDone(service, fleet));
    const urls = { kernel_url: "http://x/k", initrd_url: "http://x/i", rootfs_url: "http://x/r" };
    const args = [JSON.stringify({ ...urls, host_fs_mount_dir: "/host" })];
    service.instruct(host.id, { step_type: "download-boot-artifacts", step_id: "boot-1", args });
    service.instruct(host.id, { step_type: "reboot-for-reclaim", step_id: "reboot-1", args });
    host.reclaim();
    await eventually(() => service.count("v2RegisterHost") === 2);
    expect(service.replies.map(({ step_type }) => step_type)).toEqual([
      "install",
      "download-boot-artifacts",
      "reboot-for-reclaim",
    ]);
    expect(host.troubles).toEqual([]);
  });
});
