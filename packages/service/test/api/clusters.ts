import type { ClusterCreateParams } from "@muster/contract";
import { pullSecret } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { newCluster, newInfraEnv, newMachine, newSingleNode, nobody, refusal } from "../scene.ts";
import { service } from "./service.ts";

const read = (id: string) => service.client.call("v2GetCluster", { params: { cluster_id: id } });
const eventNames = async (id: string) =>
  (await service.client.call("v2ListEvents", { query: { cluster_id: id } })).map(({ name }) => name);

describe("a new cluster", () => {
  test("gets what it does not say from the defaults, and hides its pull secret", async () => {
    const { status, body } = await service.client.send("v2RegisterCluster", {
      body: { name: "plain", openshift_version: "4.22", pull_secret: '{"auths":{"quay.io":{"auth":"YTpi"}}}' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "Cluster",
      href: `/api/assisted-install/v2/clusters/${body.id}`,
      name: "plain",
      status: "insufficient",
      openshift_version: expect.stringMatching(/^4\.22\.\d+$/),
      ocp_release_image: expect.stringContaining("ocp-release:4.22."),
      high_availability_mode: "Full",
      control_plane_count: 3,
      platform: { type: "baremetal" },
      user_managed_networking: false,
      vip_dhcp_allocation: false,
      network_type: "OVNKubernetes",
      hyperthreading: "all",
      schedulable_masters_forced_true: true,
      cluster_networks: [{ cluster_id: body.id, cidr: "10.128.0.0/14", host_prefix: 23 }],
      service_networks: [{ cluster_id: body.id, cidr: "172.30.0.0/16" }],
      pull_secret_set: true,
      imported: false,
      hosts: [],
      total_host_count: 0,
      install_started_at: "0001-01-01T00:00:00.000Z",
      progress: { total_percentage: 0, finalizing_stage_started_at: "0001-01-01T00:00:00.000Z" },
    });
    expect(body.monitored_operators?.map(({ name }) => name)).toContain("console");
    expect(JSON.stringify(body)).not.toContain("YTpi");
    expect(await eventNames(body.id)).toContain("cluster_registration_succeeded");
    // By then it has been looked at.
    expect(await read(body.id)).toEqual({
      ...body,
      status: "pending-for-input",
      status_info: expect.stringContaining("waits for input"),
    });
  });

  test("of one node manages its networks itself", async () => {
    expect(await newSingleNode(service.client)).toMatchObject({
      high_availability_mode: "None",
      control_plane_count: 1,
      platform: { type: "none" },
      user_managed_networking: true,
    });
  });

  test("of machines of several kinds takes a release for several kinds", async () => {
    const cluster = await newCluster(service.client, { openshift_version: "4.22-multi" });
    expect(cluster).toMatchObject({ cpu_architecture: "multi", openshift_version: expect.stringMatching(/-multi$/) });
  });

  test("that names its own release image needs no entry in the catalogue", async () => {
    const image = "registry.example.com/ocp/release:4.22.99-x86_64";
    const cluster = await newCluster(service.client, { openshift_version: "4.22.99", ocp_release_image: image });
    expect(cluster).toMatchObject({ openshift_version: "4.22.99", ocp_release_image: image });
  });

  test.for<[string, Partial<ClusterCreateParams>]>([
    ["name", { name: "Capital" }],
    ["name", { name: "x".repeat(55) }],
    ["openshift_version", { openshift_version: "3.11" }],
    ["pull_secret", { pull_secret: "no JSON" }],
    ["base_dns_domain", { base_dns_domain: "not a domain" }],
    ["cluster_network_cidr", { cluster_network_cidr: "10.0.0.0" }],
    ["control_plane_count", { control_plane_count: 7 }],
    ["ssh_public_key", { ssh_public_key: "ssh-rsa not-a-key" }],
    ["http_proxy", { http_proxy: "not a proxy" }],
    ["olm_operators", { olm_operators: [{ name: "nothing-known" }] }],
    ["ntp", { additional_ntp_source: "1.2.3.4", ntp_sources: "2.3.4.5" }],
  ])("with a wrong %s is refused, and the field is named", async ([field, body]) => {
    const refused = await refusal(newCluster(service.client, body));
    expect(refused.status).toBe(400);
    expect(refused.reason).toContain(field);
  });
});

describe("lists of clusters", () => {
  test("leave hosts out unless asked, and count them all the same", async () => {
    const cluster = await newSingleNode(service.client);
    const infraEnv = await newInfraEnv(service.client, { cluster_id: cluster.id });
    const machine = newMachine(service.client, infraEnv.id);
    await machine.register();
    const find = async (query: { with_hosts?: boolean }) =>
      (await service.client.call("v2ListClusters", { query })).find(({ id }) => id === cluster.id);
    const [without, withHosts] = [await find({}), await find({ with_hosts: true })];
    expect(without).toMatchObject({ total_host_count: 1, enabled_host_count: 1 });
    expect(without?.hosts).toEqual([]);
    expect(withHosts?.hosts?.map(({ id }) => id)).toEqual([machine.id]);
    const alone = await service.client.call("v2GetCluster", {
      params: { cluster_id: cluster.id },
      query: { "exclude-hosts": true },
    });
    expect([alone.hosts, alone.total_host_count]).toEqual([[], 1]);
  });

  test("are narrowed by owner and by the id that the cluster has in itself", async () => {
    const openshiftId = "11111111-2222-4333-8444-555555555555";
    const imported = await service.client.call("v2ImportCluster", {
      body: { name: "known", api_vip_dnsname: "api.known.example.com", openshift_cluster_id: openshiftId },
    });
    const list = (query: { owner?: string; openshift_cluster_id?: string; ams_subscription_ids?: string[] }) =>
      service.client.call("v2ListClusters", { query });
    expect((await list({ openshift_cluster_id: openshiftId })).map(({ id }) => id)).toEqual([imported.id]);
    expect((await list({ owner: imported.user_name ?? "" })).map(({ id }) => id)).toContain(imported.id);
    expect(await list({ owner: "somebody-else" })).toEqual([]);
    expect(await list({ ams_subscription_ids: ["1jgHBuXIiFnlR1pTHTTVyRbaAkU"] })).toEqual([]);
  });

  test("show deleted ones only when asked", async () => {
    const cluster = await newCluster(service.client);
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: cluster.id } });
    const list = async (headers: { get_unregistered_clusters?: boolean }) =>
      (await service.client.call("v2ListClusters", { headers })).find(({ id }) => id === cluster.id);
    expect(await list({})).toBeUndefined();
    expect(await list({ get_unregistered_clusters: true })).toMatchObject({
      deleted_at: expect.stringMatching(/^20\d\d-/),
    });
    expect(await refusal(read(cluster.id))).toMatchObject({ status: 404 });
    const kept = await service.client.call("v2GetCluster", {
      params: { cluster_id: cluster.id },
      headers: { get_unregistered_clusters: true },
    });
    expect(kept).toMatchObject({ id: cluster.id, deleted_at: expect.any(String) });
  });
});

describe("a change of a cluster", () => {
  test("answers 201 with the whole cluster, and touches nothing else", async () => {
    const before = await newCluster(service.client, { tags: "one,two" });
    const { status, body } = await service.client.send("V2UpdateCluster", {
      params: { cluster_id: before.id },
      body: {
        name: "renamed",
        base_dns_domain: "lab.example.com",
        api_vips: [{ ip: "192.168.77.5" }],
        ingress_vips: [{ ip: "192.168.77.6" }],
        ssh_public_key:
          "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl someone@example.com",
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "renamed",
      base_dns_domain: "lab.example.com",
      api_vips: [{ ip: "192.168.77.5" }],
      ingress_vips: [{ ip: "192.168.77.6" }],
      ssh_public_key: expect.stringContaining("ssh-ed25519"),
      tags: "one,two",
      openshift_version: before.openshift_version,
    });
    expect(await read(before.id)).toEqual(body);
  });

  test("that says what is known already changes nothing and is told by no event", async () => {
    const cluster = await read((await newCluster(service.client)).id);
    const events = await eventNames(cluster.id);
    const body = { name: cluster.name ?? "", base_dns_domain: "example.com" };
    await service.client.call("V2UpdateCluster", { params: { cluster_id: cluster.id }, body });
    expect(await eventNames(cluster.id)).toEqual(events);
    expect(await read(cluster.id)).toEqual(cluster);
  });

  test("is all or nothing: one wrong field and none is taken", async () => {
    const cluster = await read((await newCluster(service.client)).id);
    const body = { name: "half-way", cluster_networks: [{ cidr: "10.0.0.0/8", host_prefix: 3 }] };
    const refused = await refusal(service.client.call("V2UpdateCluster", { params: { cluster_id: cluster.id }, body }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("host_prefix") });
    expect(await read(cluster.id)).toEqual(cluster);
  });

  test("of the pull secret is kept where nobody can read it", async () => {
    const cluster = await newCluster(service.client);
    const secret = pullSecret.replace("nobody@example.com", "changed@example.com");
    const changed = await service.client.call("V2UpdateCluster", {
      params: { cluster_id: cluster.id },
      body: { pull_secret: secret },
    });
    expect(changed.pull_secret_set).toBe(true);
    expect(JSON.stringify(changed)).not.toContain("changed@example.com");
  });
});

describe("what a cluster is not there for", () => {
  test.for([
    ["v2GetCluster", {}],
    ["v2DeregisterCluster", {}],
    ["V2UpdateCluster", { body: { name: "nobody" } }],
    ["ListClusterHosts", {}],
    ["GetClusterSupportedPlatforms", {}],
    ["v2GetClusterInstallConfig", {}],
    ["v2UpdateClusterInstallConfig", { body: "{}" }],
    ["v2InstallCluster", {}],
    ["V2CancelInstallation", {}],
    ["v2ResetCluster", {}],
    ["v2CompleteInstallation", { body: { is_success: true } }],
    ["TransformClusterToDay2", {}],
    ["TransformClusterToAddingHosts", {}],
    ["v2GetPreflightRequirements", {}],
    ["v2UploadClusterIngressCert", { body: "-----BEGIN CERTIFICATE-----" }],
    ["v2GetIgnoredValidations", {}],
    ["v2SetIgnoredValidations", { body: {} }],
    ["V2GetClusterUISettings", {}],
    ["V2UpdateClusterUISettings", { body: "{}" }],
    ["v2UpdateClusterFinalizingProgress", { body: { finalizing_stage: "Waiting for cluster operators" } }],
    ["V2GetCredentials", {}],
    ["V2DownloadClusterCredentials", { query: { file_name: "kubeconfig" } }],
    ["V2DownloadClusterFiles", { query: { file_name: "metadata.json" } }],
    ["V2GetPresignedForClusterCredentials", { query: { file_name: "kubeconfig" } }],
    ["V2GetPresignedForClusterFiles", { query: { file_name: "logs" } }],
    ["V2ListClusterManifests", {}],
    ["V2CreateClusterManifest", { body: { file_name: "a.yaml", content: "YTogYgo=" } }],
    ["V2UpdateClusterManifest", { body: { folder: "manifests", file_name: "a.yaml", updated_content: "YTogYgo=" } }],
    ["V2DeleteClusterManifest", { query: { file_name: "a.yaml" } }],
    ["v2DownloadClusterManifest", { query: { file_name: "a.yaml" } }],
    ["V2DownloadClusterLogs", { query: { logs_type: "all" } }],
    ["v2UpdateClusterLogsProgress", { body: { logs_state: "requested" } }],
    ["V2ListOfClusterOperators", {}],
    ["v2ReportMonitoredOperatorStatus", { body: { name: "console", status: "available" } }],
  ] as const)("%s answers 404 and names the id", async ([operation, call]) => {
    const request = { params: { cluster_id: nobody }, ...call } as never;
    const refused = await refusal(service.client.call(operation, request));
    expect(refused).toEqual({ status: 404, reason: expect.stringContaining(nobody) });
  });
});

describe("clusters that were not installed here", () => {
  test("an imported one takes hosts at once, and its name comes from its API", async () => {
    const { status, body } = await service.client.send("v2ImportCluster", {
      body: {
        name: "elsewhere",
        api_vip_dnsname: "api.prod.lab.example.com",
        openshift_cluster_id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        openshift_version: "4.22",
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "AddHostsCluster",
      status: "adding-hosts",
      imported: true,
      api_vip_dns_name: "api.prod.lab.example.com",
      base_dns_domain: "lab.example.com",
      openshift_cluster_id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    });
    const refused = await refusal(service.client.call("v2InstallCluster", { params: { cluster_id: body.id } }));
    expect(refused).toEqual({ status: 409, reason: expect.stringContaining("AddHostsCluster") });
  });

  test("an import without the name of an API is refused", async () => {
    const body = { name: "elsewhere", api_vip_dnsname: "", openshift_cluster_id: nobody };
    const refused = await refusal(service.client.call("v2ImportCluster", { body }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("api_vip_dnsname") });
  });

  test("a disconnected one is only written down", async () => {
    const { status, body } = await service.client.send("v2RegisterDisconnectedCluster", {
      body: { name: "far-away", openshift_version: "4.22" },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "DisconnectedCluster", status: "unmonitored" });
    const refused = await refusal(service.client.call("v2InstallCluster", { params: { cluster_id: body.id } }));
    expect(refused.status).toBe(409);
  });
});

describe("what surrounds a cluster", () => {
  test("its notes for user interfaces come back as they were given", async () => {
    const { id } = await newCluster(service.client);
    const params = { cluster_id: id };
    expect(await service.client.call("V2GetClusterUISettings", { params })).toBe("");
    const note = JSON.stringify({ addToolbar: true, text: 'quotes " and \\ stay' });
    const { status, body } = await service.client.send("V2UpdateClusterUISettings", { params, body: note });
    expect([status, body]).toEqual([200, note]);
    expect(await service.client.call("V2GetClusterUISettings", { params })).toBe(note);
  });

  test("its install-config shows its settings with what was overridden, and never the pull secret", async () => {
    const { id, name } = await newCluster(service.client);
    const params = { cluster_id: id };
    const overrides = { fips: true, controlPlane: { hyperthreading: "Disabled" } };
    const sent = await service.client.send("v2UpdateClusterInstallConfig", { params, body: JSON.stringify(overrides) });
    expect(sent.status).toBe(201);
    const config = await service.client.call("v2GetClusterInstallConfig", { params });
    expect(config).toContain(`name: ${name}`);
    expect(config).toContain("fips: true");
    expect(config).toContain("hyperthreading: Disabled");
    expect(config).not.toContain("simulated");
    expect(await read(id)).toMatchObject({ install_config_overrides: JSON.stringify(overrides) });
    expect(await eventNames(id)).toContain("install_config_applied");
    await service.client.call("v2UpdateClusterInstallConfig", { params, body: "" });
    expect(await service.client.call("v2GetClusterInstallConfig", { params })).not.toContain("fips");
  });

  test.for([
    ["no JSON", "fips: true"],
    ["a list", "[1]"],
    ["an unknown part", '{"controlPlanes": {}}'],
    ["a field of a wrong type", '{"fips": "yes"}'],
    ["null where something is needed", '{"platform": null}'],
    ["broken, with a secret", '{"pullSecret": hunter2}'],
  ])("overrides of its install-config that are %s are refused", async ([, body = ""]) => {
    const { id } = await newCluster(service.client);
    const refused = await refusal(
      service.client.call("v2UpdateClusterInstallConfig", { params: { cluster_id: id }, body }),
    );
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("install-config") });
    expect(refused.reason).not.toContain("hunter2");
    expect((await read(id)).install_config_overrides).toBeUndefined();
  });

  test("its ignored checks are lists in strings", async () => {
    const { id } = await newCluster(service.client);
    const params = { cluster_id: id };
    expect(await service.client.call("v2GetIgnoredValidations", { params })).toEqual({
      "host-validation-ids": "[]",
      "cluster-validation-ids": "[]",
    });
    const body = { "host-validation-ids": '["ntp-synced"]', "cluster-validation-ids": '["all"]' };
    const sent = await service.client.send("v2SetIgnoredValidations", { params, body });
    expect([sent.status, sent.body]).toEqual([201, body]);
    expect(await service.client.call("v2GetIgnoredValidations", { params })).toEqual(body);
    expect(await read(id)).toMatchObject({
      ignored_host_validations: '["ntp-synced"]',
      ignored_cluster_validations: '["all"]',
    });
    expect(await eventNames(id)).toContain("validations_ignored");
  });

  test.for([
    ["no list", "host-validation-ids", "ntp-synced"],
    ["a list of numbers", "host-validation-ids", "[1]"],
    ["an unknown check", "host-validation-ids", '["is-blue"]'],
    ["a check that nothing can do without", "host-validation-ids", '["connected"]'],
    ["a check that nothing can do without", "cluster-validation-ids", '["sufficient-masters-count"]'],
  ] as const)("ignored checks that are %s are refused", async ([, field, list]) => {
    const { id } = await newCluster(service.client);
    const refused = await refusal(
      service.client.call("v2SetIgnoredValidations", { params: { cluster_id: id }, body: { [field]: list } }),
    );
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining(field) });
  });

  test("its preflight requirements tell what each role needs", async () => {
    const { id } = await newCluster(service.client, { olm_operators: [{ name: "lvm" }] });
    const requirements = await service.client.call("v2GetPreflightRequirements", { params: { cluster_id: id } });
    expect(requirements.ocp).toMatchObject({
      master: { quantitative: { cpu_cores: 4, ram_mib: 16_384 } },
      worker: { quantitative: { cpu_cores: 2, ram_mib: 8_192 } },
    });
    expect(requirements.operators?.map(({ operator_name }) => operator_name)).toContain("lvm");
  });

  test("its platforms depend on its size", async () => {
    const platforms = async (id: string) =>
      service.client.call("GetClusterSupportedPlatforms", { params: { cluster_id: id } });
    expect(await platforms((await newCluster(service.client)).id)).toEqual(
      expect.arrayContaining(["baremetal", "none"]),
    );
    expect(await platforms((await newSingleNode(service.client)).id)).not.toContain("baremetal");
  });

  test("the defaults of all clusters can be read", async () => {
    expect(await service.client.call("V2GetClusterDefaultConfig")).toMatchObject({
      cluster_network_cidr: "10.128.0.0/14",
      cluster_network_host_prefix: 23,
      service_network_cidr: "172.30.0.0/16",
      cluster_networks_dualstack: [{ cidr: "10.128.0.0/14" }, { cidr: "fd01::/48", host_prefix: 64 }],
      service_networks_dualstack: [{ cidr: "172.30.0.0/16" }, { cidr: "fd02::/112" }],
      inactive_deletion_hours: 480,
      forbidden_hostnames: expect.arrayContaining(["localhost"]),
    });
  });
});

describe("actions before anything is ready", () => {
  test("an installation is refused with the reasons", async () => {
    const cluster = await newCluster(service.client);
    const refused = await refusal(service.client.call("v2InstallCluster", { params: { cluster_id: cluster.id } }));
    expect(refused.status).toBe(409);
    expect(refused.reason).toContain(`cluster ${cluster.name} is pending-for-input`);
    expect(refused.reason).toContain("a cluster that is ready");
    expect(refused.reason).toContain("sufficient-masters-count");
  });

  test.for([
    ["V2CancelInstallation", ["installing", "finalizing", "error"]],
    ["v2ResetCluster", ["installing", "cancelled", "error"]],
    ["TransformClusterToAddingHosts", ["installed"]],
    ["TransformClusterToDay2", ["installed"]],
  ] as const)("%s is refused, and the statuses that allow it are named", async ([operation, allowing]) => {
    const { id } = await newCluster(service.client);
    const refused = await refusal(service.client.call(operation, { params: { cluster_id: id } }));
    expect(refused.status).toBe(409);
    expect(refused.reason).toContain("is pending-for-input");
    for (const status of allowing) expect(refused.reason).toContain(status);
  });

  test.for([
    ["V2CancelInstallation", "cancel_installation_failed"],
    ["v2ResetCluster", "reset_installation_failed"],
  ] as const)("%s that is refused stands in the history, with the reason", async ([operation, name]) => {
    const { id } = await newCluster(service.client);
    const { reason } = await refusal(service.client.call(operation, { params: { cluster_id: id } }));
    const events = await service.client.call("v2ListEvents", { query: { cluster_id: id, severities: ["error"] } });
    expect(events).toMatchObject([{ name, props: JSON.stringify({ error: reason }) }]);
  });

  test("the old command to complete an installation does nothing, and tells so with 202", async () => {
    const cluster = await read((await newCluster(service.client)).id);
    const { status, body } = await service.client.send("v2CompleteInstallation", {
      params: { cluster_id: cluster.id },
      body: { is_success: true },
    });
    expect([status, body]).toEqual([202, await read(cluster.id)]);
  });
});
