import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, now } from "../../test/builders.ts";
import type { HostValidationId } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostProgress, HostStatus } from "../model/host.ts";
import { hour, minute } from "../model/instant.ts";
import { noLogs } from "../model/logs.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { noHostProgress } from "./host-effects.ts";
import type { HostLifecycleFacts, HostSignal } from "./host-facts.ts";
import { hostMachine, moveHost } from "./host-machine.ts";
import { hostTransitions } from "./host-transitions.ts";
import { poolTransitions } from "./pool-transitions.ts";

type Given = Readonly<{
  host?: Partial<Host>;
  cluster?: Partial<Cluster> | null;
  neighbours?: readonly Host[];
  failing?: readonly HostValidationId[];
  policy?: Partial<Policy>;
  because?: string;
}>;

type Row = Readonly<{
  rule: number;
  on: HostSignal;
  /** Left out: every status that the row starts from. */
  from?: readonly (HostStatus | "new")[];
  given: Given;
  to: HostStatus | "same";
  /** The same facts but for these lead elsewhere. */
  unless?: Given;
}>;

const facts = (from: HostStatus | "new", given: Given): HostLifecycleFacts => {
  const host = aHost({ ...given.host, ...(from === "new" ? {} : { status: from }) });
  return {
    host,
    cluster: given.cluster === null ? null : aCluster(given.cluster),
    hosts: [host, ...(given.neighbours ?? [])],
    infraEnv: anInfraEnv(),
    policy: { ...defaultPolicy, ...given.policy },
    now,
    failing: new Set(given.failing ?? []),
    because: given.because ?? "",
  };
};

const at = (stage: HostProgress["stage"], age = 0): Pick<Host, "progress"> => ({
  progress: { ...noHostProgress, stage, stageStartedAt: now - age, stageUpdatedAt: now - age },
});
const since = (age: number): Pick<Host, "statusUpdatedAt"> => ({ statusUpdatedAt: now - age });
const day2: Pick<Host, "kind"> = { kind: "AddToExistingClusterHost" };
const soft = { policy: { softTimeouts: true } } as const;
const preparingCluster: Given = { cluster: { status: "preparing-for-installation" } };
const installingCluster: Given = { cluster: { status: "installing" } };
const failedCluster: Given = { cluster: { status: "error" } };
const waitingCluster: Given = { cluster: { status: "installing-pending-user-action" } };
const prepared: Partial<Host> = {
  installationDiskId: "disk",
  disksInfo: { disk: { diskSpeed: { tested: true, exitCode: 0, speedMs: 2 } } },
  imagesStatus: { image: { name: "image", result: "success" } },
};
const masters = [2, 3, 4].map((number) => aHost({ role: "master", status: "installed" }, number));

const rows: readonly Row[] = [
  { rule: 1, on: "register", given: {}, to: "discovering", unless: { host: { clusterId: null } } },
  {
    rule: 2,
    on: "progress",
    given: { host: { ...day2, ...at("Rebooting") } },
    to: "installing-in-progress",
    unless: { host: at("Rebooting") },
  },
  {
    rule: 3,
    on: "progress",
    given: { host: { ...day2, ...at("Done") } },
    to: "added-to-existing-cluster",
    unless: { host: { ...day2, ...at("Installing") } },
  },
  { rule: 4, on: "progress", given: { host: at("Done") }, to: "installed", unless: { host: at("Joined") } },
  { rule: 5, on: "progress", given: { host: at("Installing") }, to: "installing-in-progress" },
  {
    rule: 6,
    on: "progress",
    from: ["installed", "resetting-pending-user-action"],
    given: { host: at("Done") },
    to: "same",
  },
  { rule: 7, on: "register", given: {}, to: "known" },
  { rule: 8, on: "register", given: {}, to: "discovering" },
  { rule: 9, on: "register", given: { host: at("Rebooting") }, to: "same", unless: { host: at("Installing") } },
  { rule: 10, on: "register", given: {}, to: "discovering", unless: { host: at("Rebooting") } },
  {
    rule: 11,
    on: "register",
    from: ["installing-in-progress"],
    given: { host: at("Rebooting") },
    to: "installing-pending-user-action",
    unless: { host: at("Installing") },
  },
  {
    rule: 11,
    on: "register",
    from: ["added-to-existing-cluster"],
    given: { host: { ...day2, ...at("Done") } },
    to: "installing-pending-user-action",
    unless: { host: at("Done") },
  },
  { rule: 12, on: "register", given: { host: at("Installing") }, to: "error" },
  { rule: 13, on: "register", given: {}, to: "same" },
  { rule: 15, on: "installation-failed", given: { because: "no disk" }, to: "error" },
  { rule: 16, on: "cancel", given: {}, to: "cancelled" },
  { rule: 17, on: "cancel", given: {}, to: "known" },
  { rule: 18, on: "cancel", given: {}, to: "same" },
  { rule: 19, on: "install", given: { host: day2 }, to: "installing", unless: {} },
  { rule: 20, on: "reset", given: {}, to: "resetting-pending-user-action" },
  { rule: 21, on: "unbind", given: {}, to: "unbinding" },
  { rule: 22, on: "unbind", given: {}, to: "unbinding-pending-user-action" },
  { rule: 23, on: "reclaim", given: {}, to: "reclaiming" },
  { rule: 24, on: "rebooting-for-reclaim", given: {}, to: "reclaiming-rebooting" },
  { rule: 25, on: "reclaim-failed", given: {}, to: "unbinding-pending-user-action" },
  {
    rule: 26,
    on: "refresh",
    given: { host: since(hour) },
    to: "unbinding-pending-user-action",
    unless: { host: since(hour - 1) },
  },
  { rule: 27, on: "reclaim", given: {}, to: "unbinding" },
  { rule: 28, on: "reclaim", given: {}, to: "unbinding-pending-user-action" },

  {
    rule: 29,
    on: "refresh",
    given: { ...preparingCluster, host: { role: "master" } },
    to: "preparing-for-installation",
    unless: preparingCluster,
  },
  {
    rule: 30,
    on: "refresh",
    given: { ...preparingCluster, host: prepared },
    to: "preparing-successful",
    unless: { ...preparingCluster, host: { ...prepared, imagesStatus: {} } },
  },
  {
    rule: 30,
    on: "refresh",
    given: {
      ...preparingCluster,
      policy: { disabledSteps: ["installation-disk-speed-check", "container-image-availability"] },
    },
    to: "preparing-successful",
    unless: { ...preparingCluster, policy: { disabledSteps: ["installation-disk-speed-check"] } },
  },
  { rule: 31, on: "refresh", given: preparingCluster, to: "same", unless: installingCluster },
  {
    rule: 32,
    on: "refresh",
    given: installingCluster,
    to: "installing",
    unless: { ...installingCluster, failing: ["connected"] },
  },
  { rule: 33, on: "refresh", given: { cluster: { status: "ready" } }, to: "known", unless: preparingCluster },
  {
    rule: 34,
    on: "refresh",
    given: { failing: ["sufficient-installation-disk-speed"] },
    to: "insufficient",
    unless: { failing: ["sufficient-installation-disk-speed", "connected"] },
  },
  {
    rule: 35,
    on: "refresh",
    given: { ...preparingCluster, host: since(17 * minute) },
    to: "preparing-failed",
    unless: { ...preparingCluster, host: since(16 * minute) },
  },
  {
    rule: 36,
    on: "refresh",
    given: { ...preparingCluster, failing: ["container-images-available"] },
    to: "preparing-failed",
    unless: preparingCluster,
  },
  {
    rule: 37,
    on: "refresh",
    given: preparingCluster,
    to: "same",
    unless: { ...preparingCluster, host: prepared },
  },
  { rule: 38, on: "refresh", given: { cluster: { status: "ready" } }, to: "known", unless: preparingCluster },
  { rule: 39, on: "refresh", given: { cluster: { status: "ready" } }, to: "known", unless: preparingCluster },
  { rule: 40, on: "refresh", given: { failing: ["connected"] }, to: "disconnected", unless: {} },
  { rule: 40, on: "refresh", given: { failing: ["media-connected"] }, to: "disconnected", unless: {} },
  { rule: 41, on: "media-disconnected", given: {}, to: "disconnected" },
  { rule: 42, on: "media-disconnected", given: {}, to: "error" },
  { rule: 43, on: "refresh", given: failedCluster, to: "error", unless: { ...failedCluster, host: day2 } },
  {
    rule: 44,
    on: "refresh",
    given: { ...installingCluster, host: since(20 * minute) },
    to: "error",
    unless: { ...installingCluster, host: since(19 * minute) },
  },
  { rule: 45, on: "refresh", given: { failing: ["connected"] }, to: "disconnected", unless: {} },
  {
    rule: 46,
    on: "refresh",
    given: { ...installingCluster, failing: ["connected"] },
    to: "error",
    unless: { ...installingCluster, failing: ["connected"], ...soft },
  },
  {
    rule: 47,
    on: "refresh",
    given: { ...installingCluster, failing: ["connected"], ...soft },
    to: "same",
    unless: { ...installingCluster, failing: ["connected"], ...soft, host: { connectionTimedOut: true } },
  },
  {
    rule: 48,
    on: "refresh",
    given: { ...installingCluster, ...soft, host: { connectionTimedOut: true } },
    to: "same",
    unless: { ...installingCluster, ...soft },
  },
  {
    rule: 49,
    on: "refresh",
    given: { ...waitingCluster, host: at("Waiting for control plane", 2 * hour) },
    to: "same",
    unless: { ...waitingCluster, host: at("Configuring", 2 * hour) },
  },
  {
    rule: 50,
    on: "refresh",
    given: { ...installingCluster, host: at("Configuring", hour) },
    to: "error",
    unless: { ...installingCluster, host: at("Configuring", hour - 1) },
  },
  {
    rule: 51,
    on: "refresh",
    given: { ...installingCluster, host: at("Writing image to disk", 30 * minute) },
    to: "error",
    unless: { ...installingCluster, host: at("Writing image to disk", 29 * minute) },
  },
  {
    rule: 52,
    on: "refresh",
    given: { ...installingCluster, host: at("Copying registry data to disk", 90 * minute) },
    to: "error",
    unless: { ...installingCluster, host: at("Copying registry data to disk", 89 * minute) },
  },
  {
    rule: 53,
    on: "refresh",
    given: { ...installingCluster, ...soft, host: at("Joined", hour) },
    to: "same",
    unless: {
      ...installingCluster,
      ...soft,
      host: { progress: { ...at("Joined", hour).progress, stageTimedOut: true } },
    },
  },
  {
    rule: 54,
    on: "refresh",
    given: { ...installingCluster, ...soft, host: at("Writing image to disk", 30 * minute) },
    to: "same",
    unless: { ...installingCluster, ...soft, host: at("Writing image to disk") },
  },
  {
    rule: 55,
    on: "refresh",
    given: { ...installingCluster, ...soft, host: at("Copying registry data to disk", 90 * minute) },
    to: "same",
    unless: { ...installingCluster, ...soft, host: at("Copying registry data to disk") },
  },
  {
    rule: 56,
    on: "refresh",
    given: { ...installingCluster, host: at("Rebooting", 40 * minute) },
    to: "installing-pending-user-action",
    unless: { ...installingCluster, host: at("Rebooting", 39 * minute) },
  },
  {
    rule: 56,
    on: "refresh",
    given: { cluster: { status: "installing", controlPlaneCount: 1 }, host: at("Rebooting", 80 * minute) },
    to: "installing-pending-user-action",
    unless: { cluster: { status: "installing", controlPlaneCount: 1 }, host: at("Rebooting", 79 * minute) },
  },
  {
    rule: 57,
    on: "refresh",
    given: { ...waitingCluster, neighbours: masters, host: { role: "worker", ...since(hour) } },
    to: "error",
    unless: { ...waitingCluster, neighbours: masters.slice(1), host: { role: "master", ...since(hour) } },
  },
  {
    rule: 57,
    on: "refresh",
    given: { ...waitingCluster, neighbours: masters, host: { role: "worker", ...since(hour) } },
    to: "error",
    unless: { cluster: { status: "adding-hosts" }, neighbours: masters, host: { role: "worker", ...since(hour) } },
  },
  { rule: 58, on: "refresh", given: installingCluster, to: "same", unless: failedCluster },
  { rule: 59, on: "refresh", given: { failing: ["has-inventory"] }, to: "discovering", unless: {} },
  {
    rule: 60,
    on: "refresh",
    given: { failing: ["has-min-memory"] },
    to: "insufficient",
    unless: { failing: ["has-memory-for-role"] },
  },
  {
    rule: 61,
    on: "refresh",
    given: { failing: ["machine-cidr-defined"] },
    to: "pending-for-input",
    unless: { failing: ["machine-cidr-defined", "vsphere-disk-uuid-enabled"] },
  },
  {
    rule: 62,
    on: "refresh",
    given: { failing: ["belongs-to-majority-group"] },
    to: "insufficient",
    unless: { failing: ["ntp-synced", "mtu-valid"] },
  },
  { rule: 62, on: "refresh", given: { failing: ["vsphere-disk-uuid-enabled"] }, to: "insufficient", unless: {} },
  {
    rule: 62,
    on: "refresh",
    from: ["insufficient", "known", "pending-for-input"],
    given: { failing: ["inventory-not-fully-truncated", "has-min-valid-disks", "has-memory-for-role"] },
    to: "insufficient",
    unless: { failing: ["inventory-not-fully-truncated", "machine-cidr-defined"] },
  },
  {
    rule: 63,
    on: "refresh",
    given: { failing: ["ntp-synced", "mtu-valid", "container-images-available"] },
    to: "known",
    unless: { failing: ["hostname-unique"] },
  },
  { rule: 64, on: "refresh", given: {}, to: "known", unless: { ...preparingCluster, host: { role: "worker" } } },
  { rule: 65, on: "refresh", given: { host: since(2 * minute) }, to: "same", unless: { host: since(minute) } },
  {
    rule: 65,
    on: "refresh",
    given: { host: { ...since(hour), logs: { state: "collecting", startedAt: now - 10 * minute, collectedAt: null } } },
    to: "same",
    unless: { host: { ...since(hour), logs: { state: "completed", startedAt: now - hour, collectedAt: now } } },
  },
  { rule: 66, on: "refresh", given: { host: { logs: { ...noLogs, state: "timeout" } } }, to: "same" },
  { rule: 67, on: "refresh", given: { host: day2, cluster: { status: "adding-hosts" } }, to: "same", unless: {} },
  { rule: 68, on: "refresh", given: { host: since(hour - 1) }, to: "same", unless: { host: since(hour) } },
  { rule: 69, on: "cluster-removed", given: {}, to: "unbinding" },
  { rule: 70, on: "cluster-removed", given: {}, to: "unbinding-pending-user-action" },
];

const poolRows: readonly Row[] = [
  { rule: 1, on: "register", given: { host: { clusterId: null } }, to: "discovering-unbound", unless: {} },
  { rule: 2, on: "register", given: {}, to: "discovering-unbound" },
  { rule: 3, on: "bind", given: {}, to: "binding" },
  { rule: 4, on: "refresh", given: { failing: ["connected"] }, to: "disconnected-unbound", unless: {} },
  { rule: 5, on: "media-disconnected", given: {}, to: "disconnected-unbound" },
  { rule: 6, on: "refresh", given: { failing: ["has-inventory"] }, to: "discovering-unbound", unless: {} },
  {
    rule: 7,
    on: "refresh",
    given: { failing: ["has-min-cpu-cores"] },
    to: "insufficient-unbound",
    unless: { failing: ["has-cpu-cores-for-role"] },
  },
  { rule: 7, on: "refresh", given: { failing: ["hostname-valid"] }, to: "insufficient-unbound", unless: {} },
  { rule: 8, on: "refresh", given: {}, to: "same" },
  {
    rule: 9,
    on: "refresh",
    given: {},
    to: "known-unbound",
    unless: { failing: ["media-connected"] },
  },
];

function check(table: typeof hostTransitions, cases: readonly Row[]): void {
  test.each(cases)("rule $rule: $on leads to $to", ({ rule, on, from, given, to, unless }) => {
    const row = table.find((candidate) => candidate.rule === rule);
    for (const status of from ?? row?.from ?? []) {
      const found = hostMachine.find(on, status, facts(status, given));
      expect(found, `${status} with the facts given`).toBe(row);
      const move = moveHost(facts(status, given), on, status);
      expect(move).toMatchObject({ kind: "moved", host: { status: to === "same" ? status : to } });
      if (unless) expect(hostMachine.find(on, status, facts(status, unless)), `${status} unless`).not.toBe(row);
    }
  });

  test("the rules are numbered as in the reference, and each has a scenario", () => {
    expect(table.map(({ rule }) => rule)).toEqual(table.map((_, index) => index + 1));
    // Rule 14 refuses: it has a test of its own.
    const told = new Set([...cases.map(({ rule }) => rule), ...(table === hostTransitions ? [14] : [])]);
    expect(table.filter(({ rule }) => !told.has(rule))).toEqual([]);
  });

  test("a row with a condition has a scenario in which it does not hold", () => {
    const conditional = table.filter(({ when }) => when !== undefined).map(({ rule }) => rule);
    const refuted = new Set(cases.filter(({ unless }) => unless).map(({ rule }) => rule));
    expect(conditional.filter((rule) => !refuted.has(rule))).toEqual([]);
  });
}

describe("the table of hosts in clusters", () => {
  check(hostTransitions, rows);

  test("there are 68 rules of the wire, and two of ours", () => expect(hostTransitions).toHaveLength(70));

  test("rule 14: an installed host that boots the image again is turned away for good", () => {
    expect(moveHost(facts("installed", {}), "register")).toMatchObject({ kind: "refused", refusal: { status: 409 } });
  });

  test("rule 11: a host that boots the image a second time instead of its disk is turned away", () => {
    const move = moveHost(facts("installing-pending-user-action", { host: at("Rebooting") }), "register");
    expect(move).toMatchObject({ kind: "refused", rule: 11, refusal: { status: 403 } });
  });

  test("a signal that means nothing in a status does nothing", () => {
    expect(moveHost(facts("installed", {}), "install")).toBeNull();
    expect(moveHost(facts("disabled", {}), "refresh")).toBeNull();
  });
});

describe("the table of hosts in pools", () => {
  check(poolTransitions, poolRows);

  test("there are 9 rules", () => expect(poolTransitions).toHaveLength(9));

  test("a host that waits to be booted for its return is not refreshed", () => {
    expect(moveHost(facts("unbinding-pending-user-action", { failing: ["connected"] }), "refresh")).toBeNull();
  });
});
