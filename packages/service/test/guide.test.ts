// A published guide of 2021, line by line: five nodes with curl and jq, the old API mixed with the new one.
import { join } from "node:path";
import type { Cluster, Event } from "@muster/contract";
import { writeImage } from "@muster/iso";
import { buildLiveIso } from "@muster/iso/testing";
import { bootHosts, createClock, describeCluster, type Fleet, Site, until } from "@muster/simulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addImage, imageDirectory } from "../src/images/added-images.ts";
import { runningService } from "./running-service.ts";

const service = runningService();
const network = "192.168.126.0/24";
const pullSecret = '{"auths":{"quay.io":{"auth":"c2ltdWxhdGVkOm1hY2hpbmU=","email":"nobody@example.com"}}}';
const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIC5vIGRvb3Igb3BlbnMgd2l0aCB0aGlzIGtleSE core@lab.local";
const neverSet = "0001-01-01T00:00:00.000Z";

/** The guide's version is too old for the catalogue: whoever follows it today brings its live image, too. */
beforeAll(async () => {
  const file = join(service.directory, "live.iso");
  await writeImage(await buildLiveIso(), file);
  const about = { openshift_version: "4.8", cpu_architecture: "x86_64", version: "4.8" } as const;
  await addImage(imageDirectory(service.directory), { file, move: true }, about);
});

const fleets: Fleet[] = [];
afterAll(() => Promise.all(fleets.map((fleet) => fleet.stop())));
let id = "";

/** `curl -s -X METHOD -H "Content-Type: application/json" -d BODY $A/PATH`. */
function curl(path: string, method = "GET", body?: object): Promise<Response> {
  return fetch(`${service.url}/api/assisted-install${path}`, {
    method,
    headers: { accept: "application/json", "content-type": "application/json", get_unregistered_clusters: "false" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function jq<Answer>(answer: Promise<Response>, status = 200): Promise<Answer> {
  const { status: found, text } = await answer.then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }));
  expect([found, text.slice(0, 2_000)]).toEqual([status, expect.any(String)]);
  return JSON.parse(text);
}

/** `.[]` of the list that the guide looks at between its steps. */
async function clusterInList(): Promise<Cluster> {
  const clusters = await jq<Cluster[]>(curl("/v2/clusters?with_hosts=true"));
  expect(clusters).toHaveLength(1);
  const [cluster] = clusters;
  if (!cluster) throw new Error("there is no cluster");
  return cluster;
}

const untilListed = (what: string, holds: (cluster: Cluster) => boolean) =>
  until({
    what,
    look: clusterInList,
    holds,
    hopeless: ({ status, status_info }) => (status === "error" ? status_info : null),
    describe: describeCluster,
    withinSeconds: 90,
  });

type Validation = { id: string; status: string; message: string };
const validationsIn = (text = "{}"): Validation[] => {
  const categories: Record<string, Validation[]> = JSON.parse(text);
  return Object.values(categories).flat();
};

function boot(count: number, firstNumber: number): void {
  const { client } = service;
  const site = fleets[0]?.site ?? new Site({ client, clock: createClock(300) });
  fleets.push(bootHosts(client, { infraEnvId: id, count, firstNumber, site, machine: { networks: [network] } }));
}

test("1. POST /v1/clusters takes the body of the guide as it is", async () => {
  const cluster = await jq<Cluster>(
    curl("/v1/clusters", "POST", {
      kind: "Cluster",
      name: "ocpd",
      openshift_version: "4.8",
      ocp_release_image: "quay.io/openshift-release-dev/ocp-release:4.8.0-fc.3-x86_64",
      base_dns_domain: "lab.local",
      hyperthreading: "all",
      ingress_vip: "192.168.126.7",
      schedulable_masters: false,
      high_availability_mode: "Full",
      user_managed_networking: false,
      platform: { type: "baremetal" },
      cluster_networks: [{ cidr: "10.128.0.0/14", host_prefix: 23 }],
      service_networks: [{ cidr: "172.31.0.0/16" }],
      machine_networks: [{ cidr: network }],
      network_type: "OVNKubernetes",
      additional_ntp_source: "ntp1.lab.local",
      vip_dhcp_allocation: false,
      ssh_public_key: sshKey,
      pull_secret: pullSecret,
    }),
    201,
  );
  id = cluster.id;
  expect(cluster).toMatchObject({
    name: "ocpd",
    user_name: "admin",
    pull_secret_set: true,
    ingress_vips: [{ ip: "192.168.126.7" }],
    vip_dhcp_allocation: false,
    image_info: { created_at: neverSet },
  });
});

test("2. GET /v2/clusters says what is still missing, as JSON in a string", async () => {
  const cluster = await clusterInList();
  expect(cluster).toMatchObject({ id, status: "pending-for-input", install_started_at: neverSet, hosts: [] });
  expect(validationsIn(cluster.validations_info)).toEqual(
    expect.arrayContaining([
      { id: "sufficient-masters-count", status: "failure", message: expect.stringMatching(/.../) },
      { id: "cluster-cidr-defined", status: "success", message: expect.stringMatching(/.../) },
    ]),
  );
});

test("3. and 4. an image is made once it is asked for, and downloaded with curl -L", async () => {
  expect((await curl(`/v1/clusters/${id}/downloads/image`)).status).toBe(404);
  const { image_info: image } = await jq<Cluster>(
    curl(`/v1/clusters/${id}/downloads/image`, "POST", {
      ssh_public_key: sshKey,
      pull_secret: pullSecret,
      image_type: "full-iso",
    }),
    201,
  );
  expect(image).toMatchObject({
    type: "full-iso",
    ssh_public_key: sshKey,
    download_url: expect.stringContaining(`/byid/${id}/4.8/x86_64/full.iso`),
    created_at: expect.not.stringContaining("0001"),
    expires_at: neverSet,
  });
  const iso = await curl(`/v1/clusters/${id}/downloads/image`);
  expect([iso.status, iso.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect((await iso.arrayBuffer()).byteLength).toBe(image.size_bytes);
  const head = await curl(`/v1/clusters/${id}/downloads/image`, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(image.size_bytes)]);
});

test("5. machines boot, and are listed with reports that are JSON in strings", async () => {
  boot(3, 1);
  const { hosts = [] } = await untilListed("three known hosts", ({ hosts = [] }) => {
    return hosts.length === 3 && hosts.every((host) => host.status === "known" && host.domain_name_resolutions);
  });
  for (const host of hosts) {
    expect(host).toMatchObject({
      kind: "Host",
      role: "auto-assign",
      cluster_id: id,
      infra_env_id: id,
      user_name: "admin",
      href: `/api/assisted-install/v2/infra-envs/${id}/hosts/${host.id}`,
      logs_collected_at: neverSet,
      progress: { stage_started_at: neverSet, stage_updated_at: neverSet },
    });
    const reports = [host.inventory, host.connectivity, host.ntp_sources, host.domain_name_resolutions];
    for (const report of reports) expect(JSON.parse(report ?? "")).toBeTypeOf("object");
    const validations = validationsIn(host.validations_info);
    expect(validations).toContainEqual({ id: "connected", status: "success", message: expect.stringMatching(/.../) });
    expect(validations.filter(({ status }) => status === "failure" || status === "error")).toEqual([]);
  }
}, 120_000);

test("6. PATCH makes three hosts masters one by one; two that boot later become workers", async () => {
  const { hosts = [] } = await clusterInList();
  for (const host of hosts) {
    const patch = { hosts_roles: [{ id: host.id, role: "master" }] };
    const { hosts: patched = [] } = await jq<Cluster>(curl(`/v1/clusters/${id}`, "PATCH", patch), 201);
    expect(patched.find((other) => other.id === host.id)?.role).toBe("master");
  }
  boot(2, 4);
  const ready = await untilListed("five known hosts", ({ hosts = [] }) => {
    return hosts.length === 5 && hosts.every(({ status }) => status === "known");
  });
  const roles = ready.hosts?.map(({ role, suggested_role: suggested }) => `${role} ${suggested}`).sort();
  expect(roles).toEqual([
    "auto-assign worker",
    "auto-assign worker",
    "master master",
    "master master",
    "master master",
  ]);
}, 120_000);

test("7. PATCH sets the API's address, and the cluster can be installed", async () => {
  const cluster = await jq<Cluster>(curl(`/v1/clusters/${id}`, "PATCH", { api_vip: "192.168.126.5" }), 201);
  expect(cluster).toMatchObject({
    api_vip: "192.168.126.5",
    ingress_vip: "192.168.126.7",
    api_vips: [{ ip: "192.168.126.5" }],
    ingress_vips: [{ ip: "192.168.126.7" }],
  });
  await untilListed("a cluster that is ready", ({ status }) => status === "ready");
  const started = await jq<Cluster>(curl(`/v1/clusters/${id}/actions/install`, "POST"), 202);
  expect(started.status).toBe("preparing-for-installation");
}, 120_000);

test("8. progress is told per host and for the whole, and ends at 100 everywhere", async () => {
  const written = new Set<string>();
  const installed = await untilListed("an installed cluster", ({ status, hosts = [] }) => {
    for (const { progress } of hosts) {
      if (progress?.current_stage === "Writing image to disk") written.add(progress.progress_info ?? "");
    }
    return status === "installed";
  });
  expect([...written]).toContainEqual(expect.stringMatching(/^\d+%$/));
  expect(installed.progress).toMatchObject({
    preparing_for_installation_stage_percentage: 100,
    installing_stage_percentage: 100,
    finalizing_stage_percentage: 100,
    total_percentage: 100,
  });
  for (const host of installed.hosts ?? []) {
    expect(host).toMatchObject({
      status: "installed",
      progress: { current_stage: "Done", installation_percentage: 100, stage_started_at: expect.stringMatching(/^2/) },
    });
  }
  expect(installed.hosts?.map(({ role }) => role).sort()).toEqual(["master", "master", "master", "worker", "worker"]);
  expect(fleets.flatMap((fleet) => fleet.troubles())).toEqual([]);
}, 120_000);

test("9. kubeconfig and credentials", async () => {
  const kubeconfig = await curl(`/v1/clusters/${id}/downloads/kubeconfig`);
  expect([kubeconfig.status, kubeconfig.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
  expect(await kubeconfig.text()).toContain("https://api.ocpd.lab.local:6443");
  expect(await jq(curl(`/v1/clusters/${id}/credentials`))).toEqual({
    username: "kubeadmin",
    password: expect.stringMatching(/^\w{5}(-\w{5}){3}$/),
    console_url: "https://console-openshift-console.apps.ocpd.lab.local",
  });
});

test("what the guide's neighbours read: the same cluster, hosts, events and operators under /v1", async () => {
  const cluster = await jq<Cluster>(curl(`/v1/clusters/${id}`));
  expect(cluster).toMatchObject({ status: "installed", image_info: { type: "full-iso" } });
  expect(await jq<unknown[]>(curl(`/v1/clusters/${id}/hosts`))).toHaveLength(5);
  const names = (await jq<Event[]>(curl(`/v1/clusters/${id}/events`))).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["cluster_registration_succeeded", "cluster_installation_completed"]));
  const operators = await jq<{ name: string }[]>(curl(`/v1/clusters/${id}/monitored_operators`));
  expect(operators.map(({ name }) => name)).toContain("console");
});

test("a machine that is installed is told over the network to boot from its disk", async () => {
  const { hosts = [] } = await clusterInList();
  const { interfaces }: { interfaces: { mac_address: string }[] } = JSON.parse(hosts[0]?.inventory ?? "");
  const path = `/v2/infra-envs/${id}/downloads/files?file_name=ipxe-script&mac=${interfaces[0]?.mac_address}`;
  const skipped = await curl(`${path}&ipxe_script_type=boot-order-control`);
  expect([skipped.status, await skipped.text()]).toEqual([404, expect.stringContaining("IPXE booting skipped")]);
});
