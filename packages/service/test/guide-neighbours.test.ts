// What else the API of 2021 knew, and what happens when callers err.
import type { Cluster, Host, Steps } from "@muster/contract";
import { createMachine, type Machine, pullSecret } from "@muster/simulator";
import { beforeAll, describe, expect, test } from "vitest";
import { runningService } from "./running-service.ts";

const service = runningService();

type Answer<Body> = { status: number; body: Body };

async function call<Body = { reason: string }>(method: string, path: string, body?: object): Promise<Answer<Body>> {
  const response = await fetch(`${service.url}/api/assisted-install${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const described = { name: "old", openshift_version: "4.14", base_dns_domain: "lab.local", pull_secret: pullSecret };

async function newCluster(more: object = {}): Promise<Cluster> {
  const { status, body } = await call<Cluster>("POST", "/v1/clusters", { ...described, ...more });
  expect(status).toBe(201);
  return body;
}

/** Announces a machine and hands in its inventory, as the agents of 2021 did. */
async function announce(clusterId: string, machine: Machine): Promise<void> {
  const { hostId } = machine;
  const registered = await call<Host>("POST", `/v1/clusters/${clusterId}/hosts`, { host_id: hostId });
  expect([registered.status, registered.body.infra_env_id]).toEqual([201, clusterId]);
  const path = `/v1/clusters/${clusterId}/hosts/${hostId}/instructions`;
  const { body: steps } = await call<Steps>("GET", `${path}?timestamp=${Math.floor(Date.now() / 1_000)}`);
  const step = steps.instructions?.find(({ step_type }) => step_type === "inventory");
  const output = JSON.stringify(machine.inventory());
  const reply = { step_type: "inventory", step_id: step?.step_id, exit_code: 0, output, error: "" };
  expect((await call("POST", path, reply)).status).toBe(204);
}

describe("a new cluster", () => {
  test.each([
    ["4.14 gets its addresses by DHCP, as in 2021", {}, true],
    ["4.20 does not: it no longer can", { openshift_version: "4.20" }, false],
    ["one with an ingress VIP does not", { ingress_vip: "192.168.126.7" }, false],
    ["one that says no does not", { vip_dhcp_allocation: false }, false],
  ])("of %s", async (_, more, vip_dhcp_allocation) => {
    expect(await newCluster(more)).toMatchObject({ vip_dhcp_allocation });
  });

  test("is refused with the reason of today, and fields that nobody knows are passed over", async () => {
    const unknown = { ...described, flavour: "vanilla" };
    expect((await call("POST", "/v1/clusters", unknown)).status).toBe(201);
    const { status, body } = await call("POST", "/v1/clusters", { ...described, name: "Not-A-Name" });
    expect([status, body.reason]).toEqual([400, expect.stringContaining("name")]);
    const adding = await call("POST", "/v1/clusters", { ...described, kind: "AddHostsCluster" });
    expect([adding.status, adding.body.reason]).toEqual([400, expect.stringContaining("/v2/clusters/import")]);
  });

  test("that wants addresses by DHCP where there are none is refused, not changed in silence", async () => {
    const { status, body } = await call("POST", "/v1/clusters", {
      ...described,
      openshift_version: "4.20",
      vip_dhcp_allocation: true,
    });
    expect([status, body.reason]).toEqual([400, expect.stringContaining("DHCP")]);
  });
});

describe("an image", () => {
  test("is made again when it is asked for with other settings, and its infra-env is the cluster's own", async () => {
    const { id } = await newCluster({
      http_proxy: "http://proxy.lab.local:3128",
      additional_ntp_source: "ntp.lab.local",
    });
    const path = `/v1/clusters/${id}/downloads/image`;
    expect((await call("POST", path, {})).status).toBe(201);
    const again = await call<Cluster>("POST", path, { image_type: "minimal-iso" });
    expect([again.status, again.body.image_info.type]).toEqual([201, "minimal-iso"]);
    const { body: infraEnv } = await call("GET", `/v2/infra-envs/${id}`);
    expect(infraEnv).toMatchObject({
      id,
      cluster_id: id,
      type: "minimal-iso",
      pull_secret_set: true,
      proxy: { http_proxy: "http://proxy.lab.local:3128" },
      additional_ntp_sources: "ntp.lab.local",
    });
  });

  test("that cannot be made leaves nothing behind", async () => {
    const { id } = await newCluster();
    const network = { mac_interface_map: [{ mac_address: "02:00:00:00:00:01", logical_nic_name: "eth0" }] };
    const { status } = await call("POST", `/v1/clusters/${id}/downloads/image`, {
      static_network_config: [{ ...network, network_yaml: "interfaces: {" }],
    });
    expect(status).toBe(400);
    expect((await call("GET", `/v2/infra-envs/${id}`)).status).toBe(404);
  });

  test("of no cluster is not there", async () => {
    const path = "/v1/clusters/00000000-0000-4000-8000-000000000000/downloads/image";
    expect((await call("POST", path, {})).status).toBe(404);
    expect((await call("GET", path)).status).toBe(404);
  });
});

describe("machines whose agents speak the API of 2021", () => {
  const machines = [1, 2, 3].map((number) => createMachine({ number, disks: 2, networks: ["192.168.126.0/24"] }));
  const [first, second] = machines;
  let id = "";
  beforeAll(async () => {
    ({ id } = await newCluster({ vip_dhcp_allocation: false }));
    await Promise.all(machines.map((machine) => announce(id, machine)));
  });

  test("make the infra-env by themselves when they call first, all at once", async () => {
    const { body } = await call<Host[]>("GET", `/v1/clusters/${id}/hosts`);
    expect(body.map(({ infra_env_id: infraEnvId }) => infraEnvId)).toEqual([id, id, id]);
    expect(body.every(({ inventory }) => inventory)).toBe(true);
  });

  test("are changed with their cluster in one request", async () => {
    const { body: host } = await call<Host>("GET", `/v1/clusters/${id}/hosts/${first?.hostId}`);
    const disk: { id: string } = JSON.parse(host.inventory ?? "").disks[1];
    const { status, body } = await call<Cluster>("PATCH", `/v1/clusters/${id}`, {
      api_vip: "192.168.126.5",
      ingress_vip: "192.168.126.7",
      hosts_roles: [{ id: first?.hostId, role: "master" }],
      hosts_names: [
        { id: first?.hostId, hostname: "master-0.lab.local" },
        { id: second?.hostId, hostname: "master-1.lab.local" },
      ],
      disks_selected_config: [{ id: first?.hostId, disks_config: [{ id: disk.id, role: "install" }] }],
      hosts_machine_config_pool_names: [{ id: second?.hostId, machine_config_pool_name: "infra" }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      api_vip: "192.168.126.5",
      ingress_vip: "192.168.126.7",
      api_vips: [{ ip: "192.168.126.5" }],
      ingress_vips: [{ ip: "192.168.126.7" }],
    });
    const hosts = new Map(body.hosts?.map((changed) => [changed.id, changed]));
    expect(hosts.get(first?.hostId ?? "")).toMatchObject({
      role: "master",
      requested_hostname: "master-0.lab.local",
      installation_disk_id: disk.id,
    });
    expect(hosts.get(second?.hostId ?? "")).toMatchObject({
      role: "auto-assign",
      requested_hostname: "master-1.lab.local",
      machine_config_pool_name: "infra",
    });
  });

  test.each([
    [
      "a host that is not there",
      { hosts_roles: [{ id: "00000000-0000-4000-8000-000000000000", role: "master" }] },
      404,
    ],
    ["a name that is none", { hosts_names: [{ id: second?.hostId, hostname: "localhost" }] }, 400],
    ["an address elsewhere", { api_vip: "192.168.7.5", machine_network_cidr: "192.168.126.0/24" }, 400],
  ])("stay as they are when one part of the request is wrong: %s", async (_, wrong, expected) => {
    const before = await call<Cluster>("GET", `/v1/clusters/${id}`);
    const right = { name: "renamed", hosts_roles: [{ id: first?.hostId, role: "worker" }] };
    expect((await call("PATCH", `/v1/clusters/${id}`, { ...right, ...wrong })).status).toBe(expected);
    const after = await call<Cluster>("GET", `/v1/clusters/${id}`);
    const facts = ({ body }: Answer<Cluster>) => [body.name, body.api_vips, body.hosts?.map(({ role }) => role)];
    expect(facts(after)).toEqual(facts(before));
  });

  test("report how far they are, and hand in logs that can be downloaded", async () => {
    const host = `/v1/clusters/${id}/hosts/${first?.hostId}`;
    expect((await call("PUT", `${host}/logs_progress`, { logs_state: "collecting" })).status).toBe(204);
    const form = new FormData();
    form.append("upfile", new Blob(["what happened"]), "logs.tar.gz");
    const url = `${service.url}/api/assisted-install${host}/logs`;
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(204);
    expect(await (await fetch(url)).text()).toBe("what happened");
    const { status } = await call("PUT", `${host}/progress`, { current_stage: "Writing image to disk" });
    expect(status).toBe(409);
  });

  test("take arguments, overrides and commands one by one, as today", async () => {
    const host = `/v1/clusters/${id}/hosts/${first?.hostId}`;
    const args = ["--append-karg", "quiet"];
    const changed = await call<Host>("PATCH", `${host}/installer-args`, { args });
    expect([changed.status, changed.body.installer_args]).toEqual([201, JSON.stringify(args)]);
    const config = '{"ignition":{"version":"3.1.0"}}';
    expect((await call("PATCH", `${host}/ignition`, { config })).status).toBe(201);
    expect((await call("PATCH", `${host}/actions/reset-validation/container-images-available`)).status).toBe(200);
    // Not before the cluster is installed, prepared, or finalizing.
    for (const action of [`${host}/actions/install`, `${host}/actions/reset`]) {
      expect([action, (await call("POST", action)).status]).toEqual([action, 409]);
    }
    expect((await call("POST", `/v1/clusters/${id}/actions/install_hosts`)).status).toBe(409);
    for (const file of [`${host}/ignition`, `${host}/downloads/ignition`]) {
      expect([file, (await call("GET", file)).status]).toEqual([file, 404]);
    }
    const end = await call<Cluster>("POST", `/v1/clusters/${id}/actions/complete_installation`, { is_success: true });
    expect([end.status, end.body.id]).toEqual([202, id]);
  });

  test("are not found under another cluster", async () => {
    const other = await newCluster();
    const path = `/v1/clusters/${other.id}/hosts/${first?.hostId}`;
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("GET", `${path}/instructions`)).status).toBe(404);
    expect((await call("PATCH", `${path}/installer-args`, { args: [] })).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(404);
  });

  test("can be removed one by one, and go with their cluster and its infra-env", async () => {
    expect((await call("DELETE", `/v1/clusters/${id}/hosts/${second?.hostId}`)).status).toBe(204);
    expect((await call<Host[]>("GET", `/v1/clusters/${id}/hosts`)).body).toHaveLength(2);
    expect((await call("DELETE", `/v1/clusters/${id}`)).status).toBe(204);
    expect((await call("GET", `/v1/clusters/${id}`)).status).toBe(404);
    expect((await call("GET", `/v2/infra-envs/${id}`)).status).toBe(404);
  });
});

test("files of a cluster have one address for all kinds", async () => {
  const { id } = await newCluster();
  await call("POST", `/v1/clusters/${id}/downloads/image`, {});
  const path = `/v1/clusters/${id}/downloads/files?file_name=`;
  const ignition = await call<{ ignition: { version: string } }>("GET", `${path}discovery.ign`);
  expect([ignition.status, ignition.body.ignition.version]).toEqual([200, "3.1.0"]);
  for (const name of ["kubeconfig", "kubeadmin-password", "bootstrap.ign"]) {
    expect((await call("GET", path + name)).status).toBe(409);
  }
});

test("manifests are listed, added, read and removed as today", async () => {
  const path = `/v1/clusters/${(await newCluster()).id}/manifests`;
  const content = Buffer.from('{"kind":"ConfigMap"}').toString("base64");
  const shown = { folder: "manifests", file_name: "a.json", manifest_source: "user" };
  expect(await call("POST", path, { file_name: "a.json", content })).toEqual({ status: 201, body: shown });
  expect(await call("GET", path)).toEqual({ status: 200, body: [shown] });
  expect(await call("GET", `${path}/files?file_name=a.json`)).toEqual({ status: 200, body: { kind: "ConfigMap" } });
  expect((await call("DELETE", `${path}?file_name=a.json`)).status).toBe(200);
  expect((await call("GET", path)).body).toEqual([]);
});

test("the config that hosts boot with is the cluster's own, also before its image was made", async () => {
  const { id } = await newCluster();
  const config = '{"ignition":{"version":"3.1.0"},"storage":{"files":[{"path":"/etc/motd"}]}}';
  expect((await call("PATCH", `/v1/clusters/${id}/discovery-ignition`, { config })).status).toBe(201);
  expect((await call("POST", `/v1/clusters/${id}/downloads/image`, {})).status).toBe(201);
  const read = await call<{ config: string }>("GET", `/v1/clusters/${id}/discovery-ignition`);
  expect([read.status, read.body.config]).toEqual([200, expect.stringContaining("/etc/motd")]);
  expect((await call("PATCH", `/v1/clusters/${id}/discovery-ignition`, { config: "{" })).status).toBe(400);
});

test("catalogues and requirements are those of today", async () => {
  const { id } = await newCluster();
  for (const [then, now] of [
    ["/v1/domains", "/v2/domains"],
    ["/v1/supported-operators", "/v2/supported-operators"],
    ["/v1/supported-operators/lso", "/v2/supported-operators/lso"],
    [`/v1/clusters/${id}/preflight-requirements`, `/v2/clusters/${id}/preflight-requirements`],
  ] as const) {
    const answer = await call("GET", then);
    expect([then, answer.status]).toEqual([then, 200]);
    expect(answer).toEqual(await call("GET", now));
  }
});

test("what is not built says which operation of today does it", async () => {
  const { id } = await newCluster();
  const { status, body } = await call("GET", `/v1/clusters/${id}/free_addresses`);
  expect([status, body.reason]).toEqual([501, expect.stringContaining("ListClusterHosts")]);
});
