import { describe, expect, test } from "vitest";
import { aCluster, aSnapshot, id, now } from "../../test/builders.ts";
import {
  clusterStatuses,
  day2,
  facts,
  hostPatch,
  hostStatuses,
  onlyIn,
  openCluster,
  refusal,
  told,
  value,
} from "../../test/commanding.ts";
import type { ClusterStatus } from "../model/cluster.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { defaultPolicy } from "../policy.ts";
import { finishPreparation } from "./finish-preparation.ts";
import { installCluster } from "./install-cluster.ts";
import { installHost } from "./install-host.ts";

describe("installing a cluster", () => {
  const ready = aSnapshot({ cluster: { statusUpdatedAt: now - 1 } });

  test("roles become final, one control plane node bootstraps, and the hosts prepare", () => {
    const changes = value(installCluster(ready, defaultPolicy, now));
    expect(changes.cluster).toMatchObject({
      status: "preparing-for-installation",
      installStartedAt: now,
      statusUpdatedAt: now,
    });
    const hosts = [...changes.hosts.values()];
    expect(hosts.map(({ role }) => role)).toEqual(["master", "master", "master"]);
    expect(hosts.filter(({ bootstrap }) => bootstrap)).toHaveLength(1);
    expect(hosts.map(({ status }) => status)).toEqual(Array(3).fill("preparing-for-installation"));
    expect(told(changes)).toEqual(
      expect.arrayContaining(["host_bootstrap_set", "cluster_prepare_installation_started", "cluster_status_updated"]),
    );
  });

  test("a cluster that is not ready is refused with what its checks say", () => {
    const refused = refusal(installCluster(aSnapshot({ hosts: 2 }), defaultPolicy, now));
    expect(refused).toMatchObject({ status: 409 });
    expect(refused?.found).toContain("sufficient-masters-count");
  });

  test("it begins only from ready", () => {
    const statuses = clusterStatuses.filter((status) => !["insufficient", "pending-for-input"].includes(status));
    const at = (status: ClusterStatus): ClusterSnapshot => aSnapshot({ cluster: { status } });
    onlyIn(statuses, ["ready"], (status) => installCluster(at(status), defaultPolicy, now));
  });

  test("a cluster that takes more hosts is not installed again", () => {
    expect(refusal(installCluster(aSnapshot({ cluster: openCluster }), defaultPolicy, now))?.found).toContain(
      "AddHosts",
    );
  });
});

describe("installing a host into a running cluster", () => {
  test("a known host begins, as a worker when nobody chose a role", () => {
    const changes = value(installHost(facts({ ...day2, status: "known" }, openCluster)));
    expect(hostPatch(changes)).toMatchObject({ status: "installing", role: "worker" });
    expect(told(changes)).toContain("host_installation_started");
  });

  test("a chosen role stays", () => {
    const changes = value(installHost(facts({ ...day2, status: "known", role: "master" }, openCluster)));
    expect(hostPatch(changes)).not.toHaveProperty("role");
  });

  test("it begins only from known", () => {
    onlyIn(hostStatuses, ["known"], (status) => installHost(facts({ ...day2, status }, openCluster)));
  });

  test("a host of a cluster that is not installed, or of none, is refused", () => {
    expect(refusal(installHost(facts({ status: "known" })))).toMatchObject({ status: 409 });
    expect(refusal(installHost(facts({ status: "known-unbound" }, null)))).toMatchObject({ status: 409 });
  });
});

describe("the preparation of an installation", () => {
  const preparing = aCluster({ status: "preparing-for-installation" });

  test("its end is stored, with the id that the cluster will have or the reason it has none", () => {
    const good = value(finishPreparation(preparing, { kind: "success", openshiftClusterId: id(7) }));
    expect(good.cluster).toEqual({
      openshiftClusterId: id(7),
      lastInstallationPreparation: { status: "success", reason: "" },
    });
    const bad = value(finishPreparation(preparing, { kind: "failure", reason: "no release image" }));
    expect(bad.cluster).toEqual({ lastInstallationPreparation: { status: "failed", reason: "no release image" } });
    expect(told(bad)).toEqual(["prepare_installation_failed"]);
  });

  test("a result that nobody waits for any more is refused", () => {
    onlyIn(clusterStatuses, ["preparing-for-installation"], (status) =>
      finishPreparation(aCluster({ status }), { kind: "failure", reason: "late" }),
    );
  });
});
