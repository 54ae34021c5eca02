import type { Host, HostUpdateParams } from "@muster/contract";
import { until } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { bringTo, hostOf, newCluster, newInfraEnv, newMachine, newSingleNode, refusal } from "../scene.ts";
import { service } from "./service.ts";

/** A single node that could be installed. */
async function knownHost() {
  const cluster = await newSingleNode(service.client);
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  const machine = newMachine(service.client, infraEnvId);
  const host = await bringTo(service.client, infraEnvId, machine, "known");
  return { cluster, infraEnvId, machine, host, params: { infra_env_id: infraEnvId, host_id: machine.id } };
}

const disksOf = ({ inventory = "{}" }: Host): { id: string; path: string }[] => JSON.parse(inventory).disks;
const eventNames = async (hostId: string) =>
  (await service.client.call("v2ListEvents", { query: { host_id: hostId } })).map(({ name }) => name);

describe("a registration", () => {
  test("answers 201 with the host and the command that makes it ask for work", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const hostId = "5B0F7E9A-8C1D-4E2F-9A3B-4C5D6E7F8A9B";
    const { status, body } = await service.client.send("v2RegisterHost", {
      params: { infra_env_id: infraEnvId },
      body: { host_id: hostId, discovery_agent_version: "agent:1" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "Host",
      id: hostId.toLowerCase(),
      href: `/api/assisted-install/v2/infra-envs/${infraEnvId}/hosts/${hostId.toLowerCase()}`,
      status: "discovering-unbound",
      role: "auto-assign",
      discovery_agent_version: "agent:1",
      next_step_runner_command: { command: "", retry_seconds: expect.any(Number) },
    });
    expect(JSON.parse(body.next_step_runner_command?.args?.[0] ?? "")).toEqual({
      infra_env_id: infraEnvId,
      host_id: hostId.toLowerCase(),
      agent_version: expect.any(String),
    });
    // Ids are the same in either case.
    for (const host_id of [hostId, hostId.toLowerCase()]) {
      const host = await service.client.call("v2GetHost", {
        params: { infra_env_id: infraEnvId.toUpperCase(), host_id },
      });
      expect(host.id).toBe(hostId.toLowerCase());
    }
  });

  test("of an agent of another version is followed by one order to replace itself, which is told", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const host_id = "5b0f7e9a-1111-4e2f-9a3b-4c5d6e7f8a9b";
    const params = { infra_env_id: infraEnvId };
    await service.client.call("v2RegisterHost", { params, body: { host_id, discovery_agent_version: "agent:1" } });
    for (let poll = 0; poll < 2; poll++) {
      const steps = await service.client.call("v2GetNextSteps", { params: { ...params, host_id } });
      expect(steps).toMatchObject({
        next_instruction_seconds: 60,
        post_step_action: "continue",
        instructions: [{ step_type: "upgrade-agent", args: [expect.stringContaining("agent_image")] }],
      });
    }
    expect((await eventNames(host_id)).filter((name) => name === "upgrade_agent_started")).toHaveLength(1);
  });

  test("with an image that is for installations without this service is refused", async () => {
    const { id } = await newInfraEnv(service.client, { image_type: "disconnected-iso" });
    const body = { host_id: "5b0f7e9a-0000-4e2f-9a3b-4c5d6e7f8a9b" };
    const refused = await refusal(service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("without a service") });
  });

  test("from another infra-env moves the host there", async () => {
    const cluster = await newSingleNode(service.client);
    const [one, other] = [
      await newInfraEnv(service.client, { cluster_id: cluster.id }),
      await newInfraEnv(service.client),
    ];
    const machine = newMachine(service.client, one.id, { serial: "MOVES" });
    await bringTo(service.client, one.id, machine, "known");
    const moved = newMachine(service.client, other.id, { serial: "MOVES" });
    expect(moved.id).toBe(machine.id);
    await moved.register();
    expect(await hostOf(service.client, other.id, machine.id)).toMatchObject({ status: "discovering-unbound" });
    expect(await refusal(hostOf(service.client, one.id, machine.id))).toMatchObject({ status: 404 });
    expect((await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } })).hosts).toEqual([]);
    // And back: what was known of it then is not taken for what it is now.
    await machine.register();
    const back = await hostOf(service.client, one.id, machine.id);
    expect([back.status, back.inventory]).toEqual(["discovering", undefined]);
    expect(await service.client.call("v2ListHosts", { params: { infra_env_id: other.id } })).toEqual([]);
  });

  test("from another infra-env that is refused leaves the host where it was", async () => {
    const { infraEnvId, machine } = await knownHost();
    const closed = await newInfraEnv(service.client, { image_type: "disconnected-iso" });
    const body = { host_id: machine.id, discovery_agent_version: "latest" };
    await refusal(service.client.call("v2RegisterHost", { params: { infra_env_id: closed.id }, body }));
    expect(await hostOf(service.client, infraEnvId, machine.id)).toMatchObject({ status: "known" });
  });
});

describe("a change of a host", () => {
  test("answers 201 with the host as it is now", async () => {
    const { params, host } = await knownHost();
    const [disk] = disksOf(host);
    const { status, body } = await service.client.send("v2UpdateHost", {
      params,
      body: {
        host_name: "renamed.example.com",
        host_role: "master",
        node_labels: [{ key: "rack", value: "7" }],
        disks_selected_config: [{ id: disk?.id ?? "", role: "install" }],
        ignition_endpoint_token: "top-secret-token",
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      requested_hostname: "renamed.example.com",
      role: "master",
      node_labels: '{"rack":"7"}',
      installation_disk_id: disk?.id,
      installation_disk_path: disk?.path,
      ignition_endpoint_token_set: true,
    });
    expect(JSON.stringify(body)).not.toContain("top-secret-token");
    expect(await hostOf(service.client, params.infra_env_id, params.host_id)).toMatchObject({
      requested_hostname: "renamed.example.com",
    });
  });

  test.for<[string, HostUpdateParams]>([
    ["host_name", { host_name: "Not A Name" }],
    ["host_name", { host_name: "localhost" }],
    ["host_role", { host_role: "arbiter" }],
    ["host_role", { host_role: "bootstrap" as never }],
    ["node_labels", { node_labels: [{ key: "no spaces allowed", value: "x" }] }],
    ["disks_selected_config", { disks_selected_config: [{ id: "/dev/nothing", role: "install" }] }],
    ["disks_skip_formatting", { disks_skip_formatting: [{ disk_id: "/dev/nothing", skip_formatting: true }] }],
    ["machine_config_pool_name", { machine_config_pool_name: "Worker!" }],
    ["ignition_endpoint_http_headers", { ignition_endpoint_http_headers: [{ key: "a b", value: "x" }] }],
    ["fencing_credentials", { fencing_credentials: { address: "nowhere", username: "a", password: "hunter2" } }],
  ])("with a wrong %s is refused, and the field is named", async ([field, body]) => {
    const { params, host } = await knownHost();
    const refused = await refusal(service.client.call("v2UpdateHost", { params, body }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining(field) });
    expect(refused.reason).not.toContain("hunter2");
    expect(await hostOf(service.client, params.infra_env_id, params.host_id)).toMatchObject({
      requested_hostname: host.requested_hostname,
      role: host.role,
    });
  });

  test("of its installer's arguments is checked, kept and told", async () => {
    const { params } = await knownHost();
    const args = ["--append-karg", "nameserver=10.0.0.1"];
    const { status, body } = await service.client.send("v2UpdateHostInstallerArgs", { params, body: { args } });
    expect([status, body.installer_args]).toEqual([201, JSON.stringify(args)]);
    expect(await eventNames(params.host_id)).toContain("host_installer_args_applied");
    const refused = await refusal(
      service.client.call("v2UpdateHostInstallerArgs", { params, body: { args: ["--rm", "-rf"] } }),
    );
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("--rm") });
    const none = await service.client.call("v2UpdateHostInstallerArgs", { params, body: { args: [] } });
    expect(none.installer_args).toBeUndefined();
  });

  test("of its ignition is checked and kept", async () => {
    const { params } = await knownHost();
    const config = JSON.stringify({ ignition: { version: "3.1.0" }, storage: { files: [] } });
    const { status } = await service.client.send("v2UpdateHostIgnition", { params, body: { config } });
    expect(status).toBe(201);
    expect(await service.client.call("v2GetHost", { params })).toMatchObject({ ignition_config_overrides: config });
    const refused = await refusal(
      service.client.call("v2UpdateHostIgnition", { params, body: { config: '{"ignition":{"version":"9"}}' } }),
    );
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("config") });
    const broken = JSON.stringify({ ignition: { version: "3.1.0" }, storage: { files: [{ path: "not/absolute" }] } });
    const alsoRefused = await refusal(
      service.client.call("v2UpdateHostIgnition", { params, body: { config: broken } }),
    );
    expect(alsoRefused).toEqual({ status: 400, reason: expect.stringContaining("path") });
  });

  test("of its ignition is part of what it is installed with", async () => {
    const { params, cluster, machine } = await knownHost();
    const storage = { files: [{ path: "/etc/own", contents: { source: "data:,own" } }] };
    const config = JSON.stringify({ ignition: { version: "3.1.0" }, storage });
    await service.client.call("v2UpdateHostIgnition", { params, body: { config } });
    await service.client.call("v2InstallCluster", { params: { cluster_id: cluster.id } });
    const { storage: installed } = await until({
      what: "the ignition of the host",
      look: async () => {
        await machine.poll();
        const answer = await service.client.call("v2GetHostIgnition", { params }).catch(() => null);
        return JSON.parse(answer?.config ?? "{}");
      },
      holds: ({ ignition }) => ignition !== undefined,
      describe: () => "none yet",
    });
    const paths = installed.files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(["/etc/hostname", "/etc/own"]));
  });
});

describe("lists of hosts", () => {
  test("hold the hosts of an infra-env, bound or not", async () => {
    const { infraEnvId, machine, host } = await knownHost();
    const listed = await service.client.call("v2ListHosts", { params: { infra_env_id: infraEnvId } });
    expect(listed.map(({ id }) => id)).toEqual([machine.id]);
    expect(listed[0]).toMatchObject({ status: host.status, inventory: host.inventory });
  });

  test("of a cluster are narrowed by role and status, and carry reports only when asked", async () => {
    const { cluster, machine } = await knownHost();
    const list = (query: Record<string, string | boolean>) =>
      service.client.call("ListClusterHosts", { params: { cluster_id: cluster.id }, query: query as never });
    const [plain] = await list({});
    expect([plain?.id, plain?.inventory, plain?.connectivity]).toEqual([machine.id, undefined, undefined]);
    const [whole] = await list({ "with-inventory": true, "with-connectivity": true });
    expect(whole?.inventory).toContain("disks");
    expect(await list({ role: "master", status: "known" })).toHaveLength(1);
    expect(await list({ role: "worker" })).toEqual([]);
    expect(await list({ status: "installed" })).toEqual([]);
  });
});

describe("a host that is deleted", () => {
  test("is gone: its polls get 404, and its cluster counts without it", async () => {
    const { cluster, params, machine } = await knownHost();
    expect((await service.client.send("v2DeregisterHost", { params })).status).toBe(204);
    expect(await refusal(machine.poll())).toMatchObject({ status: 404 });
    expect(await refusal(service.client.call("v2DeregisterHost", { params }))).toMatchObject({ status: 404 });
    const after = await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } });
    expect(after).toMatchObject({ total_host_count: 0, hosts: [], status: expect.not.stringMatching("ready") });
    expect(await eventNames(machine.id)).toContain("host_deregistered");
  });

  test("may come back as a new one", async () => {
    const { params, machine, infraEnvId } = await knownHost();
    await service.client.call("v2DeregisterHost", { params });
    await machine.register();
    const host = await hostOf(service.client, infraEnvId, machine.id);
    expect([host.status, host.inventory]).toEqual(["discovering", undefined]);
    await bringTo(service.client, infraEnvId, machine, "known");
  });
});

describe("actions on hosts that are not for them", () => {
  test("a host of a cluster that is not installed yet is not installed alone", async () => {
    const { params, cluster } = await knownHost();
    const refused = await refusal(service.client.call("v2InstallHost", { params }));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining(cluster.name ?? "") });
    expect(refused.reason).toContain("takes more hosts");
  });

  test("nor is it reset alone", async () => {
    const { params } = await knownHost();
    const refused = await refusal(service.client.call("v2ResetHost", { params }));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("reset the cluster instead") });
    expect(await eventNames(params.host_id)).toContain("host_installation_reset_failed");
  });

  test("there is no ignition before the cluster is prepared", async () => {
    const { params } = await knownHost();
    for (const operation of ["v2GetHostIgnition", "v2DownloadHostIgnition"] as const) {
      const refused = await refusal(service.client.call(operation, { params }));
      expect(refused).toEqual({ status: 404, reason: expect.stringContaining("no ignition yet") });
    }
  });

  test("a measurement can be forgotten, a finding cannot", async () => {
    const { params } = await knownHost();
    const reset = (validation_id: string) =>
      service.client.send("v2ResetHostValidation", { params: { ...params, validation_id } });
    expect((await reset("container-images-available")).status).toBe(200);
    expect((await reset("sufficient-installation-disk-speed")).status).toBe(200);
    expect(await refusal(reset("ntp-synced"))).toEqual({
      status: 400,
      reason: expect.stringContaining("validation_id"),
    });
  });

  test("a measurement of a host in a pool is not there to be forgotten", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await machine.register();
    const params = { infra_env_id: infraEnvId, host_id: machine.id, validation_id: "container-images-available" };
    const refused = await refusal(service.client.call("v2ResetHostValidation", { params }));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("discovering-unbound") });
  });

  test("progress is for hosts that are being installed", async () => {
    const { params } = await knownHost();
    const refused = await refusal(
      service.client.call("v2UpdateHostInstallProgress", { params, body: { current_stage: "Rebooting" } }),
    );
    expect(refused.status).toBe(409);
    expect(refused.reason).toContain("is known");
    expect(refused.reason).toContain("installing-in-progress");
  });
});

test("an arbiter is a role for clusters of two control planes only", async () => {
  const cluster = await newCluster(service.client, { control_plane_count: 2 });
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  const machine = newMachine(service.client, infraEnvId);
  await machine.register();
  const params = { infra_env_id: infraEnvId, host_id: machine.id };
  const changed = await service.client.call("v2UpdateHost", { params, body: { host_role: "arbiter" } });
  expect(changed.role).toBe("arbiter");
});
