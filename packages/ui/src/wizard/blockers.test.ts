import { describe, expect, test } from "vitest";
import { aCheck, aCluster, aRow, validations } from "../../test/rows.ts";
import { blockersOf, isBlocked, mendingStep, suggestedStep } from "./blockers.ts";
import { stepOf } from "./steps.ts";

const fine = aCluster({ validations_info: validations(aCheck("api-vips-defined", "success", "network")) });

describe("what blocks a step", () => {
  test("the same fault of many hosts is told once, with their names in order", () => {
    const rows = ["host-10", "host-2"].map((name) =>
      aRow({ id: name, name, checks: [aCheck("has-min-memory", "failure"), aCheck("connected", "success")] }),
    );
    const [blocker, ...others] = blockersOf("hosts", fine, rows);
    expect(others).toEqual([]);
    expect(blocker).toMatchObject({ id: "has-min-memory", kind: "fails", message: "about has-min-memory" });
    expect(blocker?.hosts.map(({ name }) => name)).toEqual(["host-2", "host-10"]);
  });

  test("a check belongs to its step: networks do not hold up the step of the hosts", () => {
    const rows = [aRow({ checks: [aCheck("belongs-to-machine-cidr", "failure", "network")] })];
    expect(blockersOf("hosts", fine, rows)).toEqual([]);
    expect(blockersOf("networking", fine, rows)).toHaveLength(1);
  });

  test("soft checks are told and hold nobody up", () => {
    const blockers = blockersOf("networking", fine, [aRow({ checks: [aCheck("ntp-synced", "failure", "network")] })]);
    expect(blockers).toMatchObject([{ kind: "warns" }]);
    expect(isBlocked(blockers)).toBe(false);
  });

  test("a host that is disabled blocks nothing", () => {
    const rows = [aRow({ status: "disabled", checks: [aCheck("has-min-memory", "failure")] })];
    expect(blockersOf("hosts", fine, rows)).toEqual([]);
  });

  test("failures come before what only waits", () => {
    const rows = [aRow({ checks: [aCheck("has-inventory", "pending"), aCheck("has-min-memory", "failure")] })];
    expect(blockersOf("hosts", fine, rows).map(({ kind }) => kind)).toEqual(["fails", "waits"]);
  });
});

describe("where to go on", () => {
  test("a cluster that is ready is reviewed", () => {
    expect(suggestedStep(aCluster({ status: "ready" }), [])).toBe("review");
  });

  test("the first step that is blocked, and not before hosts have a say", () => {
    const cluster = aCluster({ validations_info: validations(aCheck("api-vips-defined", "failure", "network")) });
    expect(suggestedStep(cluster, [aRow()])).toBe("networking");
    expect(suggestedStep(cluster, [aRow({ checks: [aCheck("has-min-memory", "failure")] })])).toBe("hosts");
  });

  test("a failing check leads to the step where it can be mended", () => {
    expect(stepOf("hostname-unique", "hardware", "host")).toBe("hosts");
    expect(stepOf("ntp-synced", "network", "host")).toBe("networking");
    expect(stepOf("dns-domain-defined", "configuration", "cluster")).toBe("details");
  });

  test("a cause of the plan leads to the step of its group, for a cluster and for a host", () => {
    const cluster = aCluster({ validations_info: validations(aCheck("ntp-server-configured", "failure", "network")) });
    const rows = [aRow({ id: "one", checks: [aCheck("time-synced-between-host-and-service", "failure", "network")] })];
    const ofCluster = { kind: "cluster", id: "lab", name: "lab" } as const;
    const ofHost = { kind: "host", id: "one", name: "one" } as const;
    expect(mendingStep({ id: "ntp-server-configured", subject: ofCluster }, cluster, rows)).toBe("networking");
    expect(mendingStep({ id: "time-synced-between-host-and-service", subject: ofHost }, cluster, rows)).toBe(
      "networking",
    );
    expect(mendingStep({ id: "no-hosts", subject: ofCluster }, cluster, [])).toBe("hosts");
  });
});
