import { describe, expect, test } from "vitest";
import { aCluster, anOperator, aSnapshot, now } from "../../test/builders.ts";
import { clusterStatuses, onlyIn, refusal, told, value } from "../../test/commanding.ts";
import { noChanges } from "../changes.ts";
import type { Cluster } from "../model/cluster.ts";
import { defaultPolicy } from "../policy.ts";
import { allowAddHosts } from "./allow-add-hosts.ts";
import { completeInstallation, reportFinalizingStage, reportOperator, storeIngressCertificate } from "./finalizing.ts";

describe("while a cluster comes up", () => {
  const finalizing = aCluster({
    status: "finalizing",
    monitoredOperators: [anOperator("console", { type: "builtin" })],
  });

  test("a new stage is stored with its time; the same stage again changes nothing", () => {
    const changes = value(reportFinalizingStage(finalizing, "Adding router ca", now));
    expect(changes.cluster.progress).toMatchObject({
      finalizingStage: "Adding router ca",
      finalizingStageStartedAt: now,
      finalizingStageTimedOut: false,
    });
    expect(told(changes)).toEqual(["cluster_finalizing_stage_updated"]);
    const after = aCluster({ ...finalizing, ...changes.cluster });
    expect(value(reportFinalizingStage(after, "Adding router ca", now + 1))).toBe(noChanges);
  });

  test("stages are reported from finalizing on", () => {
    onlyIn(clusterStatuses, ["finalizing", "installing-pending-user-action", "installed", "adding-hosts"], (status) =>
      reportFinalizingStage(aCluster({ status }), "Done", now),
    );
  });

  test("an operator's news is stored, its repetition is not, and only a change of status is told", () => {
    const report = { name: "console", status: "progressing", statusInfo: "1 of 2", version: "4.22.9" } as const;
    const changes = value(reportOperator(finalizing, report, now));
    expect(changes.cluster.monitoredOperators).toMatchObject([{ ...report, statusUpdatedAt: now }]);
    expect(told(changes)).toEqual(["cluster_operator_status"]);
    const after = aCluster({ ...finalizing, ...changes.cluster });
    expect(value(reportOperator(after, report, now + 1))).toBe(noChanges);
    expect(told(value(reportOperator(after, { ...report, statusInfo: "2 of 2" }, now)))).toEqual([]);
    expect(value(reportOperator(after, { ...report, version: "" }, now))).toBe(noChanges);
  });

  test("an operator that the cluster does not have is not found", () => {
    const report = { name: "odf", status: "available", statusInfo: "", version: "" } as const;
    expect(refusal(reportOperator(finalizing, report, now))).toMatchObject({ status: 404 });
  });

  test("before the installation no operator reports", () => {
    const report = { name: "console", status: "available", statusInfo: "", version: "" } as const;
    for (const status of ["ready", "insufficient", "preparing-for-installation"] as const) {
      expect(refusal(reportOperator(aCluster({ ...finalizing, status }), report, now))).toMatchObject({ status: 409 });
    }
  });

  test("the certificate counts once, and only from finalizing on", () => {
    expect(value(storeIngressCertificate(finalizing)).cluster).toEqual({ kubeconfigStored: true });
    expect(value(storeIngressCertificate(aCluster({ ...finalizing, kubeconfigStored: true })))).toBe(noChanges);
    expect(refusal(storeIngressCertificate(aCluster({ status: "installing" })))).toMatchObject({ status: 400 });
  });

  test("the old command to complete changes nothing, but passes on a report", () => {
    expect(completeInstallation(finalizing, "")).toBe(noChanges);
    expect(told(completeInstallation(finalizing, "console is down"))).toEqual(["cluster_operator_report"]);
  });
});

describe("opening an installed cluster for more hosts", () => {
  const open = (cluster: Partial<Cluster>) =>
    allowAddHosts(aSnapshot({ cluster: { status: "installed", ...cluster } }), defaultPolicy, now);

  test("it becomes one that adds hosts, which look for its API by address or name", () => {
    expect(value(open({})).cluster).toMatchObject({
      status: "adding-hosts",
      kind: "AddHostsCluster",
      apiVipDnsName: "192.168.10.100",
    });
    expect(value(open({ apiVips: [] })).cluster.apiVipDnsName).toBe("api.demo.example.com");
    expect(value(open({ apiVipDnsName: "api.other" })).cluster).not.toHaveProperty("apiVipDnsName");
  });

  test("only from installed, and only once", () => {
    onlyIn(clusterStatuses, ["installed"], (status) => open({ status }));
    expect(refusal(open({ kind: "AddHostsCluster" }))).toMatchObject({ status: 409 });
  });
});
