import { describe, expect, test } from "vitest";
import { aCluster, aHost, anOperator, aSnapshot, id, now } from "../../test/builders.ts";
import { clusterStatuses } from "../../test/commanding.ts";
import { World } from "../../test/world.ts";
import type { HostValidationId, ValidationResult } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import { hour, minute } from "../model/instant.ts";
import { defaultPolicy } from "../policy.ts";
import { clusterValidations } from "../validations/cluster/registry.ts";
import { hostValidations } from "../validations/host/registry.ts";
import { type Cause, causeSentence, type Explanation } from "./cause.ts";
import { explainCluster } from "./cluster.ts";
import { explainHost, hostOutlooks } from "./host.ts";

const observed = () => now - minute;
const allHostStatuses = Object.keys(hostOutlooks) as HostStatus[];

const host = (over: Partial<Host> = {}, cluster: Partial<Cluster> | null = {}): Explanation => {
  const subject = aHost(over);
  return explainHost({
    host: subject,
    cluster: cluster === null ? null : aCluster(cluster),
    hosts: [subject],
    policy: defaultPolicy,
    now,
    observed,
  });
};

const cluster = (over: Partial<Cluster> = {}, hosts: readonly Host[] = []): Explanation =>
  explainCluster({ ...aSnapshot({ hosts: 0 }), cluster: aCluster(over), hosts, policy: defaultPolicy, now, observed });

const failing = (id: HostValidationId): ValidationResult<HostValidationId> => ({
  id,
  category: "hardware",
  status: "failure",
  message: "Found a; needed: b. To fix it, c.",
  found: "a",
  needed: "b",
  remedy: "c",
});

/** A person can act on it: it says what was seen, what should be, and what to do, and where that comes from. */
function expectUseful({ id, found, needed, remedy, evidence, subject }: Cause): void {
  for (const text of [found, needed, remedy, evidence.observation, subject.name]) {
    expect(text, id).toMatch(/\S/);
    expect(text, id).not.toMatch(/undefined|null|NaN|\[object/);
  }
}

describe("a host in any status", () => {
  test.each(allHostStatuses)("%s: says what comes next, or that it is over, and what to do", (status) => {
    const validations = [failing("has-min-memory")];
    for (const inventory of [aHost().inventory, null]) {
      const subject = { status, statusInfo: "Something.", validations, inventory };
      const { outlook, nextStatus, summary, causes } = host(subject, status.endsWith("-unbound") ? null : {});
      expect(summary).toMatch(/^[A-Z].*\.$/);
      for (const cause of causes) expectUseful(cause);
      if (outlook !== "done") expect(causes.length).toBeGreaterThan(0);
      expect(nextStatus === null).toBe(outlook === "done" || status.startsWith("disabled"));
    }
  });

  test.each(hostValidations.map(({ id }) => id))("the check %s becomes a cause with evidence", (id) => {
    const { causes } = host({ status: "insufficient", validations: [failing(id)] });
    expect(causes).toHaveLength(1);
    expect(causes[0]).toMatchObject({ id, found: "a", needed: "b", remedy: "c", subject: { kind: "host" } });
    for (const cause of causes) expectUseful(cause);
  });

  test("checks that only warn do not block, nor do those that a person chose to live with", () => {
    const levels = (over: Partial<Cluster>) =>
      host({ status: "known", validations: [failing("ntp-synced"), failing("has-min-memory")] }, over).causes.map(
        ({ id, level }) => `${id} ${level}`,
      );
    expect(levels({ status: "ready" })).toEqual([
      "has-min-memory blocking",
      "awaits-install waiting",
      "ntp-synced warning",
    ]);
    expect(levels({ status: "ready", ignoredHostValidations: ["has-min-memory"] })).toContain("has-min-memory warning");
  });

  test("lost contact comes before everything else", () => {
    const validations = [failing("has-min-memory"), failing("connected")];
    expect(host({ status: "disconnected", validations }).causes[0]).toMatchObject({
      id: "connected",
      evidence: { observation: "the last sign of life", observedAt: now },
    });
  });

  test("a machine that booted the image again is told from one that has not been seen since", () => {
    const progress = { ...aHost().progress, stage: "Rebooting", stageUpdatedAt: now - hour } as const;
    const status = "installing-pending-user-action";
    expect(host({ status, progress, registeredAt: now }).causes[0]).toMatchObject({
      id: "wrong-boot-order",
      level: "blocking",
    });
    expect(host({ status, progress, registeredAt: now - 2 * hour }).causes[0]).toMatchObject({ id: "reboot-late" });
  });

  test("what time alone will change is told with the moment", () => {
    const progress = { ...aHost().progress, stage: "Rebooting", stageUpdatedAt: now } as const;
    const [cause] = host({ status: "installing-in-progress", progress }, { status: "installing" }).causes;
    expect(cause?.until).toBeGreaterThan(now);
  });

  test("the sentence has all parts", () => {
    const [cause] = host({ status: "insufficient", validations: [failing("has-min-memory")] }).causes;
    expect(cause && causeSentence(cause)).toBe("Found a; needed: b. To do: c.");
  });
});

describe("a cluster in any status", () => {
  test.each(clusterStatuses)("%s: says what comes next, or that it is over, and what to do", (status) => {
    const { outlook, nextStatus, summary, causes } = cluster({ status, statusInfo: "Something." }, [aHost()]);
    expect(summary).toMatch(/^[A-Z].*\.$/);
    for (const cause of causes) expectUseful(cause);
    expect(nextStatus === null).toBe(outlook === "done");
    if (outlook === "failed" || outlook === "moving") expect(causes.length).toBeGreaterThan(0);
  });

  test.each(clusterValidations.map(({ id }) => id).filter((id) => id !== "all-hosts-are-ready-to-install"))(
    "the check %s becomes a cause",
    (id) => {
      const validations = [{ ...failing("connected"), id }];
      const { causes } = cluster({ validations }, [aHost()]);
      expect(causes).toHaveLength(1);
      expect(causes[0]).toMatchObject({ id, subject: { kind: "cluster", name: "demo" } });
    },
  );

  test("hosts that are not ready speak for themselves", () => {
    const validations = [{ ...failing("connected"), id: "all-hosts-are-ready-to-install" as const }];
    const { causes, outlook } = cluster({ validations }, [
      aHost(),
      aHost({ status: "insufficient", validations: [failing("has-min-memory")] }, 2),
    ]);
    expect(outlook).toBe("blocked");
    expect(causes.map(({ id, subject }) => `${id} ${subject.name}`)).toEqual(["has-min-memory host-2"]);
  });

  test("hosts that are still being discovered need nobody", () => {
    const { outlook, causes } = cluster({}, [aHost({ status: "discovering", inventory: null })]);
    expect(outlook).toBe("waiting");
    expect(causes[0]).toMatchObject({ id: "has-inventory", level: "waiting" });
  });

  test("without hosts it says how to get some", () => {
    expect(cluster().causes[0]).toMatchObject({ id: "no-hosts", remedy: expect.stringContaining("boot the machines") });
  });

  test("one that failed names the hosts that did, each once", () => {
    const { causes } = cluster({ status: "error", statusInfo: "Too many hosts failed." }, [
      aHost({ status: "error", statusInfo: "disk" }),
      aHost({ status: "error", statusInfo: "network" }, 2),
    ]);
    expect(causes.map(({ subject, found }) => `${subject.name}: ${found}`)).toEqual([
      "host-1: disk",
      "host-2: network",
      "demo: Too many hosts failed",
    ]);
  });

  test("an installed one warns of operators and workers that are missing", () => {
    const { causes } = cluster({ status: "installed", monitoredOperators: [anOperator("lvm", { status: "failed" })] }, [
      aHost({ status: "error", role: "worker" }),
    ]);
    expect(causes.map(({ id, level }) => `${id} ${level}`)).toEqual([
      "operators-failed warning",
      "workers-missing warning",
    ]);
  });
});

test("at every moment of an installation everything that holds it is useful to a person", () => {
  const world = new World({ monitoredOperators: [anOperator("console", { type: "builtin" })] });
  const outlooks: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    world.goOn([1, 2, 3]);
    const explained = [
      explainCluster({ ...world.snapshot, policy: world.policy, now: world.now, observed }),
      ...world.hosts.map((each) => explainHost({ ...world.facts(each), observed })),
    ];
    for (const { causes, outlook } of explained) {
      for (const cause of causes) expectUseful(cause);
      if (outlook === "blocked") expect(causes.some(({ level }) => level === "blocking")).toBe(true);
    }
    const [first] = explained;
    if (first && outlooks.at(-1) !== first.outlook) outlooks.push(first.outlook);
  }
  expect(outlooks.at(-1)).toBe("done");
  expect(outlooks).toContain("moving");
  expect(world.host(1)?.id).toBe(id(1));
});
