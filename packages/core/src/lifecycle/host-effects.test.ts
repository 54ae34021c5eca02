import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, anInventory, now } from "../../test/builders.ts";
import type { HostValidationId, ValidationResult } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { minute } from "../model/instant.ts";
import { defaultPolicy } from "../policy.ts";
import { noHostProgress } from "./host-effects.ts";
import { type HostSignal, hostLifecycleFacts } from "./host-facts.ts";
import { moveHost } from "./host-machine.ts";

const send = (on: HostSignal, host: Partial<Host>, cluster: Partial<Cluster> = {}, because = "") => {
  const subject = aHost(host);
  const move = moveHost(
    hostLifecycleFacts(
      {
        host: subject,
        cluster: aCluster(cluster),
        hosts: [subject],
        infraEnv: anInfraEnv(),
        policy: defaultPolicy,
        now,
      },
      because,
    ),
    on,
  );
  if (move?.kind !== "moved") throw new Error("the host did not move");
  return move;
};
const names = ({ events }: ReturnType<typeof send>) => events.map(({ name }) => name);
const failed = (id: HostValidationId, message: string): ValidationResult<HostValidationId> => ({
  id,
  category: "hardware",
  status: "failure",
  message,
});

describe("what a change of status takes along", () => {
  test("a fresh boot forgets what the last one reported and did", () => {
    const { host } = send("register", {
      status: "resetting-pending-user-action",
      bootstrap: true,
      progress: { ...noHostProgress, stage: "Rebooting", percentage: 60 },
      imagesStatus: { image: { name: "image", result: "success" } },
      mediaStatus: "disconnected",
    });
    expect(host).toMatchObject({
      status: "discovering",
      inventory: null,
      ntpSources: null,
      imagesStatus: {},
      bootstrap: false,
      mediaStatus: "connected",
      progress: noHostProgress,
      statusUpdatedAt: now,
    });
  });

  test("a host that restarts while it is prepared keeps its inventory, and the preparation begins again", () => {
    const { host, cluster } = send(
      "register",
      { status: "preparing-successful" },
      { lastInstallationPreparation: { status: "success", reason: "" } },
    );
    expect(host).not.toHaveProperty("inventory");
    expect(cluster.lastInstallationPreparation).toEqual({ status: "not_started", reason: "" });
  });

  test("a host that leaves its cluster takes nothing of it along, and the cluster hears of it by the host's name", () => {
    const move = send("unbind", { status: "known", role: "master", installationDiskId: "disk" });
    expect(move.host).toMatchObject({
      clusterId: null,
      role: "auto-assign",
      suggestedRole: "auto-assign",
      installationDiskId: "",
      connectivity: null,
      inventory: null,
    });
    expect(move.events.at(-1)).toMatchObject({ clusterId: aCluster().id, props: { host_name: "host-1" } });
  });

  test("images that could not be fetched are tried again with the next preparation", () => {
    const images = { image: { name: "image", result: "failure" } } as const;
    const cluster = { status: "preparing-for-installation" } as const;
    const known = { status: "known", role: "master", imagesStatus: images } as const;
    const validations = [failed("container-images-available", "no image")];
    expect(send("refresh", { ...known, validations }, cluster).host.imagesStatus).toEqual({});
    expect(send("refresh", known, cluster).host).not.toHaveProperty("imagesStatus");
  });

  test("when an installation begins, the disks that are wiped or kept are named", () => {
    const move = send(
      "refresh",
      {
        status: "preparing-successful",
        disksToBeFormatted: [anInventory().disks?.[0]?.id ?? ""],
        skipFormattingDisks: ["/dev/disk/by-id/data"],
      },
      { status: "installing" },
    );
    expect(names(move)).toEqual(["quick_disk_format_performed", "quick_disk_format_skipped", "host_status_updated"]);
    expect(move.events[0]?.props).toMatchObject({ disk_name: "sda", host_name: "host-1" });
  });

  test("lost media turn a discovered host away and stop one that is being installed", () => {
    expect(send("media-disconnected", { status: "known" }).host).toMatchObject({
      status: "disconnected",
      mediaStatus: "disconnected",
    });
    const move = send("media-disconnected", { status: "installing" });
    expect(move.host.status).toBe("error");
    expect(names(move)).toEqual(["host_media_disconnected", "host_status_updated"]);
    expect(move.events[1]?.severity).toBe("error");
  });

  test("a stage that is slow is told once, with the minutes it should have taken", () => {
    const progress = { ...noHostProgress, stage: "Joined", stageUpdatedAt: now - 61 * minute } as const;
    const move = send(
      "refresh",
      { status: "installing-in-progress", progress },
      { status: "installing", softTimeouts: true },
    );
    expect(move.host.progress?.stageTimedOut).toBe(true);
    expect(move.events).toMatchObject([{ name: "host_stage_timed_out", props: { stage: "Joined", minutes: 60 } }]);
  });

  test("a lost and found host is told under soft time-outs, though its status stays", () => {
    const host = { status: "installing", connectionTimedOut: true } as const;
    const move = send("refresh", host, { status: "installing", softTimeouts: true });
    expect(move.host).toMatchObject({ status: "installing", connectionTimedOut: false });
    expect(names(move)).toEqual(["host_status_updated"]);
  });
});

describe("what is said of a host", () => {
  test("a host that does not suffice lists what failed, sorted, without what is only advice", () => {
    const { host } = send("refresh", {
      status: "known",
      validations: [
        failed("ntp-synced", "The clock."),
        failed("hostname-unique", "The name."),
        failed("has-memory-for-role", "The memory."),
        { id: "belongs-to-majority-group", category: "network", status: "pending", message: "Later." },
      ],
    });
    expect(host).toMatchObject({ status: "insufficient" });
    expect(host.statusInfo).toContain("The memory ; The name");
    expect(host.statusInfo).not.toMatch(/clock|Later/);
  });

  test("when nothing failed it says what is awaited", () => {
    const { host } = send("refresh", {
      status: "discovering",
      validations: [{ id: "belongs-to-majority-group", category: "network", status: "pending", message: "Waiting." }],
    });
    expect(host.statusInfo).toContain("Waiting");
  });

  test("the sentence fits its column", () => {
    const { host } = send("refresh", {
      status: "known",
      validations: [failed("hostname-unique", "x".repeat(5_000))],
    });
    expect(host.statusInfo?.length).toBeLessThanOrEqual(2_040);
  });

  test("a host in the wrong boot order is told from which disk to boot", () => {
    const disk = anInventory().disks?.[0];
    const { host } = send("register", {
      status: "installing-in-progress",
      progress: { ...noHostProgress, stage: "Rebooting" },
      installationDiskId: disk?.id ?? "",
    });
    expect(host.status).toBe("installing-pending-user-action");
    expect(host.statusInfo).toContain(`Model S1 (sda, ${disk?.id})`);
  });

  test("a preparation that took too long names what is missing", () => {
    const { host } = send(
      "refresh",
      { status: "preparing-for-installation", statusUpdatedAt: now - 17 * minute, imagesStatus: { i: { name: "i" } } },
      { status: "preparing-for-installation" },
    );
    expect(host.status).toBe("preparing-failed");
    expect(host.statusInfo).toContain("disk was not measured");
    expect(host.statusInfo).not.toContain("images");
  });

  test("the reason of a failure is passed on", () => {
    const { host } = send("installation-failed", { status: "installing" }, {}, "The installer ended: no disk.");
    expect(host.statusInfo).toBe("The installer ended: no disk.");
  });
});
