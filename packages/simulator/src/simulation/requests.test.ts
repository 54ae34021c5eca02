import { describe, expect, test } from "vitest";
import { progressKey, progressLine, progressLines } from "./progress-text.ts";
import { reportOf } from "./report.ts";
import { reportText } from "./report-text.ts";
import { Requests } from "./requests.ts";
import { snapshotOf } from "./snapshot.ts";

function someRequests(): Requests {
  const requests = new Requests();
  for (let milliseconds = 1; milliseconds <= 100; milliseconds += 1) {
    requests.observe({ operation: "v2GetNextSteps", milliseconds, failure: null });
  }
  const refused = { status: 409, reason: "already there" };
  const gone = { status: null, reason: "cannot reach it" };
  requests.observe({ operation: "v2RegisterHost", milliseconds: 5, failure: refused });
  for (let time = 0; time < 3; time += 1)
    requests.observe({ operation: "v2RegisterHost", milliseconds: 5, failure: gone });
  return requests;
}

describe("figures of requests", () => {
  test("are kept by operation; what was refused is no failure", () => {
    const requests = someRequests();
    const [polls, registrations] = requests.operations;
    expect(polls).toMatchObject({ operation: "v2GetNextSteps", requests: 100, maxMs: 100, refused: 0, failed: 0 });
    expect(Math.abs((polls?.p50Ms ?? 0) - 50)).toBeLessThan(1.1);
    expect(Math.abs((polls?.p99Ms ?? 0) - 99)).toBeLessThan(2);
    expect(registrations).toMatchObject({ requests: 4, refused: 1, failed: 3 });
    expect(requests.errors).toEqual([
      { operation: "v2RegisterHost", status: null, reason: "cannot reach it", count: 3 },
    ]);
    expect([requests.count, requests.failed]).toEqual([104, 3]);
    requests.clear();
    expect([requests.count, requests.failed, requests.operations, requests.errors]).toEqual([0, 0, [], []]);
  });

  test("stay few however many reasons there are", () => {
    const requests = new Requests();
    for (let host = 0; host < 1_000; host += 1) {
      const failure = { status: 500, reason: `host ${host} broke` };
      requests.observe({ operation: "v2RegisterHost", milliseconds: 1, failure });
    }
    expect(requests.errors.length).toBeLessThan(60);
    expect(requests.errors.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  });

  test("stand in the report, with the errors", () => {
    const requests = someRequests();
    const report = reportOf({ runs: [], seed: "s", speed: 60, seconds: 2, requests, wasStopped: false });
    expect(report).toMatchObject({
      isMet: true,
      installSeconds: null,
      requests: { total: 104, perSecond: 52, failed: 3 },
    });
    const text = reportText(report);
    expect(text).toMatch(/^ {2}v2GetNextSteps +100 +\d+\.\d +\d+\.\d +100 +0 +0$/m);
    expect(text).toContain("3 × v2RegisterHost without an answer: cannot reach it");
    expect(reportText({ ...report, wasStopped: true })).toMatch(/^Stopped before the end/);
  });
});

test("progress is told in one line, or drawn in as many as fit", () => {
  const snapshot = {
    ...snapshotOf([], someRequests(), 4),
    clusters: [
      { name: "a", status: "installing" as const, percentage: 50, isOver: false },
      { name: "b", status: null, percentage: 0, isOver: false },
    ],
    hosts: new Map([["polling" as const, 2]]),
  };
  expect(progressLine(snapshot)).toMatch(
    /^ {3}4 s {2}2 clusters: 1 installing, 1 not described yet; hosts: 2 polling; 104 requests \(26\/s, p99 \d+ ms, 3 failed\)$/,
  );
  const lines = progressLines(snapshot, 40);
  expect(lines[1]).toMatch(/^ {2}a {2}█{10}░{10} {2}50 %/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(progressKey(snapshot)).toBe("1 installing, 1 not described yet");
  const clusters = Array.from(
    { length: 30 },
    () => ({ name: "c", status: "ready", percentage: 0, isOver: false }) as const,
  );
  expect(progressLines({ ...snapshot, clusters }, 100)).toHaveLength(4);
});
