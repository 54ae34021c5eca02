import { describe, expect, test } from "vitest";
import { aCluster, aHost, now } from "../../test/builders.ts";
import { hostPatch, told } from "../../test/commanding.ts";
import { noChanges } from "../changes.ts";
import type { Host } from "../model/host.ts";
import { isCheckInNews } from "./check-in.ts";
import { receiveClusterLogs, receiveHostLogs, reportClusterLogs, reportHostLogs } from "./report-logs.ts";

describe("logs", () => {
  test("a request begins a collection; its steps are stored, repetitions are not", () => {
    const requested = reportHostLogs(aHost(), "requested", now);
    expect(hostPatch(requested)).toEqual({ logs: { state: "requested", startedAt: now, collectedAt: null } });
    const host = aHost({ ...hostPatch(requested) });
    expect(hostPatch(reportHostLogs(host, "collecting", now + 5))).toMatchObject({
      logs: { state: "collecting", startedAt: now },
    });
    expect(reportHostLogs(aHost({ logs: { ...host.logs, state: "completed" } }), "completed", now)).toBe(noChanges);
  });

  test("what arrives is told, for hosts and clusters alike", () => {
    expect(hostPatch(receiveHostLogs(aHost(), now))).toMatchObject({ logs: { collectedAt: now } });
    expect(told(receiveHostLogs(aHost(), now))).toEqual(["host_logs_uploaded"]);
    expect(receiveClusterLogs(aCluster(), now).cluster).toMatchObject({ logs: { collectedAt: now } });
    expect(reportClusterLogs(aCluster(), "requested", now).cluster).toMatchObject({ logs: { startedAt: now } });
  });
});

describe("a poll", () => {
  const clock = now / 1_000;
  test.each([
    ["of a host that is known and on time", {}, clock, false],
    ["without a clock", {}, null, false],
    ["of a host that was lost", { status: "disconnected" }, clock, true],
    ["of a host whose silence was told", { connectionTimedOut: true }, clock, true],
    ["that tells the time for the first time", { clockSeconds: null, clockReadAt: null }, clock, true],
    ["of a host whose clock jumped", {}, clock + 3_600, true],
  ] as const)("%s is news: %s", (_, host: Partial<Host>, clockSeconds, expected) => {
    expect(isCheckInNews(aHost(host), clockSeconds, now)).toBe(expected);
  });
});
