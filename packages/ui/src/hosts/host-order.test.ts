import { expect, test } from "vitest";
import { aRow } from "../../test/rows.ts";
import { findHosts, noFilter } from "./host-order.ts";

const rows = [
  aRow({ id: "a", name: "host-10", status: "known", role: "worker", serial: "XYZ" }),
  aRow({ id: "b", name: "host-2", status: "insufficient" }),
  aRow({ id: "c", name: "host-1", status: "known", bootstrap: true, cores: 64 }),
];
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const byName = { by: "name", descending: false } as const;

test("names are ordered as people count", () => {
  expect(names(findHosts(rows, noFilter, byName))).toEqual(["host-1", "host-2", "host-10"]);
});

test("hosts are found by any of their marks, by status and by the role they will have", () => {
  expect(names(findHosts(rows, { ...noFilter, words: "xyz" }, byName))).toEqual(["host-10"]);
  expect(names(findHosts(rows, { ...noFilter, status: "known" }, byName))).toEqual(["host-1", "host-10"]);
  expect(names(findHosts(rows, { ...noFilter, role: "master" }, byName))).toEqual(["host-2"]);
});

test("numbers are ordered as numbers, and equal hosts keep one order", () => {
  expect(names(findHosts(rows, noFilter, { by: "cores", descending: true }))).toEqual(["host-1", "host-10", "host-2"]);
});
