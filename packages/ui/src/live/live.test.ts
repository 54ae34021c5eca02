import type { LeanHost } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { aRow } from "../../test/rows.ts";
import { effectiveRole, hostRow, instant } from "./host-row.ts";
import { emptyTable, forgetPositions, mergeRows, takeGone, takeHost, takeList, takeNews } from "./host-table.ts";

const aHost = (id: string, fields: Partial<LeanHost> = {}): LeanHost => ({
  kind: "Host",
  id,
  href: "",
  status: "known",
  status_info: "",
  cluster_id: "c1",
  ...fields,
});

describe("the worker's table", () => {
  test("tells the page only what changed since the last time", () => {
    const table = emptyTable({ cluster_id: "c1" });
    takeList(table, [aHost("a"), aHost("b")], 10);
    expect(takeNews(table)).toBeNull();
    takeHost(table, aHost("a", { status: "insufficient" }), 11);
    takeHost(table, aHost("a", { status: "disconnected" }), 12);
    expect(takeNews(table)?.rows.map(({ status }) => status)).toEqual(["disconnected"]);
    expect(takeNews(table)).toBeNull();
  });

  test("a host that leaves the cluster, or is deleted, is gone from its table", () => {
    const table = emptyTable({ cluster_id: "c1" });
    takeList(table, [aHost("a"), aHost("b")], 10);
    takeHost(table, aHost("a", { cluster_id: "c2" }), 11);
    takeGone(table, "b", 12);
    takeGone(table, "never seen", 13);
    expect(takeNews(table)).toEqual({ rows: [], gone: ["a", "b"] });
  });

  test("says nothing before its list has come: a few hosts would look like all of them", () => {
    const table = emptyTable({ cluster_id: "c1" });
    takeHost(table, aHost("a"), 5);
    expect(takeNews(table)).toBeNull();
  });

  test("what the feed told while the list was read is newer than the list", () => {
    const table = emptyTable({ cluster_id: "c1" });
    takeHost(table, aHost("a", { status: "error" }), 9);
    takeHost(table, aHost("b", { status: "error" }), 11);
    takeGone(table, "c", 12);
    const rows = takeList(table, [aHost("a"), aHost("b"), aHost("c")], 10);
    expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(["a known", "b error"]);
  });

  test("a list that comes late does not undo a newer one, unless the feed has started anew", () => {
    const table = emptyTable({ cluster_id: "c1" });
    takeList(table, [aHost("a", { status: "error" })], 20);
    expect(takeList(table, [aHost("a")], 10).map(({ status }) => status)).toEqual(["error"]);
    forgetPositions(table);
    expect(takeList(table, [aHost("a")], 10).map(({ status }) => status)).toEqual(["known"]);
  });
});

test("the page keeps rows that did not change as they are, so that they are not drawn again", () => {
  const [a, b] = [aRow({ id: "a" }), aRow({ id: "b" })];
  const merged = mergeRows([a, b], [aRow({ id: "b", status: "error" }), aRow({ id: "c" })], []);
  expect(merged[0]).toBe(a);
  expect(merged.map(({ id, status }) => `${id} ${status}`)).toEqual(["a known", "b error", "c known"]);
  expect(mergeRows(merged, [], ["a"]).map(({ id }) => id)).toEqual(["b", "c"]);
});

describe("a row", () => {
  test("holds what tables need, and no texts of checks that passed", () => {
    const info = { hardware: [{ id: "connected", status: "success", message: "a long text" }] };
    const row = hostRow(aHost("a", { validations_info: JSON.stringify(info), requested_hostname: "one" }));
    expect(row.checks).toEqual([{ id: "connected", group: "hardware", status: "success", message: "" }]);
    expect([row.name, row.cores]).toEqual(["one", 0]);
  });

  test("times that were never set are none", () => {
    expect([instant("0001-01-01T00:00:00.000Z"), instant(undefined)]).toEqual([0, 0]);
  });

  test("the role that counts is the one chosen, then the one suggested", () => {
    expect(effectiveRole(aRow({ role: "auto-assign", suggestedRole: "worker" }))).toBe("worker");
    expect(effectiveRole(aRow({ role: "worker", bootstrap: true }))).toBe("bootstrap");
  });
});
