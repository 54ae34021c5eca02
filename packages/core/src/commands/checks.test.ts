import { describe, expect, test } from "vitest";
import { aCluster } from "../../test/builders.ts";
import { facts, hostPatch, refusal, told, value } from "../../test/commanding.ts";
import { noChanges } from "../changes.ts";
import type { Host } from "../model/host.ts";
import { ignoreValidations } from "./ignore-validations.ts";
import { resetValidation } from "./reset-validation.ts";

describe("choosing checks to ignore", () => {
  test("checks that may be ignored are stored and it is told", () => {
    const changes = value(
      ignoreValidations(aCluster(), { host: ["ntp-synced", "all"], cluster: ["network-type-valid"] }),
    );
    expect(changes.cluster).toEqual({
      ignoredHostValidations: ["ntp-synced", "all"],
      ignoredClusterValidations: ["network-type-valid"],
    });
    expect(told(changes)).toEqual(["validations_ignored"]);
    expect(value(ignoreValidations(aCluster(), { host: [], cluster: [] }))).toBe(noChanges);
  });

  test.each([
    [{ host: ["has-inventory"], cluster: [] }, "host-validation-ids", "has-inventory"],
    [{ host: [], cluster: ["pull-secret-set"] }, "cluster-validation-ids", "pull-secret-set"],
    [{ host: ["no-such-check"], cluster: [] }, "host-validation-ids", "no-such-check"],
    [{ host: [], cluster: ["ocs-requirements-satisfied"] }, "cluster-validation-ids", "ocs-requirements-satisfied"],
  ])("%j is refused by field and id", (ignored, field, culprit) => {
    const refused = refusal(ignoreValidations(aCluster(), ignored));
    expect(refused).toMatchObject({ status: 400, field });
    expect(refused?.found).toContain(culprit);
  });
});

describe("measuring again", () => {
  const host = {
    status: "insufficient",
    installationDiskId: "disk",
    disksInfo: { disk: { path: "/dev/sda" }, other: { path: "/dev/sdb" } },
    imagesStatus: { good: { name: "good", result: "success" }, bad: { name: "bad", result: "failure" } },
  } as const satisfies Partial<Host>;

  test("the measurement of the installation disk is forgotten", () => {
    const changes = value(resetValidation(facts(host), "sufficient-installation-disk-speed"));
    expect(hostPatch(changes)).toEqual({ disksInfo: { other: { path: "/dev/sdb" } } });
  });

  test("images that failed are forgotten", () => {
    const changes = value(resetValidation(facts(host), "container-images-available"));
    expect(hostPatch(changes)).toEqual({ imagesStatus: { good: host.imagesStatus.good } });
  });

  test("other checks need no reset, and a host that is being installed allows none", () => {
    expect(refusal(resetValidation(facts(host), "ntp-synced"))).toMatchObject({ status: 400, field: "validation_id" });
    expect(
      refusal(resetValidation(facts({ ...host, status: "installing" }), "container-images-available")),
    ).toMatchObject({ status: 409 });
  });
});
