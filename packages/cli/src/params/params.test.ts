import {
  ClusterCreateParams,
  HostUpdateParams,
  InfraEnvCreateParams,
  InfraEnvUpdateParams,
  jsonSchema,
  V2ClusterUpdateParams,
} from "@muster/contract";
import { describe, expect, test } from "vitest";
import { scratch } from "../../test/scratch.ts";
import type { Invocation, Io } from "../command.ts";
import { readDocuments, secretFields } from "./files.ts";
import { fieldFlags, fieldsFromFlags } from "./flags.ts";
import { fieldsFromPairs } from "./pairs.ts";
import { staticNetworks } from "./static-network.ts";

const { put } = scratch();
const cluster = jsonSchema(V2ClusterUpdateParams);
const host = jsonSchema(HostUpdateParams);
const infraEnv = jsonSchema(InfraEnvUpdateParams);
const io: Io = {
  out: () => {},
  err: () => {},
  input: async () => "typed in",
  isTerminal: false,
  interruption: () => new AbortController().signal,
  env: {},
  columns: 100,
  rows: 24,
  root: "/",
};

function invocation(given: Readonly<Record<string, readonly string[]>>): Invocation {
  return {
    args: [],
    has: (flag) => given[flag] !== undefined,
    value: (flag) => given[flag]?.at(-1),
    values: (flag) => given[flag] ?? [],
  };
}

describe("KEY=VALUE", () => {
  test.each([
    [cluster, "name=lab", { name: "lab" }],
    [cluster, "name=", { name: "" }],
    [cluster, "tags=a=b,c", { tags: "a=b,c" }],
    [cluster, "vip_dhcp_allocation=true", { vip_dhcp_allocation: true }],
    [cluster, "vip_dhcp_allocation=No", { vip_dhcp_allocation: false }],
    [cluster, "control_plane_count=5", { control_plane_count: 5 }],
    [cluster, "control_plane_count=five", { control_plane_count: "five" }],
    [cluster, "api_vips=192.0.2.1,2001:db8::1", { api_vips: [{ ip: "192.0.2.1" }, { ip: "2001:db8::1" }] }],
    [cluster, "api_vips=", { api_vips: [] }],
    [cluster, 'api_vips=[{"ip":"192.0.2.1"}]', { api_vips: [{ ip: "192.0.2.1" }] }],
    [cluster, "machine_networks=192.0.2.0/24", { machine_networks: [{ cidr: "192.0.2.0/24" }] }],
    [
      cluster,
      'cluster_networks={"cidr":"10.128.0.0/14","host_prefix":23}',
      { cluster_networks: [{ cidr: "10.128.0.0/14", host_prefix: 23 }] },
    ],
    [cluster, "platform=none", { platform: { type: "none" } }],
    [cluster, "platform.type=vsphere", { platform: { type: "vsphere" } }],
    [cluster, "olm_operators=lvm,cnv", { olm_operators: [{ name: "lvm" }, { name: "cnv" }] }],
    [host, "host_role=worker", { host_role: "worker" }],
    [
      host,
      "node_labels=rack=7,row=",
      {
        node_labels: [
          { key: "rack", value: "7" },
          { key: "row", value: "" },
        ],
      },
    ],
    [
      host,
      "disks_selected_config=/dev/disk/by-id/x",
      { disks_selected_config: [{ id: "/dev/disk/by-id/x", role: "install" }] },
    ],
    [infraEnv, "proxy.http_proxy=http://proxy:3128", { proxy: { http_proxy: "http://proxy:3128" } }],
    [
      infraEnv,
      "kernel_arguments=console=ttyS0",
      { kernel_arguments: [{ operation: "append", value: "console=ttyS0" }] },
    ],
  ])("%# %s", (schema, word, fields) => {
    expect(fieldsFromPairs(schema, [word])).toEqual(fields);
  });

  test("several fields of one object come together", () => {
    const words = ["disk_encryption.enable_on=all", "disk_encryption.mode=tang"];
    expect(fieldsFromPairs(cluster, words)).toEqual({ disk_encryption: { enable_on: "all", mode: "tang" } });
  });

  test.each([
    [cluster, "nmae=lab", "Did you mean name?"],
    [cluster, "platform.tpye=none", "Did you mean platform.type?"],
    [cluster, "qqqqqqqqqqqq=1", "Known here: "],
    [cluster, "name.first=x", "name has no fields of its own"],
    [cluster, "constructor=x", "Known here: "],
    [cluster, "__proto__=x", "Known here: "],
    [cluster, "lab", "Write it as in name=value"],
    [cluster, "=lab", "Write it as in"],
    [host, "rolle=worker", "Did you mean role?"],
  ])("%# %s is refused with what to write", (schema, word, remedy) => {
    const refused = expect.objectContaining({ remedy: expect.stringContaining(remedy), exitCode: 2 });
    expect(() => fieldsFromPairs(schema, [word], schema === host ? { role: "host_role" } : {})).toThrow(refused);
  });
});

describe("flags of create", () => {
  test("every field of the contract has one, secrets aside", () => {
    const flags = fieldFlags(jsonSchema(ClusterCreateParams), ["name", "pull_secret"]).map(({ name }) => name);
    expect(flags).toHaveLength(Object.keys(ClusterCreateParams.properties).length - 2);
    expect(flags).toContain("base-dns-domain");
    expect(flags).not.toContain("pull-secret");
  });

  test("become fields; lists may be given several times", () => {
    const given = invocation({ "base-dns-domain": ["a.com", "b.com"], "api-vips": ["192.0.2.1", "2001:db8::1"] });
    expect(fieldsFromFlags(jsonSchema(ClusterCreateParams), given)).toEqual({
      base_dns_domain: "b.com",
      api_vips: [{ ip: "192.0.2.1" }, { ip: "2001:db8::1" }],
    });
  });
});

describe("files", () => {
  test("several documents, lists in them, JSON: one description each", async () => {
    const many = put("many.yaml", "name: a\n---\n- name: b\n- name: c\n---\n");
    const one = put("one.json", '{"name": "d"}');
    const documents = await readDocuments(invocation({ file: [many, one] }), io);
    expect(documents.map(({ fields }) => fields.name)).toEqual(["a", "b", "c", "d"]);
    expect(documents[1]?.from).toBe(`${many}, document 2`);
    expect(documents[3]?.from).toBe(one);
  });

  test.each([
    ["name: [", "broken.yaml"],
    ["just text", "holds no fields"],
    ["", "the files are empty"],
  ])("%j is refused", async (content, says) => {
    await expect(readDocuments(invocation({ file: [put("broken.yaml", content)] }), io)).rejects.toThrow(says);
  });

  test("the pull secret from a file or standard input, the key under the name that the model has", async () => {
    const key = put("id.pub", "ssh-ed25519 AAAA me\n");
    const given = invocation({ "pull-secret-file": ["-"], "ssh-key-file": [key] });
    expect(await secretFields(given, io, "ssh_public_key")).toEqual({
      pull_secret: "typed in",
      ssh_public_key: "ssh-ed25519 AAAA me",
    });
  });

  test("a private key is never sent", async () => {
    const key = put("id", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n");
    await expect(secretFields(invocation({ "ssh-key-file": [key] }), io, "x")).rejects.toThrow("is a private key");
  });
});

describe("static networks", () => {
  const mac = "52:54:00:12:34:56";
  const map = [{ logical_nic_name: "eth0", mac_address: mac }];

  test.each([
    ["a desired state", `interfaces:\n- name: eth0\n  type: ethernet\n  mac-address: "${mac}"\n`],
    [
      "the hosts of an agent-config",
      `hosts:\n- hostname: a\n  interfaces:\n  - name: eth0\n    macAddress: "${mac}"\n  networkConfig:\n    interfaces:\n    - name: eth0\n      type: ethernet\n`,
    ],
    [
      "the form of the wire",
      JSON.stringify({ network_yaml: "interfaces:\n- name: eth0\n  type: ethernet\n", mac_interface_map: map }),
    ],
  ])("%s", async (_, content) => {
    const [config] = await staticNetworks(invocation({ "static-network": [put("net.yaml", content)] }), io);
    expect(config?.mac_interface_map).toEqual(map);
    expect(config?.network_yaml).toContain("type: ethernet");
    expect(InfraEnvCreateParams.properties.static_network_config).toBeDefined();
  });

  test("a state that is for no machine in particular is refused", async () => {
    const file = put("net.yaml", "interfaces:\n- name: eth0\n");
    await expect(staticNetworks(invocation({ "static-network": [file] }), io)).rejects.toThrow("which machine");
  });
});
