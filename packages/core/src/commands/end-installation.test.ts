import { describe, expect, test } from "vitest";
import { aSnapshot, id, now } from "../../test/builders.ts";
import {
  clusterStatuses,
  day2,
  facts,
  hostPatch,
  onlyIn,
  openCluster,
  refusal,
  told,
  value,
} from "../../test/commanding.ts";
import type { ClusterStatus } from "../model/cluster.ts";
import type { HostStatus } from "../model/host.ts";
import { defaultPolicy } from "../policy.ts";
import { noProgress } from "../progress/cluster-progress.ts";
import { deregisterCluster, deregisterHost } from "./deregister.ts";
import { cancelInstallation, resetCluster, resetHost } from "./end-installation.ts";

describe("ending an installation", () => {
  const running = (status: ClusterStatus, host: HostStatus) =>
    aSnapshot({ cluster: { status }, host: { status: host } });

  test("cancelling stops the cluster and its hosts", () => {
    const changes = value(cancelInstallation(running("installing", "installing-in-progress"), defaultPolicy, now));
    expect(changes.cluster).toMatchObject({ status: "cancelled", installCompletedAt: now });
    expect([...changes.hosts.values()].map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
    expect(told(changes).filter((name) => name === "host_installation_cancelled")).toHaveLength(3);
  });

  test("cancelling a preparation gives everything back", () => {
    const snapshot = running("preparing-for-installation", "preparing-successful");
    const changes = value(cancelInstallation(snapshot, defaultPolicy, now));
    expect(changes.cluster.status).toBe("ready");
    expect([...changes.hosts.values()].map(({ status }) => status)).toEqual(Array(3).fill("known"));
  });

  test("what is not under way cannot be cancelled or reset", () => {
    const cancellable = [
      "preparing-for-installation",
      "installing",
      "installing-pending-user-action",
      "error",
      "finalizing",
    ] as const;
    onlyIn(clusterStatuses, cancellable, (status) =>
      cancelInstallation(running(status, "installing"), defaultPolicy, now),
    );
    onlyIn(clusterStatuses, [...cancellable, "cancelled"], (status) =>
      resetCluster(running(status, "installing"), defaultPolicy, now),
    );
  });

  test("a reset asks for a boot of each host that had begun, and leaves the others alone", () => {
    const snapshot = running("error", "error");
    const [first, ...others] = snapshot.hosts;
    if (!first) throw new Error("no host");
    const hosts = [{ ...first, status: "disconnected" } as const, ...others];
    const changes = value(resetCluster({ ...snapshot, hosts }, defaultPolicy, now));
    expect(changes.cluster).toMatchObject({
      status: "insufficient",
      statusInfo: "The installation was reset by a user.",
    });
    expect([...changes.hosts]).toMatchObject([
      [id(2), { status: "resetting-pending-user-action" }],
      [id(3), { status: "resetting-pending-user-action" }],
    ]);
    expect(told(changes)).toContain("user_required_complete_installation_reset");
  });

  test("only added hosts are reset one by one", () => {
    expect(refusal(resetHost(facts({ status: "error" })))).toMatchObject({ status: 409 });
    expect(hostPatch(value(resetHost(facts({ ...day2, status: "error" }, openCluster))))).toMatchObject({
      status: "resetting-pending-user-action",
    });
    expect(refusal(resetHost(facts({ ...day2, status: "disconnected" }, openCluster)))).toMatchObject({ status: 409 });
  });
});

describe("removing", () => {
  test("a cluster is removed unless it, or one of its hosts, is being installed", () => {
    onlyIn(
      clusterStatuses,
      clusterStatuses.filter((status) => status !== "installing"),
      (status) => deregisterCluster(aSnapshot({ cluster: { status } })),
    );
    const busy = aSnapshot({ cluster: { status: "finalizing" }, host: { status: "installing-in-progress" } });
    expect(refusal(deregisterCluster(busy))).toMatchObject({ status: 409 });
    expect(told(value(deregisterCluster(aSnapshot())))).toEqual(["cluster_deregistered"]);
  });

  test("a host is removed unless its cluster is being installed", () => {
    const busy = ["preparing-for-installation", "installing", "installing-pending-user-action", "finalizing"];
    onlyIn(
      clusterStatuses,
      clusterStatuses.filter((status) => !busy.includes(status)),
      (status) => deregisterHost(facts({}, { status })),
    );
    expect(told(value(deregisterHost(facts({}, null))))).toEqual(["host_deregistered"]);
  });

  test("a failed or an added host may be removed at any time", () => {
    expect(refusal(deregisterHost(facts({ status: "error" }, { status: "installing" })))).toBeNull();
    expect(refusal(deregisterHost(facts({ ...day2, status: "installing" }, { status: "installing" })))).toBeNull();
  });
});

test("an aborted attempt leaves no progress behind", () => {
  const snapshot = aSnapshot({ cluster: { status: "error", progress: { ...noProgress, total: 55, installing: 60 } } });
  expect(value(resetCluster(snapshot, defaultPolicy, now)).cluster.progress).toEqual(noProgress);
});
