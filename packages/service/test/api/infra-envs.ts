import type { InfraEnvCreateParams } from "@muster/contract";
import { pullSecret } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { newCluster, newInfraEnv, newMachine, nobody, refusal } from "../scene.ts";
import { service } from "./service.ts";

const read = (id: string) => service.client.call("GetInfraEnv", { params: { infra_env_id: id } });
const eventNames = async (id: string) =>
  (await service.client.call("v2ListEvents", { query: { infra_env_id: id } })).map(({ name }) => name);

const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl someone@example.com";

describe("a new infra-env", () => {
  test("gets what it does not say from the defaults, and an image at once", async () => {
    const { status, body } = await service.client.send("RegisterInfraEnv", {
      body: { name: "lab", pull_secret: pullSecret },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "InfraEnv",
      href: `/api/assisted-install/v2/infra-envs/${body.id}`,
      name: "lab",
      type: "full-iso",
      cpu_architecture: "x86_64",
      pull_secret_set: true,
      download_url: expect.stringContaining(body.id),
    });
    expect(body.cluster_id).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain("simulated");
    expect(await read(body.id)).toEqual(body);
    expect(await eventNames(body.id)).toContain("infra_env_registered");
    const { url } = await service.client.call("GetInfraEnvDownloadURL", { params: { infra_env_id: body.id } });
    expect(url).toBe(body.download_url);
  });

  test("of a cluster takes its version and architecture, and is listed under it", async () => {
    const cluster = await newCluster(service.client, { openshift_version: "4.21", cpu_architecture: "arm64" });
    const infraEnv = await newInfraEnv(service.client, { cluster_id: cluster.id, cpu_architecture: "aarch64" });
    expect(infraEnv).toMatchObject({ cluster_id: cluster.id, openshift_version: "4.21", cpu_architecture: "arm64" });
    const listed = await service.client.call("ListInfraEnvs", { query: { cluster_id: cluster.id } });
    expect(listed).toEqual([infraEnv]);
    expect(await service.client.call("ListInfraEnvs", { query: { owner: "somebody-else" } })).toEqual([]);
  });

  test.for<[string, number, Partial<InfraEnvCreateParams>]>([
    ["name", 400, { name: "" }],
    ["pull_secret", 400, { pull_secret: "{" }],
    ["ssh_authorized_key", 400, { ssh_authorized_key: "no key" }],
    ["openshift_version", 400, { openshift_version: "3.11" }],
    ["proxy.http_proxy", 400, { proxy: { http_proxy: "nowhere" } }],
    ["ntp_sources", 400, { additional_ntp_sources: "1.2.3.4", ntp_sources: "2.3.4.5" }],
    ["ignition_config_override", 400, { ignition_config_override: "{}" }],
    ["kernel_arguments", 400, { kernel_arguments: [{ operation: "append", value: "two words" }] }],
    ["additional_trust_bundle", 400, { additional_trust_bundle: "no certificate" }],
    ["static_network_config", 400, { static_network_config: [{ network_yaml: "interfaces: [" }] }],
    ["network_discovery_delay_seconds", 400, { network_discovery_delay_seconds: -1 }],
    ["cluster", 404, { cluster_id: nobody }],
  ])("with a wrong %s is refused with %i, and the field is named", async ([field, status, body]) => {
    const refused = await refusal(newInfraEnv(service.client, body));
    expect(refused).toEqual({ status, reason: expect.stringContaining(field) });
  });

  test("of another architecture than its cluster is refused", async () => {
    const { id } = await newCluster(service.client);
    const refused = await refusal(newInfraEnv(service.client, { cluster_id: id, cpu_architecture: "arm64" }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("cpu_architecture") });
  });
});

describe("a change of an infra-env", () => {
  test("answers 201 with all of it, and is told", async () => {
    const { id } = await newInfraEnv(service.client);
    const { status, body } = await service.client.send("UpdateInfraEnv", {
      params: { infra_env_id: id },
      body: {
        image_type: "minimal-iso",
        ssh_authorized_key: sshKey,
        proxy: { http_proxy: "http://proxy.example.com:3128", no_proxy: "example.com" },
        additional_ntp_sources: "time.example.com",
        kernel_arguments: [{ operation: "append", value: "console=ttyS0" }],
        ignition_config_override: '{"ignition": {"version": "3.1.0"}}',
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: "minimal-iso",
      ssh_authorized_key: sshKey,
      proxy: { http_proxy: "http://proxy.example.com:3128", no_proxy: "example.com" },
      additional_ntp_sources: "time.example.com",
      kernel_arguments: '[{"operation":"append","value":"console=ttyS0"}]',
      ignition_config_override: '{"ignition": {"version": "3.1.0"}}',
    });
    expect(await read(id)).toEqual(body);
    expect(await eventNames(id)).toContain("image_info_updated");
  });

  test("that says nothing new leaves no trace", async () => {
    const infraEnv = await newInfraEnv(service.client);
    await service.client.call("UpdateInfraEnv", { params: { infra_env_id: infraEnv.id }, body: {} });
    expect(await read(infraEnv.id)).toEqual(infraEnv);
    expect(await eventNames(infraEnv.id)).not.toContain("image_info_updated");
  });

  test("is possible after its cluster was deleted", async () => {
    const cluster = await newCluster(service.client);
    const { id } = await newInfraEnv(service.client, { cluster_id: cluster.id });
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: cluster.id } });
    const body = { additional_ntp_sources: "time.example.com" };
    const changed = await service.client.call("UpdateInfraEnv", { params: { infra_env_id: id }, body });
    expect(changed.additional_ntp_sources).toBe("time.example.com");
    const machine = { host_id: nobody, discovery_agent_version: "latest" };
    const refused = await refusal(
      service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body: machine }),
    );
    expect(refused).toMatchObject({ status: 404 });
  });

  test("to another version takes the live image of that version, which must be there", async () => {
    const { id } = await newInfraEnv(service.client, { openshift_version: "4.22" });
    const to = (openshift_version: string) =>
      service.client.call("UpdateInfraEnv", { params: { infra_env_id: id }, body: { openshift_version } });
    expect(await to("4.21.5")).toMatchObject({
      openshift_version: "4.21",
      download_url: expect.stringMatching("/4.21/"),
    });
    expect(await refusal(to("3.11"))).toEqual({ status: 400, reason: expect.stringContaining("openshift_version") });
    expect(await read(id)).toMatchObject({ openshift_version: "4.21" });
  });

  test("with one wrong field changes nothing", async () => {
    const infraEnv = await newInfraEnv(service.client);
    const body = { additional_ntp_sources: "time.example.com", ssh_authorized_key: "no key" };
    const refused = await refusal(
      service.client.call("UpdateInfraEnv", { params: { infra_env_id: infraEnv.id }, body }),
    );
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("ssh_authorized_key") });
    expect(await read(infraEnv.id)).toEqual(infraEnv);
  });
});

describe("an infra-env that is deleted", () => {
  test("is gone for everyone", async () => {
    const { id } = await newInfraEnv(service.client);
    const { status } = await service.client.send("DeregisterInfraEnv", { params: { infra_env_id: id } });
    expect(status).toBe(204);
    expect(await refusal(read(id))).toEqual({ status: 404, reason: expect.stringContaining(id) });
    expect((await service.client.call("ListInfraEnvs")).map((infraEnv) => infraEnv.id)).not.toContain(id);
    expect(await eventNames(id)).toContain("infra_env_deregistered");
  });

  test("must have no hosts", async () => {
    const { id } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, id);
    await machine.register();
    const refused = await refusal(service.client.call("DeregisterInfraEnv", { params: { infra_env_id: id } }));
    expect(refused).toEqual({ status: 400, reason: expect.stringContaining("1 host;") });
    expect(await eventNames(id)).toContain("infra_env_deregister_failed");
    await service.client.call("v2DeregisterHost", { params: { infra_env_id: id, host_id: machine.id } });
    expect((await service.client.send("DeregisterInfraEnv", { params: { infra_env_id: id } })).status).toBe(204);
  });
});

describe("what an infra-env is not there for", () => {
  const host = { infra_env_id: nobody, host_id: nobody };
  test.for([
    ["GetInfraEnv", { params: { infra_env_id: nobody } }],
    ["UpdateInfraEnv", { params: { infra_env_id: nobody }, body: {} }],
    ["DeregisterInfraEnv", { params: { infra_env_id: nobody } }],
    ["GetInfraEnvDownloadURL", { params: { infra_env_id: nobody } }],
    ["RegenerateInfraEnvSigningKey", { params: { infra_env_id: nobody } }],
    ["v2RegisterHost", { params: { infra_env_id: nobody }, body: { host_id: nobody } }],
    ["v2DownloadInfraEnvFiles", { params: { infra_env_id: nobody }, query: { file_name: "discovery.ign" } }],
    ["GetInfraEnvPresignedFileURL", { params: { infra_env_id: nobody }, query: { file_name: "discovery.ign" } }],
    ["DownloadMinimalInitrd", { params: { infra_env_id: nobody } }],
    ["v2GetHost", { params: host }],
    ["v2UpdateHost", { params: host, body: { host_name: "any" } }],
    ["v2DeregisterHost", { params: host }],
    ["v2GetNextSteps", { params: host }],
    ["v2PostStepReply", { params: host, body: { step_type: "inventory", output: "{}" } }],
    ["v2UpdateHostInstallProgress", { params: host, body: { current_stage: "Rebooting" } }],
    ["v2UpdateHostLogsProgress", { params: host, body: { logs_state: "requested" } }],
    ["BindHost", { params: host, body: { cluster_id: nobody } }],
    ["UnbindHost", { params: host }],
    ["v2ResetHostValidation", { params: { ...host, validation_id: "container-images-available" } }],
    ["v2ResetHost", { params: host }],
    ["v2InstallHost", { params: host }],
    ["v2UpdateHostInstallerArgs", { params: host, body: { args: [] } }],
    ["v2GetHostIgnition", { params: host }],
    ["v2UpdateHostIgnition", { params: host, body: { config: "" } }],
    ["v2DownloadHostIgnition", { params: host }],
  ] as const)("%s answers 404 and names the id", async ([operation, call]) => {
    const refused = await refusal(service.client.call(operation, call as never));
    expect(refused).toEqual({ status: 404, reason: expect.stringContaining(nobody) });
  });
});

test("an infra-env that is not there has no hosts", async () => {
  expect(await service.client.call("v2ListHosts", { params: { infra_env_id: nobody } })).toEqual([]);
});

test("a new signing key is made on demand", async () => {
  const { id } = await newInfraEnv(service.client);
  const { status } = await service.client.send("RegenerateInfraEnvSigningKey", { params: { infra_env_id: id } });
  expect(status).toBe(204);
});
