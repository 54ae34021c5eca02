import { HostValidationId } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { hostFacts } from "../../../test/host-facts.ts";
import { hostExemptions, nonIgnorableHostValidations, passes } from "../run.ts";
import { hostValidations, poolValidations, validateHost } from "./registry.ts";

const ids = hostValidations.map(({ id }) => id);

describe("the list of host validations", () => {
  test("holds each id of the wire once, but for one that is no longer produced", () => {
    const wire = HostValidationId.enum.filter((id) => id !== "ocs-requirements-satisfied");
    expect(wire).toHaveLength(67);
    expect(ids.toSorted()).toEqual(wire.toSorted());
  });

  test("is sorted by category, then id", () => {
    const keys = hostValidations.map(({ category, id }) => [category, id].join(" "));
    expect(keys).toEqual(keys.toSorted());
  });

  test("has no needs that lead in a circle or to a validation that does not exist", () => {
    const byId = new Map(hostValidations.map((validation) => [validation.id, validation]));
    const depth = (id: string, path: readonly string[] = []): number => {
      expect(path).not.toContain(id);
      const validation = hostValidations.find((candidate) => candidate.id === id);
      expect(validation).toBeDefined();
      return 1 + Math.max(0, ...(validation?.needs ?? []).map((need) => depth(need, [...path, id])));
    };
    expect(Math.max(...[...byId.keys()].map((id) => depth(id)))).toBeLessThan(5);
  });

  test("for pools asks nothing that needs an answer only a cluster has", () => {
    const asked = new Set(poolValidations.map(({ id }) => id));
    expect(poolValidations.flatMap(({ needs }) => needs).filter((need) => !asked.has(need))).toEqual([]);
  });
});

describe("validating a host", () => {
  test("a good host of a good cluster passes everything it is asked", () => {
    const results = validateHost(hostFacts());
    expect(results.filter(({ status }) => status !== "success")).toEqual([]);
    expect(ids.filter((id) => !results.some((result) => result.id === id))).toEqual([
      "disk-encryption-requirements-satisfied",
      "vsphere-disk-uuid-enabled",
      "ignition-downloadable",
    ]);
  });

  test("a good host in a pool passes what can be asked of it there", () => {
    const results = validateHost(hostFacts({ cluster: null }));
    expect(results.map(({ status }) => status)).toEqual(poolValidations.map(() => "success"));
  });

  test("a host that said nothing yet waits, and fails only in having no inventory", () => {
    const results = validateHost(hostFacts({ inventory: null }));
    expect(results.filter(({ status }) => status === "failure").map(({ id }) => id)).toEqual(["has-inventory"]);
  });

  test.each(ids)("%s can be turned off for all", (id) => {
    const results = validateHost(hostFacts({ inventory: null, policy: { disabledHostValidations: [id] } }));
    expect(results.find((result) => result.id === id)?.status).toBe("disabled");
  });

  test("ignoring all lets everything pass but what is never ignored", () => {
    const facts = hostFacts({
      inventory: null,
      host: { requestedHostname: "localhost", checkedInAt: 0 },
      cluster: { ignoredHostValidations: ["all"], machineNetworks: [] },
    });
    const exemptions = hostExemptions(facts.cluster, facts.policy);
    const results = validateHost(facts);
    const held = ids.filter((id) => !passes(results, id, exemptions));
    expect(new Set(held)).toEqual(new Set(nonIgnorableHostValidations));
  });

  test("gives the same answer for the same facts", () => {
    expect(validateHost(hostFacts())).toEqual(validateHost(hostFacts()));
  });
});
