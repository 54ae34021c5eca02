import { describe, expect, test } from "vitest";
import { aCluster, aHost, anOperator, now } from "../../test/builders.ts";
import type { ClusterValidationId } from "../finding.ts";
import type { Cluster, ClusterStatus } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import { hour, minute } from "../model/instant.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { noProgress } from "../progress/cluster-progress.ts";
import type { ClusterLifecycleFacts, ClusterSignal } from "./cluster-facts.ts";
import { clusterMachine, moveCluster } from "./cluster-machine.ts";
import { clusterTransitions } from "./cluster-transitions.ts";

type Given = Readonly<{
  cluster?: Partial<Cluster>;
  hosts?: readonly Host[];
  failing?: readonly ClusterValidationId[];
  policy?: Partial<Policy>;
}>;

type Row = Readonly<{
  rule: number;
  on: ClusterSignal;
  given: Given;
  to: ClusterStatus | "same";
  /** The same facts but for these lead elsewhere. */
  unless?: Given;
}>;

const facts = (status: ClusterStatus, { cluster, hosts = [], failing = [], policy }: Given): ClusterLifecycleFacts => ({
  cluster: aCluster({ ...cluster, status }),
  hosts,
  infraEnvs: [],
  policy: { ...defaultPolicy, ...policy },
  now,
  failing: new Set(failing),
});

const masters = (...statuses: readonly HostStatus[]): Host[] =>
  statuses.map((status, index) => aHost({ role: "master", status }, index + 1));
const workers = (...statuses: readonly HostStatus[]): Host[] =>
  statuses.map((status, index) => aHost({ role: "worker", status }, index + 11));
const three = (status: HostStatus) => masters(status, status, status);

const dhcp = { vipDhcpAllocation: true };
const soft = { softTimeouts: true };
const since = (age: number) => ({ statusUpdatedAt: now - age });
const started = (age: number) => ({ installStartedAt: now - age });
const stage = (finalizingStage: Cluster["progress"]["finalizingStage"], age: number) => ({
  progress: { ...noProgress, finalizingStage, finalizingStageStartedAt: now - age },
});
const preparedFiles = { lastInstallationPreparation: { status: "success", reason: "" } } as const;
const failedFiles = { lastInstallationPreparation: { status: "failed", reason: "no release image" } } as const;
const console = (status: "available" | "progressing" | "failed") => ({
  kubeconfigStored: true,
  monitoredOperators: [operator("console", "builtin", status)],
});
const operator = (name: string, type: "builtin" | "olm", status: "available" | "progressing" | "failed") =>
  anOperator(name, { type, status });

const rows: readonly Row[] = [
  { rule: 1, on: "cancel", given: {}, to: "cancelled" },
  { rule: 2, on: "cancel", given: {}, to: "ready" },
  { rule: 3, on: "reset", given: {}, to: "insufficient" },
  { rule: 4, on: "install", given: {}, to: "preparing-for-installation" },
  {
    rule: 5,
    on: "refresh",
    given: { failing: ["api-vips-defined"] },
    to: "pending-for-input",
    unless: { failing: ["api-vips-valid"] },
  },
  {
    rule: 6,
    on: "refresh",
    given: { failing: ["sufficient-masters-count"] },
    to: "insufficient",
    unless: { failing: ["platform-requirements-satisfied", "openshift-ai-gpu-requirements-satisfied"] },
  },
  {
    rule: 7,
    on: "refresh",
    given: { cluster: dhcp, failing: ["pull-secret-set"] },
    to: "pending-for-input",
    unless: { cluster: dhcp, failing: ["api-vips-defined"] },
  },
  {
    rule: 8,
    on: "refresh",
    given: { cluster: dhcp, failing: ["ingress-vips-defined"] },
    to: "insufficient",
    unless: { cluster: dhcp },
  },
  {
    rule: 9,
    on: "refresh",
    given: { failing: ["platform-requirements-satisfied"] },
    to: "ready",
    unless: { failing: ["ntp-server-configured"] },
  },
  {
    rule: 10,
    on: "refresh",
    given: { cluster: since(18 * minute), hosts: three("preparing-for-installation") },
    to: "ready",
    unless: { cluster: since(17 * minute), hosts: three("preparing-for-installation") },
  },
  {
    rule: 11,
    on: "refresh",
    given: { cluster: preparedFiles, hosts: three("preparing-successful") },
    to: "installing",
    unless: { hosts: three("preparing-successful") },
  },
  {
    rule: 12,
    on: "refresh",
    given: { hosts: masters("known", "preparing-successful", "insufficient") },
    to: "insufficient",
    unless: { hosts: three("known") },
  },
  {
    rule: 13,
    on: "refresh",
    given: { hosts: masters("known", "known", "preparing-failed") },
    to: "ready",
    unless: { hosts: three("preparing-successful") },
  },
  {
    rule: 13,
    on: "refresh",
    given: { cluster: failedFiles, hosts: three("preparing-successful") },
    to: "ready",
    unless: { cluster: preparedFiles, hosts: three("preparing-for-installation") },
  },
  {
    rule: 14,
    on: "refresh",
    given: { hosts: masters("error", "installed", "installing-pending-user-action") },
    to: "error",
    unless: { hosts: masters("installing", "installed", "installing-pending-user-action") },
  },
  {
    rule: 15,
    on: "refresh",
    given: { cluster: started(24 * hour), hosts: three("installing-pending-user-action") },
    to: "error",
    unless: { cluster: started(23 * hour), hosts: three("installing-pending-user-action") },
  },
  {
    rule: 16,
    on: "refresh",
    given: { cluster: started(24 * hour), policy: soft, hosts: three("installed") },
    to: "error",
    unless: { cluster: started(24 * hour), hosts: three("installed") },
  },
  {
    rule: 17,
    on: "refresh",
    given: { cluster: since(5 * hour), hosts: three("installed") },
    to: "error",
    unless: { cluster: since(5 * hour), policy: soft, hosts: three("installed") },
  },
  {
    rule: 18,
    on: "refresh",
    given: { cluster: stage("Adding router ca", 70 * minute), hosts: three("installed") },
    to: "error",
    unless: { cluster: stage("Waiting for olm operators csv", 70 * minute), hosts: three("installed") },
  },
  {
    rule: 19,
    on: "refresh",
    given: { cluster: stage("Applying olm manifests", 10 * minute), hosts: three("installed") },
    to: "same",
    unless: { cluster: stage("Applying olm manifests", 9 * minute), hosts: three("installed") },
  },
  {
    rule: 19,
    on: "refresh",
    given: { cluster: stage("Waiting for cluster operators", 70 * minute), policy: soft, hosts: three("installed") },
    to: "same",
    unless: { cluster: stage("Waiting for cluster operators", 70 * minute), hosts: three("installed") },
  },
  {
    rule: 20,
    on: "refresh",
    given: { hosts: masters("installing", "installed", "installing-pending-user-action") },
    to: "same",
    unless: { hosts: three("installing") },
  },
  {
    rule: 21,
    on: "refresh",
    given: { hosts: masters("installing-in-progress", "installed", "installed") },
    to: "installing",
    unless: { hosts: three("installed") },
  },
  {
    rule: 22,
    on: "refresh",
    given: { hosts: three("installed") },
    to: "finalizing",
    unless: { hosts: [...three("installed"), ...workers("installing-pending-user-action")] },
  },
  {
    rule: 23,
    on: "refresh",
    given: { hosts: [...three("installed"), ...workers("installing-pending-user-action")] },
    to: "installing-pending-user-action",
    unless: { hosts: three("installed") },
  },
  {
    rule: 24,
    on: "refresh",
    given: { hosts: [...three("installed"), ...workers("error")] },
    to: "finalizing",
    unless: { hosts: [...three("installed"), ...workers("installing", "installing")] },
  },
  {
    rule: 25,
    on: "refresh",
    given: { hosts: [...three("installed"), ...workers("installing", "installed")] },
    to: "installing",
    unless: { hosts: [...three("installed"), ...workers("error", "installed")] },
  },
  {
    rule: 27,
    on: "refresh",
    given: { cluster: console("available"), hosts: [...three("installed"), ...workers("error")] },
    to: "installed",
    unless: { cluster: console("progressing"), hosts: three("installed") },
  },
  {
    rule: 27,
    on: "refresh",
    given: { cluster: console("available"), hosts: three("installed") },
    to: "installed",
    unless: { cluster: { ...console("available"), kubeconfigStored: false }, hosts: three("installed") },
  },
  {
    rule: 27,
    on: "refresh",
    given: { cluster: console("available"), hosts: three("installed") },
    to: "installed",
    unless: { cluster: console("available"), hosts: [...three("installed"), ...workers("installing-in-progress")] },
  },
  {
    rule: 28,
    on: "refresh",
    given: { hosts: masters("error", "installing", "installing") },
    to: "error",
    unless: { hosts: three("installing") },
  },
  {
    rule: 29,
    on: "refresh",
    given: { cluster: since(10 * minute) },
    to: "same",
    unless: { cluster: since(9 * minute) },
  },
  { rule: 30, on: "refresh", given: { hosts: three("known") }, to: "same" },
  {
    rule: 31,
    on: "allow-add-hosts",
    given: {},
    to: "adding-hosts",
    unless: { cluster: { kind: "AddHostsCluster" } },
  },
];

describe("the table of clusters", () => {
  test.each(rows)("rule $rule: $on leads to $to", ({ rule, on, given, to, unless }) => {
    const row = clusterTransitions.find((candidate) => candidate.rule === rule);
    for (const status of row?.from ?? []) {
      if (status === "new") continue;
      expect(clusterMachine.find(on, status, facts(status, given)), status).toBe(row);
      expect(moveCluster(facts(status, given), on)?.cluster.status).toBe(to === "same" ? status : to);
      if (unless) expect(clusterMachine.find(on, status, facts(status, unless)), `${status} unless`).not.toBe(row);
    }
  });

  test("has the 30 rules of the reference but the one of the subscription service, and one from its text", () => {
    const numbers = clusterTransitions.map(({ rule }) => rule);
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => index + 1).filter((rule) => rule !== 26));
  });

  test("each rule has a scenario, and each condition one in which it does not hold", () => {
    const told = new Set(rows.map(({ rule }) => rule));
    const refuted = new Set(rows.filter(({ unless }) => unless).map(({ rule }) => rule));
    expect(clusterTransitions.filter(({ rule }) => !told.has(rule))).toEqual([]);
    expect(clusterTransitions.filter(({ rule, when }) => when !== undefined && !refuted.has(rule))).toEqual([]);
  });
});

describe("what happens with a change of status", () => {
  const names = (move: ReturnType<typeof moveCluster>) => move?.events.map(({ name }) => name);

  test("a failed installation ends its clock and says why, also as a critical event", () => {
    const move = moveCluster(facts("installing", { hosts: three("error") }), "refresh");
    expect(move?.cluster).toMatchObject({ status: "error", installCompletedAt: now, statusUpdatedAt: now });
    expect(names(move)).toEqual(["cluster_installation_failed", "cluster_status_updated"]);
    expect(move?.events[0]).toMatchObject({
      severity: "critical",
      props: { failure_reason: move?.cluster.statusInfo },
    });
  });

  test("a cluster whose add-ons failed is installed but degraded, and names them", () => {
    const cluster = {
      kubeconfigStored: true,
      monitoredOperators: [operator("console", "builtin", "available"), operator("odf", "olm", "failed")],
    };
    const move = moveCluster(facts("finalizing", { cluster, hosts: three("installed") }), "refresh");
    expect(move?.cluster.statusInfo).toContain("degraded");
    expect(move?.cluster.statusInfo).toContain("odf");
    expect(names(move)).toEqual([
      "cluster_degraded_OLM_operators_failed",
      "cluster_installation_completed",
      "cluster_status_updated",
    ]);
  });

  test("a cluster that lacks workers says so when it is installed", () => {
    const hosts = [...three("installed"), ...workers("error")];
    const move = moveCluster(facts("finalizing", { cluster: console("available"), hosts }), "refresh");
    expect(move?.cluster.statusInfo).toContain("did not join");
  });

  test("a single node answers on its own address once its installation begins", () => {
    const cluster = { ...preparedFiles, controlPlaneCount: 1, apiVips: [], ingressVips: [] };
    const move = moveCluster(
      facts("preparing-for-installation", { cluster, hosts: masters("preparing-successful") }),
      "refresh",
    );
    expect(move?.cluster.apiVips).toEqual([{ ip: "192.168.10.11", verification: "unverified" }]);
    expect(move?.cluster.ingressVips).toEqual(move?.cluster.apiVips);
  });

  test("a reset forgets the attempt, and addresses that came with its hosts", () => {
    const cluster = {
      ...console("available"),
      ...started(hour),
      ...dhcp,
      openshiftClusterId: "id",
      apiVipLease: "lease",
      progress: { ...noProgress, total: 80 },
    };
    expect(moveCluster(facts("error", { cluster }), "reset")?.cluster).toMatchObject({
      installStartedAt: null,
      openshiftClusterId: null,
      kubeconfigStored: false,
      apiVips: [],
      ingressVips: [],
      apiVipLease: "",
      progress: noProgress,
      monitoredOperators: [{ name: "console", status: null }],
    });
    const move = moveCluster(facts("error", {}), "reset");
    expect(move?.cluster).not.toHaveProperty("apiVips");
    expect(names(move)).toContain("cluster_installation_reset");
  });

  test("staying in a status tells nobody", () => {
    const move = moveCluster(facts("installing", { hosts: three("installing") }), "refresh");
    expect(move?.events).toEqual([]);
    expect(move?.cluster).not.toHaveProperty("statusUpdatedAt");
  });
});

describe("how many hosts make a cluster", () => {
  const finalizes = (cluster: Partial<Cluster>, hosts: readonly Host[]) =>
    moveCluster(facts("installing", { cluster, hosts }), "refresh")?.cluster.status === "finalizing";

  test.each([
    ["a single node that is installed", { controlPlaneCount: 1 }, masters("installed"), true],
    ["a single node that is not", { controlPlaneCount: 1 }, masters("installing"), false],
    [
      "four control plane nodes, all installed",
      { controlPlaneCount: 4 },
      masters("installed", "installed", "installed", "installed"),
      true,
    ],
    ["four control plane nodes, one missing", { controlPlaneCount: 4 }, three("installed"), false],
    [
      "two nodes with their arbiter",
      { controlPlaneCount: 2 },
      [...masters("installed", "installed"), aHost({ role: "arbiter", status: "installed" }, 9)],
      true,
    ],
    [
      "two nodes whose arbiter is late",
      { controlPlaneCount: 2 },
      [...masters("installed", "installed"), aHost({ role: "arbiter", status: "installing" }, 9)],
      false,
    ],
    ["two nodes that fence each other", { controlPlaneCount: 2 }, masters("installed", "installed"), true],
    ["one worker of one missing", {}, [...three("installed"), ...workers("error")], true],
    ["one worker of three missing", {}, [...three("installed"), ...workers("installed", "installed", "error")], true],
    ["one worker of two missing", {}, [...three("installed"), ...workers("installed", "error")], false],
  ] as const)("%s: %j", (_, cluster, hosts, expected) => {
    expect(finalizes(cluster, hosts)).toBe(expected);
  });
});
