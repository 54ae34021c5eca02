import { describe, expect, test } from "vitest";
import { aHost, now } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";
import type { Host, HostProgress, HostStage } from "../../model/host.ts";
import { minute } from "../../model/instant.ts";
import { defaultPolicy } from "../../policy.ts";
import { disconnectsAt } from "./agent.ts";

const at = (stage: HostStage): HostProgress => ({ ...aHost().progress, stage });
const silentFor = (minutes: number, over: Partial<Host> = {}) => ({
  host: { checkedInAt: now - minutes * minute, ...over },
});

outcomes("connected", [
  ["heard of just now", {}, "success"],
  ["heard of almost three minutes ago", silentFor(2.99), "success"],
  ["silent for three minutes", silentFor(3), "failure", "no word from the host since 2026-01-15T11:57:00.000Z"],
  ["a new host has not checked in yet", { host: { checkedInAt: null } }, "success"],
  [
    "a host that registered and went silent",
    { host: { checkedInAt: null, registeredAt: now - 4 * minute } },
    "failure",
  ],
  [
    "a bootstrap host gets two more minutes while it installs",
    silentFor(4.9, { bootstrap: true, status: "installing-in-progress", progress: at("Writing image to disk") }),
    "success",
  ],
  [
    "but no more",
    silentFor(5, { bootstrap: true, status: "installing-in-progress", progress: at("Writing image to disk") }),
    "failure",
  ],
  ["a bootstrap host that does not install yet gets none", silentFor(4, { bootstrap: true }), "failure"],
  ["while it reboots nobody expects a word", silentFor(30, { progress: at("Rebooting") }), "not-applicable"],
  ["nor after it", silentFor(30, { progress: at("Joined") }), "not-applicable"],
  ["in a pool", { cluster: null, ...silentFor(4) }, "failure"],
]);

describe("when a host counts as lost", () => {
  test("is three minutes after its last word, and never while it reboots", () => {
    expect(disconnectsAt(aHost(), defaultPolicy)).toBe(now + 3 * minute);
    expect(disconnectsAt(aHost({ progress: at("Waiting for ignition") }), defaultPolicy)).toBeNull();
  });
});

outcomes("media-connected", [
  ["readable", {}, "success"],
  ["gone", { host: { mediaStatus: "disconnected" } }, "failure"],
  ["gone in a pool", { cluster: null, host: { mediaStatus: "disconnected" } }, "failure"],
  ["while it reboots", { host: { mediaStatus: "disconnected", progress: at("Rebooting") } }, "not-applicable"],
]);

outcomes("compatible-agent", [
  ["the agent of this service", {}, "success"],
  ["another agent", { host: { discoveryAgentVersion: "quay.io/other:1" } }, "failure", "agent quay.io/other:1"],
  ["an agent without a version", { host: { discoveryAgentVersion: "" } }, "failure", "names no version"],
  ["another agent, in a pool", { cluster: null, host: { discoveryAgentVersion: "quay.io/other:1" } }, "failure"],
  [
    "another agent where agents are not upgraded",
    { host: { discoveryAgentVersion: "quay.io/other:1" }, policy: { upgradeAgent: false } },
    "success",
    "not checked",
  ],
  [
    "another agent that installs already",
    { host: { discoveryAgentVersion: "quay.io/other:1", progress: at("Starting installation") } },
    "not-applicable",
  ],
]);
