import * as wire from "@muster/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReply } from "./replies.ts";
import { defaultReplyLimits, type Reply } from "./reply.ts";

const reply = (stepType: string, output: unknown, exitCode = 0, error = ""): Reply =>
  readReply({ stepType, exitCode, error, output: typeof output === "string" ? output : JSON.stringify(output) });

const inventory = {
  hostname: "node-0",
  cpu: { architecture: "x86_64", count: 8, flags: ["vmx"], frequency: 2400.5, model_name: "CPU" },
  memory: { physical_bytes: 17_179_869_184, usable_bytes: 16e9, physical_bytes_method: "dmidecode" },
  disks: [
    {
      id: "/dev/disk/by-id/wwn-0x1",
      drive_type: "SSD",
      path: "/dev/sda",
      size_bytes: 120e9,
      installation_eligibility: { eligible: true, not_eligible_reasons: null },
    },
  ],
  interfaces: [{ name: "ens3", mtu: 1500, ipv4_addresses: ["192.168.1.10/24"], ipv6_addresses: null }],
  routes: null,
  gpus: [],
  boot: { current_boot_mode: "uefi", secure_boot_state: "Disabled" },
  tpm_version: "none",
};

describe("what replies mean", () => {
  test("an inventory, in the domain's names; nulls mean nothing was given, unknown fields are dropped", () => {
    expect(reply("inventory", { ...inventory, invented: { by: "a newer agent" } })).toEqual({
      kind: "inventory",
      inventory: {
        hostname: "node-0",
        cpu: { architecture: "x86_64", count: 8, flags: ["vmx"], frequency: 2400.5, modelName: "CPU" },
        memory: { physicalBytes: 17_179_869_184, usableBytes: 16e9, physicalBytesMethod: "dmidecode" },
        disks: [
          {
            id: "/dev/disk/by-id/wwn-0x1",
            driveType: "SSD",
            path: "/dev/sda",
            sizeBytes: 120e9,
            installationEligibility: { eligible: true },
          },
        ],
        interfaces: [{ name: "ens3", mtu: 1500, ipv4Addresses: ["192.168.1.10/24"] }],
        gpus: [],
        boot: { currentBootMode: "uefi", secureBootState: "Disabled" },
        tpmVersion: "none",
      },
    });
  });

  test("an inventory with words of a newer agent, which are left out", () => {
    const [disk] = inventory.disks;
    const newer = { ...inventory, disks: [{ ...disk, drive_type: "Holographic" }], tpm_version: "3.0" };
    const read = reply("inventory", { ...newer, boot: { current_boot_mode: "uefi", secure_boot_state: "Perhaps" } });
    expect(read).toMatchObject({
      kind: "inventory",
      inventory: { hostname: "node-0", boot: { currentBootMode: "uefi" } },
    });
    expect(read).not.toHaveProperty("inventory.disks[0].driveType");
    expect(read).toHaveProperty("inventory.disks[0].sizeBytes", 120e9);
    expect(read).not.toHaveProperty("inventory.tpmVersion");
    expect(read).not.toHaveProperty("inventory.boot.secureBootState");
  });

  const hostId = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

  test.each<[string, unknown, unknown]>([
    [
      "connectivity-check",
      {
        remote_hosts: [
          {
            host_id: hostId,
            l3_connectivity: [{ remote_ip_address: "10.0.0.1", successful: true, average_rtt_ms: 0.4 }],
          },
        ],
      },
      {
        kind: "connectivity",
        report: {
          remoteHosts: [
            { hostId, l3Connectivity: [{ remoteIpAddress: "10.0.0.1", successful: true, averageRttMs: 0.4 }] },
          ],
        },
      },
    ],
    ["connectivity-check", { remote_hosts: null }, { kind: "connectivity", report: {} }],
    [
      "free-network-addresses",
      [{ network: "10.0.0.0/24", free_addresses: ["10.0.0.7"] }],
      { kind: "free-addresses", networks: [{ network: "10.0.0.0/24", freeAddresses: ["10.0.0.7"] }] },
    ],
    ["free-network-addresses", null, { kind: "free-addresses", networks: [] }],
    [
      "dhcp-lease-allocate",
      { api_vip_address: "10.0.0.5", ingress_vip_address: "10.0.0.6", api_vip_lease: "lease {}" },
      {
        kind: "dhcp-lease",
        lease: { apiVipAddress: "10.0.0.5", ingressVipAddress: "10.0.0.6", apiVipLease: "lease {}" },
      },
    ],
    [
      "api-vip-connectivity-check",
      { is_success: true, url: "http://api:22624/config/worker", ignition: "{}" },
      {
        kind: "api-vip-connectivity",
        connectivity: { isSuccess: true, url: "http://api:22624/config/worker", ignition: "{}" },
      },
    ],
    [
      "tang-connectivity-check",
      {
        is_success: true,
        tang_server_response: [{ tang_url: "http://t", signatures: [{ protected: "p", signature: "s" }] }],
      },
      {
        kind: "tang-connectivity",
        connectivity: {
          isSuccess: true,
          tangServerResponse: [{ tangUrl: "http://t", signatures: [{ protected: "p", signature: "s" }] }],
        },
      },
    ],
    [
      "ntp-synchronizer",
      { ntp_sources: [{ source_name: "ntp.example.com", source_state: "synced" }] },
      { kind: "ntp-sources", sources: [{ sourceName: "ntp.example.com", sourceState: "synced" }] },
    ],
    ["ntp-synchronizer", { ntp_sources: null }, { kind: "ntp-sources", sources: [] }],
    [
      "domain-resolution",
      { resolutions: [{ domain_name: "api.demo", ipv4_addresses: ["10.0.0.5"], ipv6_addresses: null, cnames: [] }] },
      {
        kind: "domain-resolutions",
        resolutions: { resolutions: [{ domainName: "api.demo", ipv4Addresses: ["10.0.0.5"], cnames: [] }] },
      },
    ],
    ["domain-resolution", { resolutions: null }, { kind: "domain-resolutions", resolutions: { resolutions: [] } }],
    [
      "verify-vips",
      [{ vip: "10.0.0.5", vip_type: "api", verification: "succeeded" }],
      { kind: "verified-vips", vips: [{ vip: "10.0.0.5", vipType: "api", verification: "succeeded" }] },
    ],
    [
      "installation-disk-speed-check",
      { path: "/dev/sda", io_sync_duration: 7 },
      { kind: "disk-speed", path: "/dev/sda", exitCode: 0, syncDurationMs: 7 },
    ],
    [
      "container-image-availability",
      { images: [{ name: "quay.io/a:1", result: "success", size_bytes: 1e9, time: 30, download_rate: 33.3 }] },
      {
        kind: "image-availability",
        images: [{ name: "quay.io/a:1", result: "success", sizeBytes: 1e9, time: 30, downloadRate: 33.3 }],
      },
    ],
    ["container-image-availability", {}, { kind: "image-availability", images: [] }],
    [
      "upgrade-agent",
      { agent_image: "quay.io/agent:2", result: "success" },
      { kind: "agent-upgrade", agentImage: "quay.io/agent:2", succeeded: true },
    ],
    ["upgrade-agent", { result: "failure" }, { kind: "agent-upgrade", agentImage: "", succeeded: false }],
    ["install", "", { kind: "acknowledged", stepType: "install" }],
    ["logs-gather", "", { kind: "acknowledged", stepType: "logs-gather" }],
    ["stop-installation", "", { kind: "acknowledged", stepType: "stop-installation" }],
    ["download-boot-artifacts", "Done.", { kind: "acknowledged", stepType: "download-boot-artifacts" }],
    ["reboot-for-reclaim", "", { kind: "acknowledged", stepType: "reboot-for-reclaim" }],
    ["execute", "", { kind: "acknowledged", stepType: "execute" }],
    ["next-step-runner", "", { kind: "acknowledged", stepType: "next-step-runner" }],
  ])("%s: %j", (stepType, output, expected) => {
    expect(reply(stepType, output)).toEqual(expected);
  });
});

describe("steps that failed", () => {
  const plain: wire.StepType[] = [
    "inventory",
    "connectivity-check",
    "free-network-addresses",
    "dhcp-lease-allocate",
    "ntp-synchronizer",
    "domain-resolution",
    "verify-vips",
    "upgrade-agent",
    "logs-gather",
    "stop-installation",
    "download-boot-artifacts",
    "reboot-for-reclaim",
    "execute",
    "next-step-runner",
  ];

  test.each(plain)("%s: the error is kept, the output is not read", (stepType) => {
    expect(reply(stepType, "half an output", -1, "it broke")).toEqual({
      kind: "failed",
      stepType,
      exitCode: -1,
      error: "it broke",
    });
  });

  test.each(wire.StepType.enum)("%s: exit code 256 says that the boot media is gone", (stepType) => {
    expect(reply(stepType, "", 256, "cannot access the media")).toEqual({ kind: "media-disconnected" });
  });

  test.each<[string, string, unknown, number, unknown]>([
    [
      "a tang check",
      "tang-connectivity-check",
      "",
      -1,
      { kind: "tang-connectivity", connectivity: { isSuccess: false, error: "no answer" } },
    ],
    [
      "an ignition check",
      "api-vip-connectivity-check",
      "",
      -1,
      { kind: "api-vip-connectivity", connectivity: { isSuccess: false, downloadError: "no answer" } },
    ],
    [
      "a disk check",
      "installation-disk-speed-check",
      "",
      124,
      { kind: "disk-speed", path: null, exitCode: 124, syncDurationMs: null },
    ],
    [
      "a disk check with strange output",
      "installation-disk-speed-check",
      "panic",
      1,
      { kind: "disk-speed", path: null, exitCode: 1, syncDurationMs: null },
    ],
    [
      "images, some of which could not be pulled",
      "container-image-availability",
      { images: [{ name: "quay.io/a:1", result: "failure" }] },
      2,
      { kind: "image-availability", images: [{ name: "quay.io/a:1", result: "failure" }] },
    ],
    [
      "images, without a result",
      "container-image-availability",
      "",
      2,
      { kind: "failed", stepType: "container-image-availability", exitCode: 2, error: "no answer" },
    ],
    ["the installer", "install", "", 1, { kind: "installation-failed", exitCode: 1, error: "no answer" }],
  ])("%s", (_, stepType, output, exitCode, expected) => {
    expect(reply(stepType, output, exitCode, "no answer")).toEqual(expected);
  });

  test("an installer that runs already is no failure; another trouble with the same code is", () => {
    const inUse = 'Error: the container name "assisted-installer" is already in use by 1234';
    expect(reply("install", "", 125, inUse)).toEqual({ kind: "ignored", because: "the installer runs already" });
    expect(reply("install", "", 125, "no such image").kind).toBe("installation-failed");
    expect(reply("install", "", 1, inUse).kind).toBe("installation-failed");
  });

  test.each(["free-network-addresses", "container-image-availability", "installation-disk-speed-check"])(
    "%s: nothing at all means that the last run has not ended",
    (stepType) => {
      expect(reply(stepType, "").kind).toBe("ignored");
    },
  );
});

describe("hostile replies", () => {
  const readable: wire.StepType[] = [
    "inventory",
    "connectivity-check",
    "free-network-addresses",
    "dhcp-lease-allocate",
    "api-vip-connectivity-check",
    "tang-connectivity-check",
    "ntp-synchronizer",
    "domain-resolution",
    "verify-vips",
    "installation-disk-speed-check",
    "container-image-availability",
    "upgrade-agent",
  ];

  test.each(readable)("%s: what is no JSON is refused, and its beginning is shown", (stepType) => {
    expect(reply(stepType, `<html>${"x".repeat(100_000)}`)).toEqual({
      kind: "invalid",
      found: `output that begins with "<html>${"x".repeat(34)}"`,
      needed: "JSON",
    });
  });

  test.each(readable)("%s: JSON of another shape is refused", (stepType) => {
    for (const output of ['"text"', "7", "true", "[7]", '[["nested"]]']) {
      expect(reply(stepType, output).kind).toBe("invalid");
    }
  });

  test("an empty inventory reply is refused", () => {
    expect(reply("inventory", "")).toEqual({ kind: "invalid", found: "no output", needed: "JSON" });
  });

  test("a wrong type names the field", () => {
    expect(reply("inventory", { ...inventory, disks: [{ size_bytes: "large" }] })).toMatchObject({
      kind: "invalid",
      found: expect.stringMatching(/^output of another form \(disks\[0\]\.size_bytes is "large": give a whole number/),
    });
    expect(reply("inventory", { cpu: [] }).kind).toBe("invalid");
    expect(reply("inventory", { interfaces: {} }).kind).toBe("invalid");
  });

  test("an unknown step type is named, shortened, and nothing else happens", () => {
    expect(reply("make-coffee", "{}")).toEqual({ kind: "unknown-step", stepType: "make-coffee" });
    expect(reply("constructor", "{}").kind).toBe("unknown-step");
    expect(reply("__proto__", "{}").kind).toBe("unknown-step");
    expect(reply("x".repeat(10_000), "{}")).toEqual({ kind: "unknown-step", stepType: "x".repeat(80) });
  });

  test("an output that is too long is refused before it is read", () => {
    const output = " ".repeat(defaultReplyLimits.maxOutputLength + 1);
    expect(reply("inventory", output)).toMatchObject({ kind: "invalid", needed: "at most 4194304" });
    const limits = { ...defaultReplyLimits, maxOutputLength: 10 };
    expect(readReply({ stepType: "inventory", exitCode: 0, output: "x".repeat(11), error: "" }, limits)).toEqual({
      kind: "invalid",
      found: "11 characters of output",
      needed: "at most 10",
    });
  });

  test("a long error is cut to what a status text holds", () => {
    expect(reply("install", "", 1, "e".repeat(1_000_000))).toMatchObject({ error: "e".repeat(2_048) });
  });

  test.each<[string, object, string]>([
    ["a negative disk", { disks: [{ size_bytes: -1 }] }, "disks[0].size_bytes -1"],
    ["a disk beyond counting", { disks: [{ size_bytes: 2 ** 60 }] }, "disks[0].size_bytes 1152921504606847000"],
    ["negative memory", { memory: { physical_bytes: -5 } }, "memory.physical_bytes -5"],
    ["negative usable memory", { memory: { usable_bytes: -5 } }, "memory.usable_bytes -5"],
    ["minus one CPU", { cpu: { count: -1 } }, "cpu.count -1"],
    ["a million CPUs", { cpu: { count: 1_000_000 } }, "cpu.count 1000000"],
    ["a negative MTU", { interfaces: [{ mtu: -1 }] }, "interfaces[0].mtu -1"],
    ["an endless name", { hostname: "h".repeat(300) }, "300 characters in hostname"],
    ["interfaces without end", { interfaces: Array.from({ length: 1_001 }, () => ({})) }, "1001 interfaces"],
    [
      "addresses without end",
      { interfaces: [{ ipv4_addresses: Array.from({ length: 4_001 }, () => "10.0.0.1/24") }] },
      "4001 addresses",
    ],
    ["routes without end", { routes: Array.from({ length: 10_001 }, () => ({})) }, "10001 routes"],
    ["GPUs without end", { gpus: Array.from({ length: 1_001 }, () => ({})) }, "1001 gpus"],
  ])("an inventory with %s is refused", (_, over, found) => {
    expect(reply("inventory", { ...inventory, ...over })).toMatchObject({ kind: "invalid", found });
  });

  test("a number too large for JSON's readers is refused", () => {
    expect(reply("inventory", '{"memory":{"physical_bytes":1e400}}').kind).toBe("invalid");
  });

  test("a report about more hosts than there can be is refused", () => {
    const remote_hosts = Array.from({ length: 5_001 }, () => ({}));
    expect(reply("connectivity-check", { remote_hosts })).toMatchObject({
      kind: "invalid",
      found: "5001 remote hosts",
    });
  });

  test("of 15,000 disks a thousand are kept, those to install on among them, and the inventory says so", () => {
    const disks = Array.from({ length: 15_000 }, (_, index) => ({
      id: `disk-${index}`,
      installation_eligibility: { eligible: index === 14_999 },
    }));
    const started = performance.now();
    const read = reply("inventory", { ...inventory, disks });
    expect(performance.now() - started).toBeLessThan(1_000);
    if (read.kind !== "inventory") throw new Error(`read as ${read.kind}`);
    expect(read.inventory.disks).toHaveLength(1_000);
    expect(read.inventory.disks?.[0]?.id).toBe("disk-0");
    expect(read.inventory.disks?.at(-1)?.id).toBe("disk-14999");
    expect(read.inventory.truncation).toEqual({
      type: "partial",
      reasons: ["14000 of 15000 disks are left out"],
    });
  });

  test("an agent's own note that it left things out is kept", () => {
    const truncation = { type: "full", reasons: ["output too large"] };
    const disks = Array.from({ length: 1_001 }, () => ({}));
    const read = reply("inventory", { ...inventory, disks, truncation });
    expect(read).toMatchObject({
      inventory: { truncation: { type: "full", reasons: ["output too large", "1 of 1001 disks are left out"] } },
    });
  });

  test("zero bytes and half characters, which firmware reports and no database takes, are left out", () => {
    const odd = reply("inventory", { ...inventory, hostname: "node\0-0", bmc_address: "\ud800x" });
    expect(odd).toMatchObject({ kind: "inventory", inventory: { hostname: "node-0", bmcAddress: "\ufffdx" } });
  });

  test("nesting does no harm", () => {
    const deep = `{"disks":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(reply("inventory", deep).kind).toBe("invalid");
  });

  test("no reply whatsoever makes the reader throw", () => {
    const stepType = fc.oneof(fc.constantFrom(...wire.StepType.enum), fc.string());
    const output = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object({ key: fc.constantFrom("disks", "cpu", "images", "x") }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(
        stepType,
        output,
        fc.constantFrom(0, 1, 2, -1, 125, 256),
        fc.string(),
        (type, text, exitCode, error) => {
          expect(readReply({ stepType: type, output: text, exitCode, error }).kind).toBeTypeOf("string");
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
