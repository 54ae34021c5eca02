import { describe, expect, test } from "vitest";
import { aCluster, aHost, anInfraEnv, id, now } from "../../test/builders.ts";
import { noHostProgress } from "../lifecycle/host-effects.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import { defaultPolicy } from "../policy.ts";
import { type HostRegistration, registerHost } from "./register-host.ts";

const register = (over: Partial<HostRegistration> = {}) =>
  registerHost({
    hostId: id(1),
    agentVersion: "agent:2",
    infraEnv: anInfraEnv(),
    known: null,
    cluster: aCluster(),
    policy: defaultPolicy,
    now: now + 1,
    ...over,
  });

function registered(over: Partial<HostRegistration> = {}) {
  const outcome = register(over);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return outcome.value;
}
const status = (over: Partial<HostRegistration>) => {
  const outcome = register(over);
  return outcome.kind === "refused" ? outcome.refusal.status : null;
};

describe("a host that was never seen", () => {
  test("arrives in the cluster of its image and waits to be discovered", () => {
    const { host, isNew, hosts, events } = registered();
    expect(isNew).toBe(true);
    expect(hosts.get(host.id)).toBe(host);
    expect(host).toMatchObject({
      status: "discovering",
      clusterId: aCluster().id,
      kind: "Host",
      role: "auto-assign",
      bootstrap: false,
      discoveryAgentVersion: "agent:2",
      checkedInAt: now + 1,
    });
    expect(events.map(({ name }) => name)).toEqual(["host_registration_succeeded"]);
  });

  test("arrives in the pool when the image belongs to no cluster", () => {
    expect(registered({ cluster: null }).host).toMatchObject({ status: "discovering-unbound", clusterId: null });
  });

  test.each([
    ["a single node", { controlPlaneCount: 1 }, { role: "master", bootstrap: true, kind: "Host" }],
    [
      "an added host",
      { kind: "AddHostsCluster", status: "adding-hosts" },
      { role: "auto-assign", kind: "AddToExistingClusterHost", machineConfigPoolName: "worker", bootstrap: false },
    ],
    [
      "a host added to a single node",
      { kind: "AddHostsCluster", status: "adding-hosts", controlPlaneCount: 1 },
      { role: "auto-assign", bootstrap: false },
    ],
  ] as const)("is %s where the cluster is", (_, cluster: Partial<Cluster>, expected) => {
    expect(registered({ cluster: aCluster(cluster) }).host).toMatchObject(expected);
  });

  test.each(["preparing-for-installation", "installing", "finalizing", "installed", "error", "cancelled"] as const)(
    "is turned away for good from a cluster that is %s",
    (clusterStatus) => {
      expect(status({ cluster: aCluster({ status: clusterStatus }) })).toBe(409);
    },
  );

  test("is refused by an infra-env for offline installations", () => {
    expect(status({ infraEnv: anInfraEnv({ imageType: "disconnected-iso" }) })).toBe(400);
  });
});

describe("a host that comes again", () => {
  const known = (over: Partial<Host>): Partial<HostRegistration> => ({ known: aHost(over) });

  test("from another image is moved there, as a new host", () => {
    const elsewhere = known({ infraEnvId: id(77), status: "known", role: "worker" });
    const { host, isNew } = registered({ ...elsewhere, cluster: null });
    expect(isNew).toBe(true);
    expect(host).toMatchObject({ infraEnvId: anInfraEnv().id, clusterId: null, status: "discovering-unbound" });
  });

  test.each([
    "discovering",
    "known",
    "disconnected",
    "insufficient",
    "pending-for-input",
    "binding",
    "resetting-pending-user-action",
  ] as const)("while it is %s is discovered anew", (from) => {
    const { host, isNew } = registered(known({ status: from }));
    expect(isNew).toBe(false);
    expect(host).toMatchObject({ status: "discovering", inventory: null, registeredAt: now + 1, checkedInAt: now + 1 });
  });

  test.each(["unbinding", "unbinding-pending-user-action", "reclaiming-rebooting", "known-unbound"] as const)(
    "while it is %s is free again",
    (from) => {
      const { host } = registered({ ...known({ status: from, clusterId: null }), cluster: null });
      expect(host.status).toBe("discovering-unbound");
    },
  );

  test("names the agent it runs now, and is told of when it arrives", () => {
    const { hosts, events } = registered(known({ status: "binding" }));
    expect(hosts.get(id(1))).toMatchObject({ discoveryAgentVersion: "agent:2" });
    expect(events.map(({ name }) => name)).toEqual(["host_status_updated", "host_registration_succeeded"]);
    expect(events[1]?.props).toEqual({ host_name: "host-1" });
  });

  test("a repetition writes no more than that it was there", () => {
    const fresh = registered().host;
    const { hosts, events } = registered({ known: fresh, now: now + 2 });
    expect(Object.keys(hosts.get(id(1)) ?? {}).sort()).toEqual(["checkedInAt", "registeredAt"]);
    expect(events).toEqual([]);
  });

  test("while it is prepared keeps what it reported, and the cluster prepares again", () => {
    const cluster = aCluster({
      status: "preparing-for-installation",
      lastInstallationPreparation: { status: "success", reason: "" },
    });
    const changes = registered({ ...known({ status: "preparing-successful" }), cluster });
    expect(changes.host).toMatchObject({ status: "known", inventory: { hostname: "host-1" } });
    expect(changes.cluster.lastInstallationPreparation).toEqual({ status: "not_started", reason: "" });
  });

  const rebooting = { progress: { ...noHostProgress, stage: "Rebooting" } } as const;

  test("instead of booting its disk is told so, and the second time turned away", () => {
    const first = registered(known({ status: "installing-in-progress", ...rebooting }));
    expect(first.host.status).toBe("installing-pending-user-action");
    expect(status({ known: first.host })).toBe(403);
  });

  test("in the middle of its installation has failed", () => {
    const middle = { progress: { ...noHostProgress, stage: "Installing" } } as const;
    expect(registered(known({ status: "installing-in-progress", ...middle })).host.status).toBe("error");
    expect(registered(known({ status: "installing" })).host.status).toBe("error");
    expect(registered(known({ status: "error" })).host.status).toBe("error");
  });

  test("after it was installed is turned away for good", () => {
    expect(status(known({ status: "installed" }))).toBe(409);
  });

  test.each(["cancelled", "preparing-failed", "reclaiming", "disabled"] as const satisfies HostStatus[])(
    "while it is %s may ask again later",
    (from) => expect(status(known({ status: from }))).toBe(400),
  );
});
