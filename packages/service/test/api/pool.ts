import { describe, expect, test } from "vitest";
import { bringTo, hostOf, newCluster, newInfraEnv, newMachine, newSingleNode, nobody, refusal } from "../scene.ts";
import { service } from "./service.ts";

const bind = (infraEnvId: string, hostId: string, clusterId: string) =>
  service.client.send("BindHost", {
    params: { infra_env_id: infraEnvId, host_id: hostId },
    body: { cluster_id: clusterId },
  });
const unbind = (infraEnvId: string, hostId: string) =>
  service.client.send("UnbindHost", { params: { infra_env_id: infraEnvId, host_id: hostId } });
const eventNames = async (hostId: string) =>
  (await service.client.call("v2ListEvents", { query: { host_id: hostId } })).map(({ name }) => name);

/** A pool with one machine that could be given to any cluster. */
async function poolWithHost() {
  const { id: infraEnvId } = await newInfraEnv(service.client);
  const machine = newMachine(service.client, infraEnvId);
  const host = await bringTo(service.client, infraEnvId, machine, "known-unbound");
  return { infraEnvId, machine, host };
}

describe("a host of a pool", () => {
  test("goes into a cluster and comes back, each time by a new registration of its agent", async () => {
    const { infraEnvId, machine, host } = await poolWithHost();
    expect(host.cluster_id).toBeUndefined();
    const cluster = await newSingleNode(service.client);

    const bound = await bind(infraEnvId, machine.id, cluster.id);
    expect([bound.status, bound.body.status, bound.body.cluster_id]).toEqual([200, "binding", cluster.id]);
    expect(bound.body).toMatchObject({ role: "master" });
    expect(bound.body.inventory).toBeUndefined();
    expect((await machine.poll()).post_step_action).toBe("exit");
    const known = await bringTo(service.client, infraEnvId, machine, "known");
    expect(known).toMatchObject({ cluster_id: cluster.id, kind: "Host" });
    expect((await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } })).hosts).toHaveLength(1);

    const unbound = await unbind(infraEnvId, machine.id);
    expect([unbound.status, unbound.body.status, unbound.body.cluster_id]).toEqual([200, "unbinding", undefined]);
    expect((await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } })).hosts).toEqual([]);
    expect((await machine.poll()).post_step_action).toBe("exit");
    await bringTo(service.client, infraEnvId, machine, "known-unbound");

    const other = await newSingleNode(service.client);
    await bind(infraEnvId, machine.id, other.id);
    await bringTo(service.client, infraEnvId, machine, "known");
    expect(await eventNames(machine.id)).toEqual(
      expect.arrayContaining(["host_bind_succeeded", "host_unbind_succeeded", "host_registration_succeeded"]),
    );
  });

  test("keeps its place over a restart, wherever it is", async () => {
    const { infraEnvId, machine } = await poolWithHost();
    const cluster = await newSingleNode(service.client);
    await bind(infraEnvId, machine.id, cluster.id);
    await service.restart();
    expect(await hostOf(service.client, infraEnvId, machine.id)).toMatchObject({
      status: "binding",
      cluster_id: cluster.id,
    });
    await unbindAfterArrival(infraEnvId, machine.id);
    await service.restart();
    const back = await hostOf(service.client, infraEnvId, machine.id);
    expect([back.status, back.cluster_id]).toEqual(["unbinding", undefined]);
  });

  async function unbindAfterArrival(infraEnvId: string, hostId: string) {
    const body = { host_id: hostId, discovery_agent_version: "latest" };
    await service.client.call("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body });
    await unbind(infraEnvId, hostId);
  }

  test("is given away once: a second cluster is refused", async () => {
    const { infraEnvId, machine } = await poolWithHost();
    const [one, other] = [await newCluster(service.client), await newCluster(service.client)];
    const both = await Promise.allSettled([
      bind(infraEnvId, machine.id, one.id),
      bind(infraEnvId, machine.id, other.id),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = await refusal(bind(infraEnvId, machine.id, other.id));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("unbind it first") });
  });

  test("that is not known yet cannot be bound, and the status that allows it is named", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await machine.register();
    const cluster = await newCluster(service.client);
    const refused = await refusal(bind(infraEnvId, machine.id, cluster.id));
    expect(refused.status).toBe(409);
    expect(refused.reason).toContain("discovering-unbound");
    expect(refused.reason).toContain("known-unbound");
    expect((await service.client.call("v2ListEvents", { query: { host_id: machine.id } })).at(-1)).toMatchObject({
      name: "host_bind_failed",
      severity: "error",
      cluster_id: cluster.id,
      infra_env_id: infraEnvId,
      props: JSON.stringify({ message: refused.reason }),
    });
  });

  test("cannot be bound to a cluster that is not there, nor to one of another architecture", async () => {
    const { infraEnvId, machine } = await poolWithHost();
    expect(await refusal(bind(infraEnvId, machine.id, nobody))).toEqual({
      status: 400,
      reason: expect.stringContaining("cluster_id"),
    });
    const arm = await newCluster(service.client, { cpu_architecture: "arm64" });
    expect(await refusal(bind(infraEnvId, machine.id, arm.id))).toEqual({
      status: 400,
      reason: expect.stringContaining("arm64"),
    });
    expect(await hostOf(service.client, infraEnvId, machine.id)).toMatchObject({ status: "known-unbound" });
  });

  test("that belongs to no cluster cannot be unbound", async () => {
    const { infraEnvId, machine } = await poolWithHost();
    expect(await refusal(unbind(infraEnvId, machine.id))).toEqual({
      status: 409,
      reason: expect.stringContaining("belongs to no cluster"),
    });
    expect(await eventNames(machine.id)).toContain("host_unbind_failed");
  });

  test("that booted the image of a cluster stays there", async () => {
    const cluster = await newSingleNode(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const machine = newMachine(service.client, infraEnvId);
    await machine.register();
    const refused = await refusal(unbind(infraEnvId, machine.id));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("belongs to a cluster") });
  });

  test("is found by nobody under another infra-env", async () => {
    const { machine } = await poolWithHost();
    const other = await newInfraEnv(service.client);
    const cluster = await newCluster(service.client);
    const refusals = await Promise.all([
      refusal(bind(other.id, machine.id, cluster.id)),
      refusal(unbind(other.id, machine.id)),
      refusal(hostOf(service.client, other.id, machine.id)),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe("a cluster that is deleted", () => {
  test("gives back what it borrowed from pools, and takes what booted its own image along", async () => {
    const cluster = await newCluster(service.client);
    const own = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const native = newMachine(service.client, own.id);
    await native.register();
    const borrowed = await Promise.all([poolWithHost(), poolWithHost()]);
    for (const { infraEnvId, machine } of borrowed) {
      await bind(infraEnvId, machine.id, cluster.id);
      await machine.register();
    }
    const { status } = await service.client.send("v2DeregisterCluster", { params: { cluster_id: cluster.id } });
    expect(status).toBe(204);
    for (const { infraEnvId, machine } of borrowed) {
      const host = await hostOf(service.client, infraEnvId, machine.id);
      expect([host.status, host.cluster_id]).toEqual(["unbinding", undefined]);
      expect((await machine.poll()).post_step_action).toBe("exit");
      await bringTo(service.client, infraEnvId, machine, "known-unbound");
    }
    expect(await refusal(hostOf(service.client, own.id, native.id))).toMatchObject({ status: 404 });
    expect(await refusal(native.poll())).toMatchObject({ status: 404 });
    expect(await eventNames(native.id)).toContain("host_registration_succeeded");
  });

  test("gives back a host that has not arrived yet", async () => {
    const { infraEnvId, machine } = await poolWithHost();
    const cluster = await newSingleNode(service.client);
    await bind(infraEnvId, machine.id, cluster.id);
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: cluster.id } });
    expect((await machine.poll()).post_step_action).toBe("exit");
    await bringTo(service.client, infraEnvId, machine, "known-unbound");
  });
});
