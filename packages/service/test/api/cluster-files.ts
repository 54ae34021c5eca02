import { buffer } from "node:stream/consumers";
import { untilCluster } from "@muster/simulator";
import { extract } from "tar-stream";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Held, type HeldStatus, heldInstall } from "../held-installs.ts";
import { bringTo, newCluster, newInfraEnv, newMachine, newSingleNode, refusal } from "../scene.ts";
import { service } from "./service.ts";

const held = new Map<HeldStatus, Held>();

// All of them stay as they are: the machines are switched off.
beforeAll(async () => {
  const statuses: HeldStatus[] = ["preparing-for-installation", "installing", "finalizing", "error", "installed"];
  await Promise.all(
    statuses.map(async (status) => {
      const install = await heldInstall(service.client, status);
      await install.fleet.stop();
      held.set(status, install);
    }),
  );
}, 60_000);

function at(status: HeldStatus): Held {
  const found = held.get(status);
  if (!found) throw new Error(`there is no cluster that is ${status}`);
  return found;
}

const file = (clusterId: string, file_name: "bootstrap.ign" | "install-config.yaml" | "custom_manifests.json") =>
  service.client.call("V2DownloadClusterFiles", { params: { cluster_id: clusterId }, query: { file_name } });
const credential = (clusterId: string, file_name: "kubeconfig" | "kubeconfig-noingress" | "kubeadmin-password") =>
  service.client.call("V2DownloadClusterCredentials", { params: { cluster_id: clusterId }, query: { file_name } });

describe("files of a cluster", () => {
  test("are not there before its installation has begun", async () => {
    const { id, name } = await newCluster(service.client);
    for (const clusterId of [id, at("preparing-for-installation").clusterId]) {
      for (const work of [
        () => file(clusterId, "bootstrap.ign"),
        () => file(clusterId, "install-config.yaml"),
        () => credential(clusterId, "kubeconfig-noingress"),
        () => credential(clusterId, "kubeadmin-password"),
      ]) {
        const refused = await refusal(work());
        expect(refused).toEqual({ status: 409, reason: expect.stringContaining("has begun") });
      }
    }
    expect((await refusal(file(id, "bootstrap.ign"))).reason).toContain(`cluster ${name} is pending-for-input`);
  });

  test.for<HeldStatus>(["installing", "finalizing", "error", "installed"])(
    "come as downloads while it is %s",
    async (status) => {
      const { clusterId } = at(status);
      const bootstrap = await file(clusterId, "bootstrap.ign");
      expect(bootstrap.headers.get("content-type")).toBe("application/octet-stream");
      expect(bootstrap.headers.get("content-disposition")).toContain('filename="bootstrap.ign"');
      const text = await bootstrap.text();
      expect(Number(bootstrap.headers.get("content-length"))).toBe(Buffer.byteLength(text));
      expect(JSON.parse(text).ignition.version).toMatch(/^3\./);
      expect(parse(await (await file(clusterId, "install-config.yaml")).text())).toMatchObject({ apiVersion: "v1" });
      expect(await (await credential(clusterId, "kubeadmin-password")).text()).toMatch(/^\w{5}(-\w{5}){3}$/);
      expect(await (await credential(clusterId, "kubeconfig-noingress")).text()).toContain("clusters:");
    },
  );

  test("that nobody made are not found", async () => {
    const refused = await refusal(file(at("installed").clusterId, "custom_manifests.json"));
    expect(refused).toEqual({ status: 404, reason: expect.stringContaining("custom_manifests.json") });
  });

  test("the kubeconfig comes later than the rest, and without the ingress until that has handed in its certificate", async () => {
    expect(await refusal(credential(at("installing").clusterId, "kubeconfig"))).toEqual({
      status: 409,
      reason: expect.stringContaining("finalizing or later"),
    });
    const { clusterId } = at("error");
    const [plain, whole] = await Promise.all(
      (["kubeconfig-noingress", "kubeconfig"] as const).map(async (name) => (await credential(clusterId, name)).text()),
    );
    expect(whole).toBe(plain);
  });

  test("the ingress's certificate is added to the kubeconfig once", async () => {
    const { clusterId } = at("finalizing");
    const upload = (name: string) =>
      service.client.send("v2UploadClusterIngressCert", {
        params: { cluster_id: clusterId },
        body: `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`,
      });
    const params = { cluster_id: clusterId };
    expect(await refusal(service.client.call("v2UploadClusterIngressCert", { params, body: "no PEM" }))).toEqual({
      status: 400,
      reason: expect.stringContaining("PEM"),
    });
    for (const name of ["first", "second"]) expect((await upload(name)).status).toBe(201);
    const { clusters } = parse(await (await credential(clusterId, "kubeconfig")).text());
    const trusted = Buffer.from(clusters[0].cluster["certificate-authority-data"], "base64").toString();
    expect(trusted.match(/first|second/g)).toEqual(["first"]);
    expect(await (await credential(clusterId, "kubeconfig-noingress")).text()).not.toContain(
      clusters[0].cluster["certificate-authority-data"],
    );
  });

  test("have no links without a store that signs them", async () => {
    const params = { cluster_id: at("installed").clusterId };
    const refusals = await Promise.all([
      refusal(
        service.client.call("V2GetPresignedForClusterCredentials", { params, query: { file_name: "kubeconfig" } }),
      ),
      refusal(service.client.call("V2GetPresignedForClusterFiles", { params, query: { file_name: "logs" } })),
    ]);
    for (const refused of refusals)
      expect(refused).toEqual({ status: 400, reason: expect.stringContaining("object store") });
  });

  test("of hosts are their ignition, once the cluster is prepared", async () => {
    const { infraEnvId, hostId } = at("installing");
    const params = { infra_env_id: infraEnvId, host_id: hostId };
    const download = await service.client.call("v2DownloadHostIgnition", { params });
    const text = await download.text();
    expect(download.headers.get("content-disposition")).toBe(`attachment; filename="bootstrap-${hostId}.ign"`);
    expect(JSON.parse(text).ignition.version).toMatch(/^3\./);
    expect(await service.client.call("v2GetHostIgnition", { params })).toEqual({ config: text });
  });
});

describe("credentials", () => {
  test("are told once the console is up", async () => {
    const read = (status: HeldStatus) =>
      service.client.call("V2GetCredentials", { params: { cluster_id: at(status).clusterId } });
    expect(await read("installed")).toEqual({
      username: "kubeadmin",
      password: await (await credential(at("installed").clusterId, "kubeadmin-password")).text(),
      console_url: expect.stringMatching(/^https:\/\/console-openshift-console\.apps\.held-\d+\.example\.com$/),
    });
    for (const status of ["installing", "finalizing", "error"] as const) {
      expect(await refusal(read(status))).toEqual({ status: 409, reason: expect.stringContaining(status) });
    }
  });
});

describe("logs", () => {
  const upload = (clusterId: string, query: object, text: string) =>
    service.client.send("V2UploadLogs", {
      params: { cluster_id: clusterId },
      query: query as { logs_type: "host" },
      body: { upfile: new File([text], "logs.tar.gz") },
    });
  const download = (clusterId: string, query: object) =>
    service.client.call("V2DownloadClusterLogs", { params: { cluster_id: clusterId }, query });

  test("of a host and of the controller come back as they were sent", async () => {
    const { clusterId, infraEnvId, hostId } = at("error");
    const host = { logs_type: "host", host_id: hostId, infra_env_id: infraEnvId };
    expect((await upload(clusterId, host, "from the host")).status).toBe(204);
    expect((await upload(clusterId, { logs_type: "controller" }, "from the controller")).status).toBe(204);
    expect(await (await download(clusterId, { logs_type: "host", host_id: hostId })).text()).toBe("from the host");
    expect(await (await download(clusterId, { host_id: hostId })).text()).toBe("from the host");
    expect(await (await download(clusterId, { logs_type: "controller" })).text()).toBe("from the controller");
    const cluster = await service.client.call("v2GetCluster", { params: { cluster_id: clusterId } });
    expect(cluster.controller_logs_collected_at).toMatch(/^20/);
    expect(cluster.hosts?.[0]?.logs_collected_at).toMatch(/^20/);
    const names = (await service.client.call("v2ListEvents", { query: { cluster_id: clusterId } })).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["host_logs_uploaded", "cluster_logs_uploaded"]));
  });

  test("all of a cluster are one archive, with what the service knows of it", async () => {
    const { clusterId } = at("installed");
    await upload(clusterId, { logs_type: "controller" }, "from the controller");
    const response = await download(clusterId, { logs_type: "all" });
    expect(response.headers.get("content-disposition")).toContain(".tar");
    const files = await unpack(Buffer.from(await response.arrayBuffer()));
    const cluster = await service.client.call("v2GetCluster", { params: { cluster_id: clusterId } });
    expect(JSON.parse(files.get("logs/cluster/metadata.json") ?? "{}")).toMatchObject({ id: clusterId });
    const events = JSON.parse(files.get("logs/cluster/events.json") ?? "[]") as { name: string }[];
    expect(events.map(({ name }) => name)).toContain("cluster_installation_completed");
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${cluster.name}_controller`),
        expect.stringMatching(/\.tar\.gz$/),
      ]),
    );
  });

  test("hold the manifests that users gave", async () => {
    const { id } = await newCluster(service.client);
    const content = Buffer.from("kind: ConfigMap\n").toString("base64");
    await service.client.call("V2CreateClusterManifest", {
      params: { cluster_id: id },
      body: { folder: "openshift", file_name: "mine.yaml", content },
    });
    const files = await unpack(Buffer.from(await (await download(id, { logs_type: "all" })).arrayBuffer()));
    expect(files.get("logs/cluster/manifest_openshift_mine.yaml")).toBe("kind: ConfigMap\n");
  });

  test("that nobody sent are not found", async () => {
    const { id } = await newCluster(service.client);
    expect(await refusal(download(id, { logs_type: "controller" }))).toMatchObject({ status: 404 });
    const stranger = at("installed").hostId;
    expect(await refusal(download(id, { logs_type: "host", host_id: stranger }))).toMatchObject({ status: 404 });
    expect(await refusal(download(id, { logs_type: "host" }))).toEqual({
      status: 400,
      reason: expect.stringContaining("host_id"),
    });
  });

  test("of a host that belongs elsewhere, or to a cluster that is not there, are refused", async () => {
    const { hostId } = at("installed");
    const { id } = await newCluster(service.client);
    const query = { logs_type: "host", host_id: hostId };
    expect(await refusal(upload(id, query, "x"))).toEqual({ status: 404, reason: expect.stringContaining(hostId) });
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect(await refusal(upload(nobody, query, "x"))).toMatchObject({ status: 404 });
    expect(await refusal(upload(nobody, { logs_type: "controller" }, "x"))).toMatchObject({ status: 404 });
    expect(await refusal(upload(id, { logs_type: "host" }, "x"))).toEqual({
      status: 400,
      reason: expect.stringContaining("host_id"),
    });
    expect(await refusal(upload(id, { logs_type: "all" }, "x"))).toEqual({
      status: 400,
      reason: expect.stringContaining("logs_type"),
    });
  });

  test("without a file, or in another form, are refused", async () => {
    const { id } = await newCluster(service.client);
    const url = `${service.url}/api/assisted-install/v2/clusters/${id}/logs?logs_type=controller`;
    const plain = await fetch(url, { method: "POST", body: "x", headers: { "content-type": "application/json" } });
    expect([plain.status, await plain.text()]).toEqual([415, expect.stringContaining("multipart/form-data")]);
    const form = new FormData();
    form.set("something", "else");
    const empty = await fetch(url, { method: "POST", body: form });
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining("upfile")]);
  });

  test("are collected step by step, and the steps are shown", async () => {
    const { clusterId, infraEnvId, hostId } = at("error");
    const params = { infra_env_id: infraEnvId, host_id: hostId };
    for (const logs_state of ["requested", "collecting", "completed"] as const) {
      const host = await service.client.send("v2UpdateHostLogsProgress", { params, body: { logs_state } });
      const cluster = await service.client.send("v2UpdateClusterLogsProgress", {
        params: { cluster_id: clusterId },
        body: { logs_state },
      });
      expect([host.status, cluster.status]).toEqual([204, 204]);
      const shown = await service.client.call("v2GetCluster", { params: { cluster_id: clusterId } });
      expect([shown.logs_info, shown.hosts?.[0]?.logs_info]).toEqual([logs_state, logs_state]);
    }
  });
});

describe("what a controller reports", () => {
  test("is taken while its cluster comes up, and shown", async () => {
    const { clusterId } = at("finalizing");
    const params = { cluster_id: clusterId };
    const stage = { finalizing_stage: "Waiting for cluster operators" } as const;
    expect((await service.client.send("v2UpdateClusterFinalizingProgress", { params, body: stage })).status).toBe(200);
    const report = { name: "console", status: "progressing", status_info: "almost there", version: "4.22.9" } as const;
    expect((await service.client.send("v2ReportMonitoredOperatorStatus", { params, body: report })).status).toBe(200);
    const [console] = await service.client.call("V2ListOfClusterOperators", {
      params,
      query: { operator_name: "console" },
    });
    expect(console).toMatchObject(report);
    expect((await service.client.call("v2GetCluster", { params })).progress).toMatchObject(stage);
  });

  test("about operators that the cluster does not have is refused, and they are named", async () => {
    const params = { cluster_id: at("finalizing").clusterId };
    const body = { name: "toaster", status: "available" } as const;
    expect(await refusal(service.client.call("v2ReportMonitoredOperatorStatus", { params, body }))).toEqual({
      status: 404,
      reason: expect.stringContaining("console"),
    });
    const query = { operator_name: "toaster" };
    expect(await refusal(service.client.call("V2ListOfClusterOperators", { params, query }))).toMatchObject({
      status: 404,
    });
  });

  test("before anything is installed is too early", async () => {
    const { id } = await newCluster(service.client);
    const params = { cluster_id: id };
    const report = { name: "console", status: "available" } as const;
    expect(await refusal(service.client.call("v2ReportMonitoredOperatorStatus", { params, body: report }))).toEqual({
      status: 409,
      reason: expect.stringContaining("pending-for-input"),
    });
    const stage = { finalizing_stage: "Waiting for cluster operators" } as const;
    expect(await refusal(service.client.call("v2UpdateClusterFinalizingProgress", { params, body: stage }))).toEqual({
      status: 409,
      reason: expect.stringContaining("finalizing"),
    });
  });
});

test("a cluster that was deleted keeps its files until it is forgotten, but nobody gets them", async () => {
  const { clusterId } = await heldInstall(service.client, "error");
  await untilCluster(service.client, clusterId, "error");
  await service.client.call("v2DeregisterCluster", { params: { cluster_id: clusterId } });
  expect(await refusal(file(clusterId, "bootstrap.ign"))).toMatchObject({ status: 404 });
});

test("a host that is added to an imported cluster gets a pointer to it", async () => {
  const cluster = await service.client.call("v2ImportCluster", {
    body: {
      name: "runs",
      api_vip_dnsname: "api.runs.example.com",
      openshift_cluster_id: "3fa85f64-5717-4562-b3fc-2c963f66afa7",
      openshift_version: "4.22",
    },
  });
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  const machine = newMachine(service.client, infraEnvId);
  const host = await bringTo(service.client, infraEnvId, machine, "known");
  expect(host).toMatchObject({ kind: "AddToExistingClusterHost", machine_config_pool_name: "worker" });
  const params = { infra_env_id: infraEnvId, host_id: machine.id };
  const { config = "" } = await service.client.call("v2GetHostIgnition", { params });
  expect(JSON.parse(config).ignition.config.merge).toEqual([
    { source: "http://api.runs.example.com:22624/config/worker" },
  ]);
  // An endpoint that asks for a token is shown it, and what the user wants of the host comes with it.
  await service.client.call("v2UpdateHost", {
    params,
    body: { ignition_endpoint_token: "secret", ignition_endpoint_http_headers: [{ key: "X-Pool", value: "gold" }] },
  });
  const own = { ignition: { version: "3.2.0" }, storage: { files: [{ path: "/etc/own" }] } };
  await service.client.call("v2UpdateHostIgnition", { params, body: { config: JSON.stringify(own) } });
  const whole = JSON.parse(await (await service.client.call("v2DownloadHostIgnition", { params })).text());
  expect(whole.ignition.version).toBe("3.2.0");
  expect(whole.ignition.config.merge[0].httpHeaders).toEqual([
    { name: "Authorization", value: "Bearer secret" },
    { name: "X-Pool", value: "gold" },
  ]);
  expect(whole.storage.files.map(({ path }: { path: string }) => path)).toEqual(["/etc/hostname", "/etc/own"]);
  const { status, body } = await service.client.send("v2InstallHost", { params });
  expect([status, body.status]).toEqual([202, "installing"]);
  const { status: resetStatus, body: reset } = await service.client.send("v2ResetHost", { params });
  expect([resetStatus, reset.status]).toEqual([200, "resetting-pending-user-action"]);
  await bringTo(service.client, infraEnvId, machine, "known");
});

async function unpack(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries = extract();
  entries.end(archive);
  for await (const entry of entries) files.set(entry.header.name, (await buffer(entry)).toString());
  return files;
}

test("a host of a single node that is known makes its cluster ready", async () => {
  const cluster = await newSingleNode(service.client);
  const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: cluster.id });
  await bringTo(service.client, infraEnvId, newMachine(service.client, infraEnvId), "known");
  expect(await service.client.call("v2GetCluster", { params: { cluster_id: cluster.id } })).toMatchObject({
    status: "ready",
    ready_host_count: 1,
  });
});
