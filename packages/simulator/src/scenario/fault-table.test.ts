import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { combineFaults } from "../faults.ts";
import { faultTable, makeFaults } from "./fault-table.ts";
import { readScenario } from "./read.ts";

const root = join(import.meta.dirname, "../../../..");
const page = readFileSync(join(root, "docs/reference/scenarios.md"), "utf8");

test("the page explains every fault with its options, and no other", () => {
  const rows = Object.entries(faultTable).map(([name, { says, options }]) => {
    const names = Object.keys(options.properties).map((option) => `\`${option}\``);
    return `| \`${name}\` | ${says} | ${names.join(", ")} |`;
  });
  const table = page.slice(page.indexOf("| Fault |"), page.indexOf("\n\n## What comes of each"));
  expect(table.split("\n").slice(2)).toEqual(rows);
});

test("the page tells of every example", () => {
  const told = page.slice(page.indexOf("## What comes of each"));
  const examples = readdirSync(join(root, "examples/scenarios")).map((file) => `\`${basename(file, ".yaml")}\``);
  expect(examples.filter((example) => !told.includes(example))).toEqual([]);
});

test("every fault is in an example", () => {
  const directory = join(root, "examples/scenarios");
  const shown = readdirSync(directory).flatMap((file) => {
    const read = readScenario(readFileSync(join(directory, file), "utf8"));
    if (read.kind === "problems") throw new Error(`${file}: ${JSON.stringify(read.problems)}`);
    return read.scenario.clusters.flatMap(({ faults, hosts = [] }) => [faults, ...hosts.map((host) => host.faults)]);
  });
  const names = new Set(shown.flatMap((faults = {}) => Object.keys(faults)));
  expect(Object.keys(faultTable).filter((name) => !names.has(name))).toEqual([]);
});

test("faults are made with the options that were given, and with their own without", () => {
  const { machine, behaviour } = combineFaults(
    makeFaults({
      "unsynchronised-clock": { seconds: -60 },
      "lost-connection": { after: "1m", for: "30s" },
      "registration-storm": {},
      "no-default-route": {},
    }),
  );
  expect(machine).toMatchObject({ clockOffsetSeconds: -60, defaultRoute: false });
  expect([59, 60, 89, 90].map((second) => behaviour.isOnline?.(second))).toEqual([true, false, false, true]);
  expect(behaviour.registrations).toBe(20);
});
