import { describe, expect, test } from "vitest";
import { aCluster, now } from "../../test/builders.ts";
import { refusalSentence } from "../refusal.ts";
import { checkOperatorRequest, resolveOperators } from "./selection.ts";

const plain = { checkClusterVersion: false };
const named = (...names: string[]) => names.map((name) => ({ name }));
const resolve = (names: string[], bundles: string[] = [], cluster = aCluster(), optionalOperators: string[] = []) =>
  resolveOperators(
    named(...names),
    bundles.map((id) => ({ id, optionalOperators })),
    cluster,
    plain,
  );
const short = (operators: ReturnType<typeof resolve>) =>
  operators.map(({ name, dependencyOnly, sourceBundles }) =>
    [name, dependencyOnly ? "dependency" : "", ...sourceBundles].filter(Boolean).join(" "),
  );

describe("resolving operators", () => {
  test("a cluster always watches its console, and its version when told to", () => {
    expect(short(resolve([]))).toEqual(["console"]);
    const watched = resolveOperators([], [], aCluster(), { checkClusterVersion: true });
    expect(watched.map(({ name, type }) => `${name} ${type}`)).toEqual(["console builtin", "cvo builtin"]);
  });

  test("dependencies come along, and are told from what was chosen", () => {
    expect(short(resolve(["cluster-observability"]))).toEqual([
      "console",
      "loki dependency",
      "openshift-logging dependency",
      "cluster-observability",
    ]);
  });

  test("an operator that was chosen too is not only a dependency", () => {
    expect(short(resolve(["mtv", "cnv"]))).toEqual(["console", "cnv", "mtv"]);
  });

  test("a bundle names itself on all that it brings, dependencies included", () => {
    const operators = resolve([], ["openshift-ai"], aCluster(), ["amd-gpu", "odf"]);
    expect(short(operators)).toEqual([
      "console",
      "lso dependency openshift-ai",
      "odf openshift-ai",
      "node-feature-discovery openshift-ai",
      "amd-gpu openshift-ai",
      "kmm openshift-ai",
      "openshift-ai openshift-ai",
      "pipelines openshift-ai",
      "servicemesh openshift-ai",
      "serverless openshift-ai",
      "authorino openshift-ai",
    ]);
  });

  test("a dependency shared by a bundle and a choice names the bundle", () => {
    const operators = resolve(["osc"], ["openshift-ai"]);
    expect(short(operators)).toContain("node-feature-discovery openshift-ai");
  });

  test("a single node gets what a single node can have", () => {
    const names = short(resolve([], ["virtualization", "openshift-ai"], aCluster({ controlPlaneCount: 1 })));
    expect(names).toContain("lvm dependency openshift-ai");
    expect(names.some((name) => name.startsWith("kube-descheduler"))).toBe(false);
  });

  test("the former name stands for the new one", () => {
    expect(short(resolve(["ocs"]))).toEqual(["console", "lso dependency", "odf"]);
  });

  test("what is known about operators that stay is kept; what nobody needs any more is gone", () => {
    const before = resolve(["odf", "mtv"]).map((operator) => ({
      ...operator,
      status: "progressing" as const,
      statusInfo: "on its way",
      statusUpdatedAt: now,
      version: "4.22.1",
      properties: '{"a":1}',
    }));
    const after = resolve(["odf"], [], aCluster({ monitoredOperators: before }));
    expect(after.map(({ name }) => name)).toEqual(["console", "lso", "odf"]);
    expect(after.at(-1)).toMatchObject({ status: "progressing", version: "4.22.1", properties: '{"a":1}' });
  });

  test("given properties win over known ones", () => {
    const cluster = aCluster({ monitoredOperators: resolve(["lso"]) });
    const [, lso] = resolveOperators([{ name: "lso", properties: '{"b":2}' }], [], cluster, plain);
    expect(lso).toMatchObject({
      type: "olm",
      properties: '{"b":2}',
      namespace: "openshift-local-storage",
      subscriptionName: "local-storage-operator",
      timeoutSeconds: 4_200,
    });
  });

  test("built-in operators and unknown names cannot be asked for", () => {
    expect(short(resolve(["cvo", "nonsense"], ["nonsense"]))).toEqual(["console"]);
  });
});

describe("a request for operators is refused", () => {
  test.each([
    [
      "an unknown operator",
      named("nonsense"),
      [],
      /olm_operators: operator nonsense; needed: one of amd-gpu, authorino/,
    ],
    ["a built-in operator", named("console"), [], /operator console/],
    [
      "an operator that the version lacks",
      named("loki"),
      [],
      /OpenShift 4\.16\.2; needed: a version that Loki supports/,
    ],
    ["an unknown bundle", [], [{ id: "gaming", optionalOperators: [] }], /one of virtualization, openshift-ai/],
    [
      "an optional operator of another bundle",
      [],
      [{ id: "virtualization", optionalOperators: ["amd-gpu"] }],
      /optional operator amd-gpu for bundle virtualization/,
    ],
    ["properties that are no JSON", [{ name: "lso", properties: "{" }], [], /properties of lso/],
    ["properties that are no object", [{ name: "lso", properties: "[]" }], [], /properties of lso/],
  ])("%s", (_, operators, bundles, expected) => {
    const refusal = checkOperatorRequest(operators, bundles, aCluster({ openshiftVersion: "4.16.2" }));
    expect(refusal?.status).toBe(400);
    expect(refusal && refusalSentence(refusal)).toMatch(expected);
  });

  test.each([
    ["architecture", aCluster({ cpuArchitecture: "arm64" }), "lso", /CPU architecture arm64/],
    ["platform", aCluster({ platform: { type: "nutanix", external: null } }), "mce", /platform nutanix/],
  ])("an operator that the %s lacks", (_, cluster, name, expected) => {
    const refusal = checkOperatorRequest(named(name), [], cluster);
    expect(refusal && refusalSentence(refusal)).toMatch(expected);
  });

  test("not, when all can be had", () => {
    const bundles = [{ id: "virtualization", optionalOperators: ["oadp"] }];
    expect(
      checkOperatorRequest([{ name: "lso", properties: '{"x":1}' }, { name: "ocs" }], bundles, aCluster()),
    ).toBeNull();
  });
});
