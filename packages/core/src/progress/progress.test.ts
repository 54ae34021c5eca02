import { describe, expect, test } from "vitest";
import { aCluster, aHost, anOperator } from "../../test/builders.ts";
import { noHostProgress } from "../lifecycle/host-effects.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStage } from "../model/host.ts";
import { hour, minute } from "../model/instant.ts";
import { defaultPolicy } from "../policy.ts";
import { refuseStage } from "./accept-stage.ts";
import { clusterProgress, noProgress } from "./cluster-progress.ts";
import { finalizingStageTimeout } from "./finalizing.ts";
import { percentageAt, stagesOf } from "./stages.ts";

const kube = { ...defaultPolicy, kubeApi: true };
const day2 = { kind: "AddToExistingClusterHost", role: "worker" } as const;

describe("the stages of a host", () => {
  const sno = { controlPlaneCount: 1 };
  test.each([
    ["a bootstrap host", { role: "master", bootstrap: true }, {}, defaultPolicy, 11, "Waiting for controller"],
    ["a control plane node", { role: "master" }, {}, defaultPolicy, 8, "Copying registry data to disk"],
    ["an arbiter", { role: "arbiter" }, {}, defaultPolicy, 8, "Copying registry data to disk"],
    ["a worker", { role: "worker" }, {}, defaultPolicy, 9, "Waiting for ignition"],
    ["a host suggested as worker", { suggestedRole: "worker" }, {}, defaultPolicy, 9, "Waiting for ignition"],
    ["a single node", { role: "master", bootstrap: true }, sno, defaultPolicy, 8, "Waiting for bootkube"],
    ["an added worker", day2, {}, defaultPolicy, 5, "Waiting for control plane"],
    ["a worker added to a single node", day2, sno, defaultPolicy, 5, "Waiting for control plane"],
    ["an added control plane node", { ...day2, role: "master" }, {}, defaultPolicy, 5, "Copying registry data to disk"],
    ["an added worker that Kubernetes watches", day2, {}, kube, 9, "Waiting for ignition"],
  ] as const)("%s", (_, host: Partial<Host>, cluster: Partial<Cluster>, policy, count, telling) => {
    const stages = stagesOf(aHost(host), aCluster(cluster), policy);
    expect(stages).toHaveLength(count);
    expect(stages).toContain(telling);
    expect(stages[0]).toBe("Starting installation");
  });

  test("percentages count the stages that were reached, without rounding up", () => {
    const stages = stagesOf(aHost({ role: "worker" }), aCluster(), defaultPolicy);
    expect(stages.map((stage) => percentageAt(stage, stages))).toEqual([11, 22, 33, 44, 55, 66, 77, 88, 100]);
  });

  test("an added host that is done is done, though its list ends with the reboot", () => {
    const stages = stagesOf(aHost(day2), aCluster(), defaultPolicy);
    expect(percentageAt("Rebooting", stages)).toBe(100);
    expect(percentageAt("Done", stages)).toBe(100);
  });
});

describe("which stage a host may report", () => {
  const stages = stagesOf(aHost({ role: "master" }), aCluster(), defaultPolicy);
  const refusalAfter = (current: HostStage | null, stage: HostStage) =>
    refuseStage(aHost({ progress: { ...noHostProgress, stage: current } }), stages, stage)?.code ?? null;

  test.each([
    [null, "Starting installation", null],
    [null, "Rebooting", null],
    ["Installing", "Installing", null],
    ["Installing", "Rebooting", null],
    ["Rebooting", "Installing", "stage-goes-back"],
    ["Done", "Joined", "stage-goes-back"],
    ["Joined", "Done", null],
    ["Installing", "Failed", null],
    [null, "Waiting for ignition", "stage-not-for-role"],
    ["Installing", "Waiting for bootkube", "stage-not-for-role"],
  ] as const)("after %s comes %s: %s", (current, stage, code) => {
    expect(refusalAfter(current, stage)).toBe(code);
  });
});

describe("the progress of a cluster", () => {
  const hostAt = (percentage: number, number: number) =>
    aHost({ role: "master", progress: { ...noHostProgress, percentage } }, number);
  const progressOf = (cluster: Partial<Cluster>, ...percentages: readonly number[]) =>
    clusterProgress(aCluster(cluster), percentages.map(hostAt), defaultPolicy);
  const operator = (name: string, status: "available" | "failed" | "progressing", type: "builtin" | "olm") =>
    anOperator(name, { status, type, timeoutSeconds: 7_200 });

  test("before the installation there is none", () => {
    expect(progressOf({ status: "ready" }, 0, 0, 0)).toEqual(noProgress);
    expect(progressOf({ status: "preparing-for-installation" }, 0, 0, 0)).toEqual(noProgress);
  });

  test("preparing is a tenth, the hosts' stages seven tenths", () => {
    expect(progressOf({ status: "installing" }, 0, 0, 0)).toMatchObject({ preparing: 100, installing: 0, total: 10 });
    expect(progressOf({ status: "installing" }, 50, 50, 50)).toMatchObject({ installing: 50, total: 45 });
    expect(progressOf({ status: "installing" }, 100, 100, 100)).toMatchObject({ installing: 100, total: 80 });
  });

  test("operators that are up, or add-ons that failed, count for finalizing", () => {
    const monitoredOperators = [
      operator("console", "available", "builtin"),
      operator("cvo", "failed", "builtin"),
      operator("odf", "failed", "olm"),
      operator("cnv", "progressing", "olm"),
    ];
    const progress = progressOf({ status: "finalizing", monitoredOperators }, 100, 100, 100);
    expect(progress).toMatchObject({ finalizing: 50, total: 87 });
  });

  test("an installed cluster is at 100", () => {
    expect(progressOf({ status: "installed" }, 100, 100, 50).total).toBe(100);
  });

  test("it never goes back while the installation lasts", () => {
    const before = { ...noProgress, preparing: 100, installing: 80, finalizing: 50, total: 73 };
    expect(progressOf({ status: "finalizing", progress: before }, 10, 10, 10)).toEqual(before);
  });

  test("waiting for operators may last as long as the slowest of them", () => {
    const cluster = aCluster({ monitoredOperators: [operator("odf", "progressing", "olm")] });
    const timeout = (stage: Parameters<typeof finalizingStageTimeout>[0], softTimeouts = false) =>
      finalizingStageTimeout(stage, cluster, { ...defaultPolicy, softTimeouts });
    expect(timeout("Waiting for olm operators csv")).toBe(2 * hour);
    expect(timeout("Applying olm manifests")).toBe(10 * minute);
    expect(timeout("Adding router ca")).toBe(70 * minute);
    expect(timeout("Waiting for cluster operators")).toBe(10 * hour);
    expect(timeout("Waiting for cluster operators", true)).toBe(70 * minute);
  });
});
