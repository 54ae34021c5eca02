import { describe, expect, test } from "vitest";
import { aCluster, anInfraEnv } from "../../test/builders.ts";
import { facts, hostPatch, hostStatuses, onlyIn, openCluster, refusal, told, value } from "../../test/commanding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import { bindHost, reclaimHost, unbindHost } from "./binding.ts";

describe("joining and leaving a cluster", () => {
  const pool = { clusterId: null, status: "known-unbound" } as const;
  const bind = (host: Partial<Host>, cluster: Partial<Cluster> = {}) => {
    const given = facts(host, cluster);
    return bindHost({ ...given, cluster: aCluster(cluster) });
  };

  test("a known host of a pool joins", () => {
    const changes = value(bind(pool));
    expect(hostPatch(changes)).toMatchObject({ status: "binding", clusterId: aCluster().id, inventory: null });
    expect(told(changes)).toEqual(["host_status_updated", "host_bind_succeeded"]);
    expect(changes.events[1]).toMatchObject({ clusterId: aCluster().id, props: { host_name: "host-1" } });
  });

  test("what a host becomes depends on the cluster that it joins", () => {
    expect(hostPatch(value(bind(pool, openCluster)))).toMatchObject({ kind: "AddToExistingClusterHost" });
    expect(hostPatch(value(bind(pool, { controlPlaneCount: 1 })))).toMatchObject({ role: "master", bootstrap: true });
  });

  test.each([
    ["it belongs to a cluster already", { status: "known" }, {}, 409],
    ["it is not known yet", { ...pool, status: "discovering-unbound" }, {}, 409],
    ["the cluster is being installed", pool, { status: "installing" }, 409],
    ["its architecture differs", pool, { cpuArchitecture: "arm64" }, 400],
  ] as const)("a host is refused when %s", (_, host: Partial<Host>, cluster: Partial<Cluster>, status) => {
    expect(refusal(bind(host, cluster))).toMatchObject({ status });
  });

  test("a cluster of several architectures takes any", () => {
    expect(refusal(bind(pool, { cpuArchitecture: "multi" }))).toBeNull();
  });

  test("a host leaves from wherever it is, and says what it takes to be free again", () => {
    const after = (status: HostStatus) => hostPatch(value(unbindHost(facts({ status })))).status;
    expect(after("known")).toBe("unbinding");
    expect(after("installed")).toBe("unbinding-pending-user-action");
    onlyIn(
      hostStatuses,
      hostStatuses.filter(
        (status) => !["binding", "disabled", "resetting", "resetting-pending-user-action"].includes(status),
      ),
      (status) => unbindHost(facts({ status })),
    );
  });

  test("a host that belongs to no cluster, or to one by its image, cannot leave", () => {
    expect(refusal(unbindHost(facts(pool, null)))).toMatchObject({ status: 409 });
    const bound = { ...facts({ status: "known" }), infraEnv: anInfraEnv() };
    expect(refusal(unbindHost(bound))).toMatchObject({ status: 409 });
  });

  test("an installed host is reclaimed: it returns by itself", () => {
    const changes = value(reclaimHost(facts({ status: "installed" })));
    expect(hostPatch(changes)).toMatchObject({ status: "reclaiming", clusterId: null });
    expect(hostPatch(value(reclaimHost(facts({ status: "known" }))))).toMatchObject({ status: "unbinding" });
    expect(hostPatch(value(reclaimHost(facts({ status: "error" }))))).toMatchObject({
      status: "unbinding-pending-user-action",
    });
    expect(refusal(reclaimHost(facts({ status: "installing" })))).toMatchObject({ status: 409 });
  });
});
