import type { Inventory, StepReply } from "@muster/contract";
import { faults, installCluster } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { clusters, events, hosts, infraEnvs } from "../../src/store/schema.ts";
import { bringTo, hostOf, newCluster, newInfraEnv, newMachine, newSingleNode, refusal } from "../scene.ts";
import { service } from "./service.ts";

/** A machine that has registered and been asked for its inventory. */
async function registered(machine: Parameters<typeof newMachine>[2] = {}) {
  const cluster = await newSingleNode(service.client);
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  const host = newMachine(service.client, infraEnvId, machine);
  await host.register();
  const params = { infra_env_id: infraEnvId, host_id: host.id };
  const reply = (body: StepReply) => service.client.send("v2PostStepReply", { params, body });
  return {
    clusterId: cluster.id,
    infraEnvId,
    host,
    params,
    reply,
    read: () => hostOf(service.client, infraEnvId, host.id),
  };
}

const inventoryReply = (inventory: unknown): StepReply => ({
  step_type: "inventory",
  step_id: "inventory-00000000",
  output: typeof inventory === "string" ? inventory : JSON.stringify(inventory),
});

describe("a reply that makes no sense", () => {
  test.for<[string, string]>([
    ["is no JSON", "no JSON at all"],
    ["is cut off", '{"hostname": "half'],
    ["is of another kind", '["a", "list"]'],
    ["has a field of another kind", '{"hostname": 7}'],
    ["is nothing", "null"],
  ])("because its output %s is refused, and the host is as before", async ([, output]) => {
    const { reply, read } = await registered();
    const before = await read();
    const refused = await refusal(reply(inventoryReply(output)));
    expect(refused).toEqual({ status: 400, reason: expect.stringMatching(/inventory .*not recorded/) });
    expect(await read()).toMatchObject({ status: before.status, status_updated_at: before.status_updated_at });
  });

  test.for<[string, (inventory: Inventory) => unknown]>([
    ["memory.physical_bytes", (inventory) => ({ ...inventory, memory: { physical_bytes: -1 } })],
    ["cpu.count", (inventory) => ({ ...inventory, cpu: { count: 1e9 } })],
    ["hostname", (inventory) => ({ ...inventory, hostname: "x".repeat(1_000) })],
    ["size_bytes", (inventory) => ({ ...inventory, disks: [{ path: "/dev/sda", size_bytes: -5 }] })],
    ["mtu", (inventory) => ({ ...inventory, interfaces: [{ name: "eno1", mtu: -1 }] })],
    ["interfaces", (inventory) => ({ ...inventory, interfaces: Array.from({ length: 2_000 }, () => ({})) })],
    ["routes", (inventory) => ({ ...inventory, routes: Array.from({ length: 20_000 }, () => ({})) })],
  ])("because no machine has such a %s is refused, and it is named", async ([field, amend]) => {
    const { reply, host } = await registered();
    const refused = await refusal(reply(inventoryReply(amend(host.machine.inventory()))));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining(field) });
  });

  test("because no such step exists is refused, and the steps are named", async () => {
    const { reply } = await registered();
    const refused = await refusal(reply({ step_type: "make-coffee" as "inventory", output: "{}" }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("step_type") });
    expect(refused.reason).toContain("inventory");
  });

  test("because it says nothing changes nothing", async () => {
    const { reply, read } = await registered();
    const before = await read();
    expect((await reply({})).status).toBe(204);
    expect((await reply({ step_type: "inventory", exit_code: 1, error: "no lshw" })).status).toBe(204);
    expect((await reply({ step_type: "execute", output: "anything" })).status).toBe(204);
    expect(await read()).toMatchObject({ status: before.status });
  });

  test("because it is for a step that its status does not know is taken, and means nothing", async () => {
    const { reply, read } = await registered();
    const late: StepReply[] = [
      { step_type: "install", exit_code: 0 },
      { step_type: "install", exit_code: 1, error: "too late" },
      { step_type: "download-boot-artifacts", exit_code: 1 },
      { step_type: "verify-vips", output: "[]" },
      { step_type: "dhcp-lease-allocate", output: '{"api_vip_address":"1.2.3.4","ingress_vip_address":"1.2.3.5"}' },
    ];
    for (const one of late) expect((await reply(one)).status).toBe(204);
    expect(await read()).toMatchObject({ status: "discovering" });
  });

  test("because its text cannot be stored as it is, is stored all the same", async () => {
    const { reply, host, read, params } = await registered();
    const inventory = host.machine.inventory();
    const odd = { ...inventory, disks: inventory.disks?.map((disk) => ({ ...disk, smart: "a\0b\ud800c" })) };
    expect((await reply(inventoryReply(odd))).status).toBe(204);
    expect((await read()).inventory).toContain("smart");
    await service.restart();
    const stored = await service.client.call("v2GetHost", { params });
    expect(JSON.parse(stored.inventory ?? "{}").disks[0].smart).toBe("ab\ufffdc");
  });

  test("because it would be cut in the middle of a character is kept", async () => {
    const { clusterId, reply, host } = await registered();
    const message = `${"x".repeat(4_095)}😀`;
    const event = { severity: "info", event_time: new Date().toISOString(), cluster_id: clusterId, message } as const;
    expect((await service.client.send("v2TriggerEvent", { body: event })).status).toBe(201);
    expect((await reply(inventoryReply(host.machine.inventory()))).status).toBe(204);
  });
});

describe("a report that is too large", () => {
  test("is refused before anybody reads it", async () => {
    const { params } = await registered();
    const response = await fetch(
      `${service.url}/api/assisted-install/v2/infra-envs/${params.infra_env_id}/hosts/${params.host_id}/instructions`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(inventoryReply("x".repeat(40 * 1024 ** 2))),
      },
    );
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining("MUSTER_")]);
  });

  test("because of 15,000 disks is cut, says so, and holds nobody up", async () => {
    const { reply, host, read } = await registered();
    const neighbour = await registered();
    const inventory = host.machine.inventory();
    const [model] = inventory.disks ?? [];
    const disks = Array.from({ length: 15_000 }, (_, number) => ({
      ...model,
      id: `/dev/disk/by-id/wwn-${number}`,
      path: `/dev/sd${number}`,
      name: `sd${number}`,
      serial: `S${number}`,
    }));
    const started = performance.now();
    const replied = reply(inventoryReply({ ...inventory, disks }));
    await neighbour.host.poll();
    const waited = performance.now() - started;
    expect((await replied).status).toBe(204);
    const { inventory: stored = "{}", validations_info = "" } = await read();
    expect(JSON.parse(stored).disks).toHaveLength(1_000);
    expect(validations_info).toContain("of 15000 disks are left out");
    expect(waited).toBeLessThan(3_000);
  });
});

describe("a reply from the wrong place", () => {
  test("is not found: another infra-env, another host, one that is gone", async () => {
    const one = await registered();
    const other = await registered();
    const reply = (infra_env_id: string, host_id: string) =>
      service.client.call("v2PostStepReply", {
        params: { infra_env_id, host_id },
        body: inventoryReply(one.host.machine.inventory()),
      });
    expect(await refusal(reply(other.infraEnvId, one.host.id))).toMatchObject({ status: 404 });
    expect(await refusal(reply(one.infraEnvId, other.host.id))).toMatchObject({ status: 404 });
    await service.client.call("v2DeregisterHost", { params: one.params });
    expect(await refusal(reply(one.infraEnvId, one.host.id))).toMatchObject({ status: 404 });
    expect((await other.read()).status).toBe("discovering");
  });
});

describe("agents that repeat themselves", () => {
  test("change nothing: not a row, not an event", async () => {
    const cluster = await newSingleNode(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const machine = newMachine(service.client, infraEnvId);
    await bringTo(service.client, infraEnvId, machine, "known");
    const params = { infra_env_id: infraEnvId, host_id: machine.id };
    const body = inventoryReply(machine.machine.inventory());
    await service.client.call("v2PostStepReply", { params, body });
    await service.client.call("v2UpdateHostLogsProgress", { params, body: { logs_state: "collecting" } });
    const before = await service.inspect(everything);

    const again = service.client;
    for (let time = 0; time < 3; time += 1) {
      await again.call("v2GetNextSteps", { params, query: { timestamp: Math.trunc(Date.now() / 1_000) } });
      await again.call("v2PostStepReply", { params, body });
      await again.call("v2UpdateHostLogsProgress", { params, body: { logs_state: "collecting" } });
    }
    const after = await service.inspect(everything);
    expect(after).toEqual(before);
  });

  /** All that is stored, but for when a host was last seen. */
  const everything = async (db: Parameters<Parameters<typeof service.inspect>[0]>[0]) => ({
    clusters: await db.select({ id: clusters.id, version: clusters.version, at: clusters.updatedAt }).from(clusters),
    infraEnvs: await db.select({ id: infraEnvs.id, version: infraEnvs.version }).from(infraEnvs),
    hosts: await db.select({ id: hosts.id, at: hosts.updatedAt, document: hosts.document }).from(hosts),
    events: (await db.select({ number: events.number }).from(events)).length,
  });

  test.for<[string, keyof typeof faults]>([
    ["say everything three times", "repeatedReplies"],
    ["say everything in another order", "reorderedReplies"],
  ])("and %s are installed all the same", async ([, fault]) => {
    const { cluster, fleet } = await installCluster(service.client, {
      name: "stutters",
      siteNumber: fault === "repeatedReplies" ? 201 : 202,
      topology: "sno",
      speed: 2_000,
      faults: () => [faults[fault as "repeatedReplies"]()],
    });
    await fleet.stop();
    expect(cluster.status).toBe("installed");
  });
});

test("a machine that is turned away is told of once, with the reason", async () => {
  const { id } = await newInfraEnv(service.client, { image_type: "disconnected-iso" });
  const host_id = "cccccccc-0000-4000-8000-000000000009";
  const register = () => service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id } });
  const refusals = [await refusal(register()), await refusal(register())];
  const told = await service.client.call("v2ListEvents", { query: { infra_env_id: id, severities: ["error"] } });
  expect(told).toMatchObject([
    { name: "host_registration_failed", host_id, message: refusals[0]?.reason, severity: "error" },
  ]);
});

describe("a storm of registrations", () => {
  test("and an infra-env that is removed meanwhile: no machine is left without one", async () => {
    for (let round = 0; round < 10; round += 1) {
      const cluster = await newCluster(service.client);
      const { id } = await newInfraEnv(service.client, { cluster_id: cluster.id });
      const ids = [1, 2, 3].map((number) => `cccccccc-0000-4000-8000-0000000${100 * round + 10_000 + number}`);
      const [removed, ...registered] = await Promise.allSettled([
        service.client.call("DeregisterInfraEnv", { params: { infra_env_id: id } }),
        ...ids.map((host_id) =>
          service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id } }),
        ),
      ]);
      const isRemoved = removed.status === "fulfilled";
      for (const { status } of registered) expect(status).toBe(isRemoved ? "rejected" : "fulfilled");
      const { hosts = [] } = await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } });
      expect(hosts).toHaveLength(isRemoved ? 0 : ids.length);
    }
  });

  test("of 200 machines at once gives 200 hosts, each once", async () => {
    const cluster = await newCluster(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const ids = Array.from({ length: 200 }, (_, n) => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`);
    const register = (host_id: string) =>
      service.client.send("v2RegisterHost", { params: { infra_env_id: infraEnvId }, body: { host_id } });
    // Each says it twice, as agents do that did not hear the first answer.
    const answers = await Promise.all([...ids, ...ids].map(register));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const listed = await service.client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } });
    expect(listed.map(({ id }) => id).sort()).toEqual(ids);
    const told = await service.client.call("v2ListEvents", {
      query: { cluster_id: cluster.id, message: "registered", limit: 1_000 },
    });
    const registrations = told.filter(({ name }) => name === "host_registration_succeeded");
    expect(new Set(registrations.map(({ host_id }) => host_id)).size).toBe(200);
    expect(registrations).toHaveLength(200);
  });

  test("of one machine from two images at once leaves it in one place", async () => {
    const [one, other] = [await newInfraEnv(service.client), await newInfraEnv(service.client)];
    const host_id = "bbbbbbbb-0000-4000-8000-000000000001";
    await Promise.all(
      [one, other, one, other].map(({ id }) =>
        service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id } }),
      ),
    );
    const places = await Promise.all(
      [one, other].map(({ id }) => service.client.call("v2ListHosts", { params: { infra_env_id: id } })),
    );
    expect(places.flat()).toHaveLength(1);
  });

  test("is over when the machine is taken away meanwhile", async () => {
    const { params, host } = await registered();
    await Promise.allSettled([
      service.client.call("v2DeregisterHost", { params }),
      service.client.call("v2RegisterHost", {
        params: { infra_env_id: params.infra_env_id },
        body: { host_id: host.id },
      }),
    ]);
    const listed = await service.client.call("v2ListHosts", { params: { infra_env_id: params.infra_env_id } });
    expect(listed.length).toBeLessThanOrEqual(1);
  });
});

test("a clock that is no clock is refused, and one that is far off is shown", async () => {
  const { params } = await registered();
  const poll = (timestamp: string) =>
    fetch(
      `${service.url}/api/assisted-install/v2/infra-envs/${params.infra_env_id}/hosts/${params.host_id}/instructions?timestamp=${timestamp}`,
    );
  expect((await poll("99999999999999999999")).status).toBe(400);
  expect((await poll("now")).status).toBe(400);
  expect((await poll("9999999999999999")).status).toBe(200);
  await service.restart();
});
