import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, id, now } from "../../test/builders.ts";
import { noChanges } from "../changes.ts";
import { noHostProgress } from "../lifecycle/host-effects.ts";
import type { Host, HostStage, HostStatus } from "../model/host.ts";
import { defaultPolicy, type Policy } from "../policy.ts";
import { reportProgress } from "./report-progress.ts";

const report = (host: Partial<Host>, stage: HostStage, info = "", policy: Partial<Policy> = {}) => {
  const subject = aHost({ role: "master", ...host });
  return reportProgress(
    {
      host: subject,
      cluster: aCluster({ status: "installing" }),
      hosts: [subject],
      infraEnv: anInfraEnv(),
      policy: { ...defaultPolicy, ...policy },
      now: now + 1,
    },
    { stage, info },
  );
};
const reported = (...args: Parameters<typeof report>) => {
  const outcome = report(...args);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return { patch: outcome.value.hosts.get(id(1)) ?? {}, events: outcome.value.events, changes: outcome.value };
};
const at = (stage: HostStage, over: Partial<Host["progress"]> = {}) => ({
  progress: { ...noHostProgress, stage, percentage: 50, stageStartedAt: now, stageUpdatedAt: now, ...over },
});
const inProgress = "installing-in-progress";
const day2 = { kind: "AddToExistingClusterHost", role: "worker" } as const;

describe("a report of progress", () => {
  test("moves the host on, with its percentage and times, and is told", () => {
    const { patch, events } = reported({ status: "installing" }, "Starting installation", "master");
    expect(patch).toMatchObject({
      status: inProgress,
      progress: {
        stage: "Starting installation",
        info: "master",
        percentage: 12,
        stageStartedAt: now + 1,
        stageUpdatedAt: now + 1,
      },
    });
    expect(events.map(({ name }) => name)).toEqual(["host_install_progress_updated", "host_status_updated"]);
  });

  test("of the same stage keeps its beginning and restarts its clock", () => {
    const { patch, events } = reported(
      { status: inProgress, ...at("Writing image to disk") },
      "Writing image to disk",
      "35%",
    );
    expect(patch.progress).toMatchObject({ info: "35%", stageStartedAt: now, stageUpdatedAt: now + 1 });
    expect(events[0]?.message).toContain("35%");
  });

  test("that repeats itself only restarts the clock", () => {
    const before = at("Installing", { percentage: 25 });
    const { patch, events } = reported(
      { status: inProgress, ...before, statusInfo: "The host is being installed." },
      "Installing",
    );
    expect(Object.keys(patch)).toEqual(["progress"]);
    expect(events).toEqual([]);
  });

  test("of a new stage forgets that the last one was slow", () => {
    const { patch } = reported({ status: inProgress, ...at("Configuring", { stageTimedOut: true }) }, "Joined");
    expect(patch.progress?.stageTimedOut).toBe(false);
  });

  test("that the host is done installs it", () => {
    expect(reported({ status: inProgress, ...at("Joined") }, "Done").patch).toMatchObject({
      status: "installed",
      progress: { percentage: 100 },
    });
  });

  test("that it failed ends its installation with the reason, and keeps how far it came", () => {
    const { patch, events } = reported({ status: inProgress, ...at("Installing") }, "Failed", "no space left");
    expect(patch).toMatchObject({ status: "error", progress: { stage: "Failed", percentage: 50 } });
    expect(patch.statusInfo).toContain("no space left");
    expect(events.at(-1)).toMatchObject({ name: "host_status_updated", severity: "error" });
  });

  test("frees a host from waiting for someone", () => {
    expect(reported({ status: "installing-pending-user-action", ...at("Rebooting") }, "Configuring").patch.status).toBe(
      inProgress,
    );
  });

  test("is cut to the length of its column", () => {
    expect(reported({ status: "installing" }, "Installing", "x".repeat(5_000)).patch.progress?.info).toHaveLength(
      2_048,
    );
  });
});

describe("an added host", () => {
  test("that reboots is done: nobody watches it any more", () => {
    expect(reported({ ...day2, status: inProgress, ...at("Writing image to disk") }, "Rebooting").patch).toMatchObject({
      status: "added-to-existing-cluster",
      progress: { stage: "Done", percentage: 100 },
    });
  });

  test("is watched on where Kubernetes does it", () => {
    const { patch } = reported({ ...day2, status: inProgress, ...at("Installing") }, "Rebooting", "", {
      kubeApi: true,
    });
    expect(patch.progress).toMatchObject({ stage: "Rebooting" });
    expect(patch).not.toHaveProperty("status");
  });
});

describe("a report that is refused", () => {
  const refusal = (...args: Parameters<typeof report>) => {
    const outcome = report(...args);
    return outcome.kind === "refused" ? outcome.refusal : null;
  };

  test("goes back, or is not for this role", () => {
    expect(refusal({ status: inProgress, ...at("Rebooting") }, "Installing")).toMatchObject({
      status: 409,
      code: "stage-goes-back",
    });
    expect(refusal({ status: inProgress, ...at("Installing") }, "Waiting for ignition")).toMatchObject({
      code: "stage-not-for-role",
    });
  });

  test.each(["known", "preparing-successful", "error", "cancelled", "discovering"] as const satisfies HostStatus[])(
    "comes from a host that is %s",
    (status) => expect(refusal({ status }, "Installing")).toMatchObject({ status: 409 }),
  );

  test("tells of a failure of a host that waits for someone", () => {
    expect(refusal({ status: "installing-pending-user-action" }, "Failed")).toMatchObject({ status: 409 });
  });

  test.each(["installed", "resetting-pending-user-action"] as const)(
    "is not refused but changes nothing when it is too late: %s",
    (status) => expect(reported({ status, ...at("Done") }, "Done").changes).toBe(noChanges),
  );
});
