import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/builders.ts";
import { type Finding, fail, notApplicable, pass, pending, type Validation } from "../finding.ts";
import { defaultPolicy } from "../policy.ts";
import { clusterExemptions, type Exemptions, hostExemptions, noExemptions, passes, runnerOf } from "./run.ts";

type Letter = "a" | "b" | "c";
const failure = fail({ found: "1 GiB", needed: "2 GiB", remedy: "add memory" });

const ask = (findings: Partial<Record<Letter, Finding>>, needs: Partial<Record<Letter, Letter[]>> = {}) =>
  Object.entries(findings).map(
    ([id, finding]): Validation<Letter, string, null> => ({
      id: id as Letter,
      category: "hardware",
      needs: needs[id as Letter] ?? [],
      check: () => finding,
    }),
  );

const run = (validations: Validation<Letter, string, null>[], exemptions: Exemptions<Letter> = noExemptions) =>
  runnerOf(validations)(null, exemptions);

const ignoring = (...ids: Letter[]): Exemptions<Letter> => ({
  disabled: new Set(),
  ignores: (id) => ids.includes(id),
});

describe("running validations", () => {
  test("a failure keeps its parts beside the sentence made from them", () => {
    expect(run(ask({ a: failure }))).toEqual([
      {
        id: "a",
        category: "hardware",
        status: "failure",
        message: "Found 1 GiB; needed: 2 GiB. To fix it, add memory.",
        found: "1 GiB",
        needed: "2 GiB",
        remedy: "add memory",
      },
    ]);
  });

  test("a question that does not arise is left out", () => {
    expect(run(ask({ a: notApplicable, b: pass("Fine.") })).map(({ id }) => id)).toEqual(["b"]);
  });

  test.each<[string, Finding, string]>([
    ["passed", pass("Fine."), "success"],
    ["failed", failure, "pending"],
    ["waits itself", pending("news"), "pending"],
    ["broke", { status: "error", says: "Broken." }, "pending"],
    ["does not arise", notApplicable, "success"],
  ])("a validation whose need %s", (_, need, status) => {
    const results = run(ask({ b: pass("Fine."), a: need }, { b: ["a"] }));
    expect(results[0]?.status).toBe(status);
  });

  test("waiting is passed on along a chain, and names what it waits for", () => {
    const results = run(ask({ c: pass("Fine."), b: pass("Fine."), a: failure }, { c: ["a", "b"], b: ["a"] }));
    expect(results.map(({ message }) => message)).toEqual([
      "Waiting for the checks a, b to pass.",
      "Waiting for the check a to pass.",
      "Found 1 GiB; needed: 2 GiB. To fix it, add memory.",
    ]);
  });

  test("a disabled validation is not asked and holds nothing back", () => {
    const results = run(ask({ a: failure, b: pass("Fine.") }, { b: ["a"] }), {
      ...noExemptions,
      disabled: new Set(["a"]),
    });
    expect(results.map(({ status }) => status)).toEqual(["disabled", "success"]);
  });

  test("an ignored failure is still shown as a failure, but holds nothing back", () => {
    const results = run(ask({ a: failure, b: pass("Fine.") }, { b: ["a"] }), ignoring("a"));
    expect(results.map(({ status }) => status)).toEqual(["failure", "success"]);
    expect(passes(results, "a", ignoring("a"))).toBe(true);
    expect(passes(results, "a", noExemptions)).toBe(false);
  });

  test("what is absent counts as passed, what is pending does not", () => {
    const results = run(ask({ a: pending("news") }));
    expect(passes(results, "b", noExemptions)).toBe(true);
    expect(passes(results, "a", noExemptions)).toBe(false);
  });
});

describe("exemptions", () => {
  const policy = {
    ...defaultPolicy,
    disabledHostValidations: ["ntp-synced"],
    disabledClusterValidations: ["dns-domain-defined"],
  };

  test("what the service turns off holds for pool hosts and for clusters that chose nothing themselves", () => {
    expect(hostExemptions(null, policy).disabled).toEqual(new Set(["ntp-synced"]));
    expect(hostExemptions(aCluster(), policy).disabled).toEqual(new Set(["ntp-synced"]));
    expect(clusterExemptions(aCluster(), policy).disabled).toEqual(new Set(["dns-domain-defined"]));
  });

  test("a cluster's own list of ignored validations replaces it", () => {
    const { disabled, ignores } = hostExemptions(aCluster({ ignoredHostValidations: ["mtu-valid"] }), policy);
    expect(disabled.size).toBe(0);
    expect([ignores("mtu-valid"), ignores("ntp-synced")]).toEqual([true, false]);
  });

  test("some validations can never be ignored, not even by ignoring all", () => {
    const cluster = aCluster({
      ignoredHostValidations: ["all", "hostname-valid"],
      ignoredClusterValidations: ["all", "pull-secret-set"],
    });
    const host = hostExemptions(cluster, policy).ignores;
    expect([host("mtu-valid"), host("hostname-valid"), host("machine-cidr-defined")]).toEqual([true, false, false]);
    const whole = clusterExemptions(cluster, policy).ignores;
    expect([whole("machine-cidr-defined"), whole("pull-secret-set")]).toEqual([true, false]);
  });
});
