import { expect, test } from "vitest";
import { planNames } from "./host-names.ts";

const hosts = [
  { id: "a", name: "old-a" },
  { id: "b", name: "old-b" },
];
const plan = (template: string, start = 1, others: string[] = []) => planNames(hosts, { template, start, others });

test("a template counts up, with leading zeros where it asks for them", () => {
  expect(plan("worker-{n}", 9).map(({ to }) => to)).toEqual(["worker-9", "worker-10"]);
  expect(plan("rack-{nnn}.lab").map(({ to }) => to)).toEqual(["rack-001.lab", "rack-002.lab"]);
});

test("names that two hosts would share are told, among these and with the others", () => {
  expect(plan("same").every(({ problem }) => problem?.includes("same"))).toBe(true);
  expect(plan("node-{n}", 1, ["node-2"]).map(({ problem }) => problem === null)).toEqual([true, false]);
});

test("names that no host may have are told", () => {
  expect(plan("Worker_{n}").every(({ problem }) => problem !== null)).toBe(true);
  expect(plan("localhost")[0]?.problem).not.toBeNull();
});
