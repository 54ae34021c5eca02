import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planScenario } from "./plan-scenario.ts";
import { readScenario } from "./read.ts";

const problems = (text: string): string[] => {
  const read = readScenario(text);
  return read.kind === "problems" ? read.problems.map(({ line, column, says }) => `${line}:${column} ${says}`) : [];
};

function scenario(text: string) {
  const read = readScenario(text);
  if (read.kind === "problems") throw new Error(JSON.stringify(read.problems));
  return read.scenario;
}

const cluster = (lines: string): string => `about: a test\nclusters:\n  - name: lab\n${lines.replace(/^/gm, "    ")}\n`;

describe("a scenario file with mistakes", () => {
  test.for<[string, string, string]>([
    ["broken YAML", "about: [", "1:9 this is no YAML"],
    ["nothing in it", "", "1:1 the file is null: give an object"],
    ["a list", "- about", "1:1 the file is a list of 1: give an object"],
    ["no clusters", "about: x", "1:1 clusters is missing: give a list"],
    ["an empty list of clusters", "about: x\nclusters: []", "2:1 clusters is empty"],
    [
      "a field that is misspelt",
      cluster("topolgy: sno"),
      "4:5 clusters[0].topolgy is not a known field: did you mean topology?",
    ],
    ["a topology that nobody knows", cluster("topology: huge"), '4:5 clusters[0].topology is "huge": give one of sno,'],
    ["a time without a unit", cluster("boot: {at: 10}"), "4:12 clusters[0].boot.at is 10: give a time with its unit"],
    ["a fault that is misspelt", cluster("faults: [slow-disc]"), "did you mean slow-disk?"],
    [
      "an option of a fault",
      cluster("faults:\n  slow-disk: {milliseconds: fast}"),
      '5:19 clusters[0].faults.slow-disk.milliseconds is "fast"',
    ],
    [
      "a status of hosts for a cluster",
      cluster("expect: {status: known}"),
      '4:14 clusters[0].expect[0].status is "known"',
    ],
    [
      "a validation that nobody knows",
      cluster("hosts:\n  - index: 0\n    expect:\n      validation: is-nice"),
      '7:11 clusters[0].hosts[0].expect[0].validation is "is-nice"',
    ],
    [
      "a host that is not there",
      cluster("topology: sno\nhosts:\n  - index: [0, 1]"),
      "6:20 there is no host 1: a cluster of topology sno has hosts 0 to 0",
    ],
    ["nothing expected", cluster("expect: {}"), "4:13 clusters[0].expect[0] expects nothing"],
    [
      "an action at the end",
      cluster("hosts:\n  - index: 0\n    expect:\n      - do: unplug"),
      "ends with something to do",
    ],
    [
      "an action beside a status",
      cluster("hosts:\n  - index: 0\n    expect:\n      - {do: unplug, status: known}\n      - status: known"),
      "both expects and does",
    ],
    [
      "two clusters with one name",
      "about: x\nclusters:\n  - name: a\n  - name: a\n",
      '4:5 clusters[1].name is "a", which clusters[0] has',
    ],
    [
      "two clusters with one name, one of which is made by a count",
      "about: x\nclusters:\n  - name: a-2\n  - name: a\n    count: 2\n",
      '4:5 clusters[1].name makes with count 2 "a-2", which clusters[0] has',
    ],
    ["an alias without end", "about: x\nclusters: &a\n  - *a\n", "1:1 an alias unfolds without end"],
  ])("%s is told with line and column", ([, text, told]) => {
    expect(problems(text).join("\n")).toContain(told);
  });
});

describe("a scenario file", () => {
  test("may name faults in a list or give them options, and one thing where a list could be", () => {
    const plan = planScenario(
      scenario(
        cluster(
          "topology: sno\nfaults: no-default-route\nhosts:\n  - index: 0\n    bootAt: 2m\n    faults:\n      - wrong-boot-order\n      - slow-disk: {milliseconds: 7}\n    expect: {status: known}",
        ),
      ),
      { seed: "s" },
    );
    const [host] = plan.clusters[0]?.hosts ?? [];
    expect(host).toMatchObject({ bootAt: 120, expect: [{ kind: "reach", station: { status: "known" } }] });
    expect(host?.faults).toHaveLength(3);
  });

  test("expects of clusters about which it says nothing that they are installed, or ready where nobody installs them", () => {
    const expected = (text: string) => planScenario(scenario(text), { seed: "s" }).clusters[0]?.expect;
    expect(expected(cluster(""))).toEqual([{ kind: "reach", station: { status: "installed" } }]);
    expect(expected(cluster("install: false"))).toEqual([{ kind: "reach", station: { status: "ready" } }]);
    expect(expected(cluster("topology: sno\naddHosts: 2"))?.at(-1)).toEqual({
      kind: "reach",
      station: { status: "adding-hosts", hosts: 3 },
    });
  });

  test("makes several clusters of one entry, each at a site of its own", () => {
    const { clusters } = planScenario(scenario(cluster("count: 3\ntopology: sno")), { seed: "s" });
    expect(clusters.map(({ plan }) => [plan.name, plan.siteNumber])).toEqual([
      ["lab-1", 256],
      ["lab-2", 257],
      ["lab-3", 258],
    ]);
  });

  test("plays the same with the same seed", () => {
    const boots = (seed: string) =>
      planScenario(scenario(cluster("")), { seed }).clusters[0]?.hosts.map(({ bootAt }) => bootAt);
    expect(boots("one")).toEqual(boots("one"));
    expect(boots("one")).not.toEqual(boots("two"));
  });
});

test("every example can be read", () => {
  const directory = join(import.meta.dirname, "../../../../examples/scenarios");
  const names = readdirSync(directory);
  expect(names.length).toBeGreaterThan(11);
  for (const name of names) expect([name, problems(readFileSync(join(directory, name), "utf8"))]).toEqual([name, []]);
});
