import { describe, expect, test } from "vitest";
import { aCluster, aHost, now } from "../../test/builders.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import { hour, minute } from "../model/instant.ts";
import { defaultPolicy } from "../policy.ts";
import { noProgress } from "../progress/cluster-progress.ts";
import { noHostProgress } from "./host-effects.ts";
import { clusterDeadlines, hostDeadlines, soonestAfter } from "./wake.ts";

const stage = (name: Host["progress"]["stage"]) => ({
  progress: { ...noHostProgress, stage: name, stageUpdatedAt: now },
});
const silence = 3 * minute;

describe("when time alone could change a host", () => {
  test.each([
    ["known", {}, [silence]],
    ["disconnected", {}, [silence]],
    ["known-unbound", {}, [silence]],
    ["preparing-for-installation", {}, [silence, 17 * minute]],
    ["installing", {}, [silence, 20 * minute]],
    ["installing", { bootstrap: true }, [5 * minute, 20 * minute]],
    ["installing-in-progress", stage("Installing"), [silence, hour]],
    ["installing-in-progress", stage("Rebooting"), [40 * minute]],
    ["installing-in-progress", stage("Waiting for ignition"), [24 * hour]],
    ["installing-pending-user-action", {}, [hour]],
    ["reclaiming", {}, [hour]],
    ["error", {}, [2 * minute]],
    ["cancelled", { logs: { state: "collecting", startedAt: now, collectedAt: null } }, [10 * minute]],
    ["error", { logs: { state: "completed", startedAt: now, collectedAt: now } }, []],
    ["installed", {}, []],
    ["binding", {}, []],
    ["unbinding-pending-user-action", {}, []],
  ] as const)("%s %j", (status, host: Partial<Host>, waits) => {
    const deadlines = hostDeadlines(aHost({ status, ...host }), aCluster(), defaultPolicy);
    expect(deadlines.filter((deadline) => deadline !== null)).toEqual(waits.map((wait) => now + wait));
  });

  test("a single node may reboot twice as long", () => {
    const host = aHost({ status: "installing-in-progress", ...stage("Rebooting") });
    expect(hostDeadlines(host, aCluster({ controlPlaneCount: 1 }), defaultPolicy)).toContain(now + 80 * minute);
  });
});

describe("when time alone could change a cluster", () => {
  const finalizingStage = {
    progress: { ...noProgress, finalizingStage: "Adding router ca", finalizingStageStartedAt: now },
  } as const;
  test.each([
    ["ready", {}, []],
    ["insufficient", { vipDhcpAllocation: true, machineNetworksUpdatedAt: now }, [2 * minute + 1]],
    ["preparing-for-installation", {}, [18 * minute]],
    ["installing", { installStartedAt: now }, [24 * hour]],
    ["installing-pending-user-action", { installStartedAt: now }, [24 * hour]],
    ["finalizing", { installStartedAt: now, ...finalizingStage }, [24 * hour, 5 * hour, 70 * minute]],
    ["error", {}, [10 * minute]],
    ["cancelled", { logs: { state: "requested", startedAt: now, collectedAt: null } }, [hour]],
    ["installed", {}, []],
    ["adding-hosts", {}, []],
    ["unmonitored", {}, []],
  ] as const)("%s %j", (status, cluster: Partial<Cluster>, waits) => {
    const deadlines = clusterDeadlines(aCluster({ status, ...cluster }), defaultPolicy);
    expect(deadlines.filter((deadline) => deadline !== null)).toEqual(waits.map((wait) => now + wait));
  });
});

test("the soonest moment that is still to come counts", () => {
  expect(soonestAfter(10, [null, 5, 30, 20, 10])).toBe(20);
  expect(soonestAfter(10, [10, null])).toBeNull();
});
