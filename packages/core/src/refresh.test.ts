import { describe, expect, test } from "vitest";
import { aHost, anInfraEnv, anInventory, aSnapshot, id, now } from "../test/builders.ts";
import type { Refreshed } from "./changes.ts";
import type { Host } from "./model/host.ts";
import { minute } from "./model/instant.ts";
import type { ClusterSnapshot } from "./model/snapshot.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import { refreshCluster, refreshPool } from "./refresh.ts";

const refresh = (snapshot: ClusterSnapshot, at = now, policy: Partial<Policy> = {}) =>
  refreshCluster(snapshot, { ...defaultPolicy, ...policy }, at);
const apply = (snapshot: ClusterSnapshot, { cluster, hosts }: Refreshed): ClusterSnapshot => ({
  ...snapshot,
  cluster: { ...snapshot.cluster, ...cluster },
  hosts: snapshot.hosts.map((host) => ({ ...host, ...hosts.get(host.id) })),
});
const settled = (snapshot = aSnapshot()) => apply(snapshot, refresh(snapshot));
const withHost = (snapshot: ClusterSnapshot, number: number, patch: Partial<Host>): ClusterSnapshot => ({
  ...snapshot,
  hosts: snapshot.hosts.map((host) => (host.id === id(number) ? { ...host, ...patch } : host)),
});
const told = ({ events }: Refreshed, name: string) => events.filter((event) => event.name === name);

describe("refreshing a cluster", () => {
  test("three good hosts become its control plane, and it becomes ready", () => {
    const refreshed = refresh(aSnapshot());
    expect(refreshed.cluster).toMatchObject({ status: "ready" });
    expect([...refreshed.hosts.values()].map(({ suggestedRole }) => suggestedRole)).toEqual(Array(3).fill("master"));
    expect(told(refreshed, "host_role_updated")).toHaveLength(3);
    expect(told(refreshed, "cluster_status_updated")).toHaveLength(1);
  });

  test("nothing changes when nothing changed", () => {
    const { wakeAt, ...changes } = refresh(settled());
    expect(changes).toEqual({ cluster: {}, hosts: new Map(), events: [] });
    expect(wakeAt).toBe(now + 3 * minute);
  });

  test("a check that passed and fails now is told before the status that follows from it", () => {
    const worse = withHost(settled(), 1, { inventory: anInventory(1, { hostname: "host-2" }) });
    const refreshed = refresh(worse);
    const [event] = told(refreshed, "host_validation_failed").filter(({ hostId }) => hostId === id(1));
    expect(event?.props).toMatchObject({ validation_id: "hostname-unique", host_name: "host-2" });
    expect(refreshed.hosts.get(id(1))?.status).toBe("insufficient");
    expect(told(refreshed, "cluster_validation_failed")[0]?.props.validation_id).toBe("all-hosts-are-ready-to-install");
    const names = refreshed.events.map(({ name }) => name);
    expect(names.indexOf("host_validation_failed")).toBeLessThan(names.indexOf("host_status_updated"));

    const better = withHost(apply(worse, refreshed), 1, { inventory: anInventory(1) });
    const fixed = refresh(better);
    expect(told(fixed, "host_validation_fixed").map(({ props }) => props.validation_id)).toContain("hostname-unique");
    expect(told(fixed, "cluster_validation_fixed")).toHaveLength(1);
    expect(fixed.cluster.status).toBe("ready");
  });

  test("checks that were never made before are no news", () => {
    expect(told(refresh(aSnapshot({ hosts: 1 })), "cluster_validation_failed")).toEqual([]);
  });

  test("a failure that someone chose to ignore holds nothing back", () => {
    const unsynced = aSnapshot({ host: { clockSeconds: now / 1_000 - 7_200 } });
    expect(refresh(unsynced).cluster.status).not.toBe("ready");
    const ignoring = { ...unsynced.cluster, ignoredHostValidations: ["time-synced-between-host-and-service"] as const };
    expect(refresh({ ...unsynced, cluster: ignoring }).cluster.status).toBe("ready");
  });

  test("the machine network follows the VIPs, and says when it changed", () => {
    const refreshed = refresh(aSnapshot({ cluster: { machineNetworks: [] } }), now + 1);
    expect(refreshed.cluster).toMatchObject({
      machineNetworks: ["192.168.10.0/24"],
      machineNetworksUpdatedAt: now + 1,
      status: "ready",
    });
  });

  test("a host that falls silent is lost, and found when it polls again", () => {
    const silent = settled();
    const later = now + 3 * minute;
    const others = { checkedInAt: later };
    const lost = refresh(withHost(withHost(silent, 2, others), 3, others), later);
    expect(lost.hosts.get(id(1))?.status).toBe("disconnected");
    expect(lost.cluster.status).toBe("insufficient");
    const found = refresh(withHost(apply(withHost(withHost(silent, 2, others), 3, others), lost), 1, others), later);
    expect(found.hosts.get(id(1))?.status).toBe("known");
    expect(found.cluster.status).toBe("ready");
  });

  test("when a role makes a disk too small, the inventory says so and another disk is chosen", () => {
    const disks = [
      { id: "small", path: "/dev/sda", name: "sda", driveType: "SSD", sizeBytes: 60e9, bootable: true },
      { id: "large", path: "/dev/sdb", name: "sdb", driveType: "SSD", sizeBytes: 600e9 },
    ] as const;
    const eligible = { installationEligibility: { eligible: true, notEligibleReasons: [] } };
    const inventory = anInventory(1, { disks: disks.map((disk) => ({ ...disk, ...eligible })) });
    const snapshot = withHost(aSnapshot(), 1, { inventory, installationDiskId: "small", role: "master" });
    expect(refresh(snapshot).hosts.get(id(1))).toMatchObject({
      installationDiskId: "large",
      installationDiskPath: "/dev/sdb",
      inventory: { disks: [{ installationEligibility: { eligible: false } }, {}] },
    });
  });

  test("VIPs that DHCP does not lease in time are told once", () => {
    const dhcp = {
      vipDhcpAllocation: true,
      networkType: "OpenShiftSDN",
      apiVips: [],
      ingressVips: [],
      machineNetworksUpdatedAt: now,
    } as const;
    const waiting = settled(aSnapshot({ cluster: dhcp }));
    const { wakeAt } = refresh(waiting);
    const late = refresh(waiting, wakeAt ?? now);
    expect(told(late, "api_ingress_vip_timed_out")).toHaveLength(1);
    expect(told(refresh(apply(waiting, late), (wakeAt ?? now) + 1), "api_ingress_vip_timed_out")).toEqual([]);
  });

  test("what a cluster makes use of is kept with it until its installation begins", () => {
    const used = refresh(aSnapshot()).cluster.featureUsage;
    expect(used).toMatchObject({ "auto assign role": { id: "AUTO_ASSIGN_ROLE", name: "auto assign role" } });
    expect(refresh(aSnapshot({ cluster: { status: "installing" } })).cluster.featureUsage).toBeUndefined();
  });

  test("a cluster that nobody watches is left alone", () => {
    const { cluster, events } = refresh(aSnapshot({ hosts: 0, cluster: { status: "unmonitored" } }));
    expect({ cluster, events }).toEqual({ cluster: {}, events: [] });
  });

  test("once it is installed, checks are no longer made", () => {
    const snapshot = aSnapshot({ cluster: { status: "installed" }, host: { status: "installed", checkedInAt: 0 } });
    expect(refresh(snapshot)).toEqual({
      cluster: { progress: expect.anything() },
      hosts: new Map(),
      events: [],
      wakeAt: null,
    });
  });
});

describe("refreshing a pool", () => {
  const pool = (host: Partial<Host>) => ({
    infraEnv: anInfraEnv({ clusterId: null }),
    hosts: [aHost({ clusterId: null, ...host })],
  });
  const statusOf = (host: Partial<Host>, at = now) =>
    refreshPool(pool(host), defaultPolicy, at).hosts.get(id(1))?.status ?? host.status;

  test.each([
    ["a host with an inventory may be bound", { status: "discovering-unbound" }, "known-unbound"],
    ["a host without one is awaited", { status: "discovering-unbound", inventory: null }, "discovering-unbound"],
    [
      "a host that is too small for any role cannot",
      { status: "known-unbound", inventory: anInventory(1, { cpu: { count: 1 } }) },
      "insufficient-unbound",
    ],
    [
      "a host that is silent is lost",
      { status: "known-unbound", checkedInAt: now - 3 * minute },
      "disconnected-unbound",
    ],
    ["a host that leaves its cluster goes on leaving", { status: "unbinding" }, "unbinding"],
  ] as const)("%s", (_, host: Partial<Host>, expected) => expect(statusOf(host)).toBe(expected));

  test("a host that does not come back by itself waits for someone", () => {
    const host = { status: "reclaiming", statusUpdatedAt: now } as const;
    const { wakeAt } = refreshPool(pool(host), defaultPolicy, now);
    expect(statusOf(host, wakeAt ?? now)).toBe("unbinding-pending-user-action");
  });

  test("it settles", () => {
    const refreshed = refreshPool(pool({ status: "discovering-unbound" }), defaultPolicy, now);
    const hosts = pool({ status: "discovering-unbound" }).hosts.map((host) => ({
      ...host,
      ...refreshed.hosts.get(host.id),
    }));
    const again = refreshPool({ infraEnv: anInfraEnv({ clusterId: null }), hosts }, defaultPolicy, now);
    expect(again).toMatchObject({ cluster: {}, events: [] });
    expect(again.hosts.size).toBe(0);
  });
});

test("a binding host is left alone until its agent arrives", () => {
  const snapshot = aSnapshot({ hosts: 1, host: { status: "binding", checkedInAt: 0 } });
  expect(refresh(snapshot).hosts.get(id(1))?.status).toBeUndefined();
});
