import type { LeanCluster } from "@muster/contract";
import { expect, test } from "vitest";
import { findClusters, mayDelete } from "./cluster-table.ts";

const aLean = (id: string, fields: Partial<LeanCluster> = {}): LeanCluster => ({
  kind: "Cluster",
  id,
  href: "",
  status: "ready",
  status_info: "",
  name: id,
  ...fields,
});
const clusters = [
  aLean("two", { openshift_version: "4.9.1", created_at: "2026-01-02T00:00:00Z" }),
  aLean("one", { openshift_version: "4.22.0", created_at: "2026-01-03T00:00:00Z", status: "error" }),
  aLean("elsewhere", { kind: "DisconnectedCluster" }),
];
const ids = (found: readonly LeanCluster[]) => found.map(({ id }) => id);
const all = { words: "", group: null };

test("clusters that are installed elsewhere are not listed", () => {
  expect(ids(findClusters(clusters, all, { by: "name", descending: false }))).toEqual(["one", "two"]);
});

test("versions are ordered as versions, ages by time", () => {
  expect(ids(findClusters(clusters, all, { by: "version", descending: false }))).toEqual(["two", "one"]);
  expect(ids(findClusters(clusters, all, { by: "age", descending: false }))).toEqual(["one", "two"]);
});

test("words and groups of statuses narrow the list", () => {
  expect(ids(findClusters(clusters, { words: " TW", group: null }, { by: "name", descending: false }))).toEqual([
    "two",
  ]);
  expect(ids(findClusters(clusters, { words: "", group: "wrong" }, { by: "name", descending: false }))).toEqual([
    "one",
  ]);
});

test("a cluster under way cannot be deleted", () => {
  expect([mayDelete({ status: "finalizing" }), mayDelete({ status: "cancelled" })]).toEqual([false, true]);
});
