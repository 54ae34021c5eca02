import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const names = ["host_role", "host_name", "node_labels", "machine_config_pool_name"];

test.each([
  ["hostname", "host_name"],
  ["HOST_ROLE", "host_role"],
  ["node_lables", "node_labels"],
  ["machine_config_pool", "machine_config_pool_name"],
])("%s most likely means %s", (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test.each(["disks", "x", "x".repeat(10_000)])("nothing is suggested for what resembles nothing", (typed) => {
  expect(nearest(typed, names)).toBeUndefined();
});
