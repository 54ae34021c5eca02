import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, id, now } from "../../../test/builders.ts";
import { noChanges } from "../../changes.ts";
import type { Cluster } from "../../model/cluster.ts";
import type { Host, HostStatus } from "../../model/host.ts";
import { defaultPolicy } from "../../policy.ts";
import type { Reply } from "../../steps/reply.ts";
import { receiveReply } from "./receive.ts";

const receive = (reply: Reply, host: Partial<Host> = {}, cluster: Partial<Cluster> | null = {}) => {
  const subject = aHost(host);
  const changes = receiveReply(
    {
      host: subject,
      cluster: cluster === null ? null : aCluster(cluster),
      hosts: [subject],
      infraEnv: anInfraEnv(),
      policy: defaultPolicy,
      now,
    },
    reply,
  );
  return { changes, patch: changes.hosts.get(id(1)) ?? {}, events: changes.events.map(({ name }) => name) };
};

const disk = anInventory().disks?.[0];
const diskIdentity = disk?.id ?? "";

describe("an inventory", () => {
  const first = { inventory: null, status: "discovering" } as const;

  test("is stored with its disks judged, and a disk to install to", () => {
    const { patch } = receive({ kind: "inventory", inventory: anInventory() }, first);
    expect(patch).toMatchObject({
      inventory: { hostname: "host-1" },
      installationDiskId: diskIdentity,
      installationDiskPath: "/dev/sda",
    });
  });

  test("a disk that is too small is marked, and not chosen", () => {
    const small = { ...anInventory(), disks: [{ ...disk, sizeBytes: 1e9 }] };
    const { patch } = receive({ kind: "inventory", inventory: small }, first);
    expect(patch.inventory?.disks?.[0]?.installationEligibility?.eligible).toBe(false);
    expect(patch).not.toHaveProperty("installationDiskId");
  });

  test("a disk that was chosen stays chosen while it is there", () => {
    const other = { ...disk, id: "other", path: "/dev/sdb", name: "sdb", sizeBytes: 400e9 };
    const inventory = { ...anInventory(), disks: [...(anInventory().disks ?? []), other] };
    const chosen = { ...first, installationDiskId: "other", installationDiskPath: "/dev/sdb" };
    expect(receive({ kind: "inventory", inventory }, chosen).patch).not.toHaveProperty("installationDiskId");
    const gone = receive({ kind: "inventory", inventory: anInventory() }, chosen).patch;
    expect(gone).toMatchObject({ installationDiskId: diskIdentity });
  });

  test("the same inventory again changes nothing", () => {
    const stored = aHost({ ...first, ...receive({ kind: "inventory", inventory: anInventory() }, first).patch });
    expect(receive({ kind: "inventory", inventory: anInventory() }, stored).changes).toBe(noChanges);
  });

  test("a machine called localhost is called by its MAC address, unless someone named it", () => {
    const inventory = anInventory(1, { hostname: "localhost.localdomain" });
    const reply = { kind: "inventory", inventory } as const;
    expect(receive(reply, first).patch.requestedHostname).toBe("52-54-00-00-00-01");
    expect(receive(reply, { ...first, requestedHostname: "node" }).patch).not.toHaveProperty("requestedHostname");
    const named = { kind: "inventory", inventory: anInventory() } as const;
    expect(receive(named, first).patch).not.toHaveProperty("requestedHostname");
  });

  test("shows that the media can be read again", () => {
    const lost = { ...first, status: "disconnected", mediaStatus: "disconnected" } as const;
    expect(receive({ kind: "inventory", inventory: anInventory() }, lost).patch.mediaStatus).toBe("connected");
  });

  test.each(["preparing-for-installation", "installing", "installed", "error"] as const satisfies HostStatus[])(
    "comes too late for a host that is %s",
    (status) => expect(receive({ kind: "inventory", inventory: anInventory(2) }, { status }).changes).toBe(noChanges),
  );
});

describe("what a host sees around it", () => {
  const report = { remoteHosts: [{ hostId: id(2) }] };
  const resolutions = { resolutions: [{ domainName: "api" }] };
  test.each([
    [{ kind: "connectivity", report }, { connectivity: report }],
    [
      { kind: "free-addresses", networks: [{ network: "10.0.0.0/24" }] },
      { freeAddresses: [{ network: "10.0.0.0/24" }] },
    ],
    [{ kind: "api-vip-connectivity", connectivity: { isSuccess: true } }, { apiVipConnectivity: { isSuccess: true } }],
    [
      { kind: "tang-connectivity", connectivity: { isSuccess: false, error: "x" } },
      { tangConnectivity: { isSuccess: false, error: "x" } },
    ],
    [{ kind: "ntp-sources", sources: [] }, { ntpSources: [] }],
    [{ kind: "domain-resolutions", resolutions }, { domainNameResolutions: resolutions }],
  ] as const satisfies [Reply, Partial<Host>][])("$kind is stored once", (reply: Reply, stored: Partial<Host>) => {
    expect(receive(reply).patch).toEqual(stored);
    expect(receive(reply, stored).changes).toBe(noChanges);
  });
});

describe("virtual IPs", () => {
  const dhcp = { vipDhcpAllocation: true, apiVips: [], ingressVips: [] } as const;
  const lease: Reply = {
    kind: "dhcp-lease",
    lease: {
      apiVipAddress: "192.168.10.50",
      ingressVipAddress: "192.168.10.51",
      apiVipLease: "a",
      ingressVipLease: "b",
    },
  };

  test("that DHCP leased are the cluster's, and told", () => {
    const { changes, events } = receive(lease, {}, dhcp);
    expect(changes.cluster).toEqual({
      apiVips: [{ ip: "192.168.10.50", verification: "unverified" }],
      ingressVips: [{ ip: "192.168.10.51", verification: "unverified" }],
      apiVipLease: "a",
      ingressVipLease: "b",
    });
    expect(events).toEqual(["api_ingress_vip_updated"]);
    expect(receive(lease, {}, { ...dhcp, ...changes.cluster }).changes).toBe(noChanges);
  });

  test.each([
    ["nobody asked for them", { apiVips: [], ingressVips: [] }],
    ["they lie outside the machine network", { ...dhcp, machineNetworks: ["10.0.0.0/24"] }],
    ["the installation has begun", { ...dhcp, status: "installing" }],
  ] as const)("are not taken when %s", (_, cluster: Partial<Cluster>) => {
    expect(receive(lease, {}, cluster).changes).toBe(noChanges);
  });

  test("that hosts tried are marked, each kind apart", () => {
    const reply: Reply = {
      kind: "verified-vips",
      vips: [{ vip: "192.168.10.100", vipType: "api", verification: "failed" }],
    };
    expect(receive(reply).changes.cluster).toEqual({ apiVips: [{ ip: "192.168.10.100", verification: "failed" }] });
    const other: Reply = {
      kind: "verified-vips",
      vips: [{ vip: "192.168.10.9", vipType: "api", verification: "failed" }],
    };
    expect(receive(other).changes).toBe(noChanges);
    expect(receive(reply, {}, { status: "installing" }).changes).toBe(noChanges);
    expect(receive(reply, {}, null).changes).toBe(noChanges);
  });
});

describe("the preparation of a host", () => {
  const host = { installationDiskId: diskIdentity, installationDiskPath: "/dev/sda" };

  test("a disk that was measured is stored by its id; a slow one is told", () => {
    const fast = receive({ kind: "disk-speed", path: "/dev/sda", exitCode: 0, syncDurationMs: 4 }, host);
    expect(fast.patch.disksInfo).toEqual({
      [diskIdentity]: { path: "/dev/sda", diskSpeed: { tested: true, exitCode: 0, speedMs: 4 } },
    });
    expect(fast.events).toEqual([]);
    const slow = receive({ kind: "disk-speed", path: "/dev/sda", exitCode: 0, syncDurationMs: 40 }, host);
    expect(slow.events).toEqual(["disk_speed_slower_than_supported"]);
  });

  test("a measurement that failed is about the installation disk", () => {
    const { patch } = receive({ kind: "disk-speed", path: null, exitCode: 1, syncDurationMs: null }, host);
    expect(patch.disksInfo?.[diskIdentity]).toMatchObject({ path: "/dev/sda", diskSpeed: { exitCode: 1 } });
  });

  test("images are added to those known, and each change is told", () => {
    const old = { name: "old", result: "success" } as const;
    const images = [{ name: "new", result: "failure" }, old, {}] as const;
    const { patch, events } = receive({ kind: "image-availability", images }, { imagesStatus: { old } });
    expect(patch.imagesStatus).toEqual({ old, new: images[0] });
    expect(events).toEqual(["image_status_updated"]);
  });
});

describe("the end of an installer, an upgrade, a reclaim", () => {
  test("an installer that failed fails its host", () => {
    const reply: Reply = { kind: "installation-failed", exitCode: 2, error: "cannot pull" };
    const { patch, events } = receive(reply, { status: "installing" });
    expect(patch).toMatchObject({ status: "error" });
    expect(patch.statusInfo).toMatch(/2.*cannot pull/);
    expect(events).toEqual(["host_status_updated"]);
    expect(receive(reply, { status: "cancelled" }).changes).toBe(noChanges);
  });

  test("lost media are told once", () => {
    const { patch, events } = receive({ kind: "media-disconnected" }, { status: "known" });
    expect(patch).toMatchObject({ status: "disconnected", mediaStatus: "disconnected" });
    expect(events).toContain("host_media_disconnected");
    expect(receive({ kind: "media-disconnected" }, aHost({ status: "known", ...patch })).changes).toBe(noChanges);
    expect(receive({ kind: "media-disconnected" }, { status: "installed" }).changes).toBe(noChanges);
  });

  test("an upgrade of the agent is only told", () => {
    expect(receive({ kind: "agent-upgrade", agentImage: "i", succeeded: true }).events).toEqual([
      "upgrade_agent_finished",
    ]);
    expect(receive({ kind: "agent-upgrade", agentImage: "i", succeeded: false }).events).toEqual([
      "upgrade_agent_failed",
    ]);
  });

  const reclaiming = { status: "reclaiming", clusterId: null } as const;

  test("a host that has the discovery image reboots into it", () => {
    const reply: Reply = { kind: "acknowledged", stepType: "download-boot-artifacts" };
    expect(receive(reply, reclaiming, null).patch.status).toBe("reclaiming-rebooting");
  });

  test.each(["download-boot-artifacts", "reboot-for-reclaim"] as const)(
    "when %s fails someone must boot it",
    (stepType) => {
      const reply: Reply = { kind: "failed", stepType, exitCode: -1, error: "no space" };
      expect(receive(reply, reclaiming, null).patch.status).toBe("unbinding-pending-user-action");
    },
  );

  test.each([
    { kind: "acknowledged", stepType: "logs-gather" },
    { kind: "failed", stepType: "inventory", exitCode: 1, error: "x" },
    { kind: "ignored", because: "busy" },
    { kind: "invalid", found: "x", needed: "y" },
    { kind: "unknown-step", stepType: "dance" },
  ] as const satisfies Reply[])("$kind $stepType changes nothing", (reply: Reply) => {
    expect(receive(reply, reclaiming, null).changes).toBe(noChanges);
  });
});
