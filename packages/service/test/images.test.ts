// What machines download: images with ranges, scripts, configs, and what they need before they have a network.
import { gunzipSync } from "node:zlib";
import type { InfraEnvCreateParams } from "@muster/contract";
import { readCpio } from "@muster/iso";
import { createMachine, type Machine, pullSecret } from "@muster/simulator";
import { extract } from "tar-stream";
import { beforeAll, describe, expect, test } from "vitest";
import { runningService } from "./running-service.ts";

const base = "http://muster.lab.local:8090";
const service = runningService({ SERVICE_BASE_URL: base, IMAGE_SERVICE_BASE_URL: "http://muster.lab.local:8888" });

const networkYaml = `interfaces:
- name: eth0
  type: ethernet
  state: up
  ipv4:
    enabled: true
    dhcp: false
    address:
    - ip: 192.168.126.30
      prefix-length: 24
`;
const staticNetwork = [
  {
    network_yaml: networkYaml,
    mac_interface_map: [{ mac_address: "02:00:00:aa:bb:01", logical_nic_name: "eth0" }],
  },
];

async function newInfraEnv(more: Partial<InfraEnvCreateParams> = {}): Promise<string> {
  const body = { name: "lab", pull_secret: pullSecret, openshift_version: "4.20", ...more };
  return (await service.client.call("RegisterInfraEnv", { body })).id;
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(`${service.url}${path}`, { method, headers });

const filePath = (id: string, query: string): string =>
  `/api/assisted-install/v2/infra-envs/${id}/downloads/files?file_name=${query}`;

describe("an image", () => {
  let id = "";
  let path = "";
  let whole: Buffer;
  let etag = "";
  let modified = "";

  beforeAll(async () => {
    id = await newInfraEnv();
    path = `/byid/${id}/4.20/x86_64/full.iso`;
    const response = await get(path);
    whole = Buffer.from(await response.arrayBuffer());
    etag = response.headers.get("etag") ?? "";
    modified = response.headers.get("last-modified") ?? "";
  });

  test("comes whole, with its length, its name, and what is needed to resume", async () => {
    const { status, headers } = await get(path, { "accept-encoding": "gzip" });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(whole.length),
      "content-disposition": `attachment; filename="${id}-discovery.iso"`,
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      "x-muster-sample": "true",
      "last-modified": expect.stringMatching(/GMT$/),
    });
    expect(headers.get("content-encoding")).toBeNull();
    expect(whole.toString("latin1", 0x8001, 0x8006)).toBe("CD001");
  });

  test.each([
    ["by its infra-env", () => path],
    ["by the long form of the link", () => `/images/${id}?version=4.20&type=full-iso&arch=x86_64`],
    ["by a key that names the infra-env", () => `/byapikey/e30.${claims({ infra_env_id: id })}.x/4.20/x86_64/full.iso`],
    ["by a token that names the infra-env", () => `/bytoken/e30.${claims({ sub: id })}.x/4.20/x86_64/full.iso`],
    ["for a machine whose architecture has two names", () => `/byid/${id}/4.20/amd64/full.iso`],
    ["by the version of its live system", () => `/byid/${id}/9.6.20260112-0/x86_64/full.iso`],
  ])("is found %s", async (_, link) => {
    const response = await get(link());
    expect(response.status).toBe(200);
    expect(whole.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("tells its length without its bytes", async () => {
    const { status, headers } = await get(path, { range: "bytes=0-1" }, "HEAD");
    expect([status, headers.get("content-length"), headers.get("etag")]).toEqual([200, String(whole.length), etag]);
  });

  test.each([
    ["bytes=32768-34815", 32_768, 34_815],
    ["bytes=739000-", 739_000, 739_327],
    ["bytes=-64", 739_264, 739_327],
  ])("comes in parts: %s", async (range, start, end) => {
    const response = await get(path, { range });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/739328`]);
    expect(response.headers.get("content-length")).toBe(String(end - start + 1));
    expect(whole.subarray(start, end + 1).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("is counted by the names that dashboards of image services ask for, without the token in its link", async () => {
    await (await get(`/byapikey/e30.${claims({ infra_env_id: id })}.x/4.20/x86_64/full.iso`)).arrayBuffer();
    await (await get(path, { range: "bytes=0-9" })).arrayBuffer();
    await get(`/byid/${id}/4.20/x86_64/other.iso`);
    const text = await (await get("/metrics")).text();
    const counted = (code: number, handler: string) =>
      new RegExp(
        `^assisted_image_service_http_(request_duration_seconds|response_size_bytes)_count\\{code="${code}",handler="/${handler}/[^"]*",method="GET",service=""\\} [1-9]`,
        "gm",
      );
    for (const [code, handler] of [
      [200, "byapikey"],
      [206, "byid"],
      [404, "byid"],
    ] as const) {
      expect(text.match(counted(code, handler))).toHaveLength(2);
    }
    expect(text).not.toContain("e30.");
  });

  test("has nothing behind its end", async () => {
    const response = await get(path, { range: "bytes=739328-" });
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */739328"]);
    expect(await response.json()).toMatchObject({ code: "416", reason: expect.stringContaining("there are 739328") });
  });

  test.each([
    ["a part, while it is the same by its tag", () => ({ range: "bytes=0-1", "if-range": etag }), 206],
    ["a part, while it is the same by its date", () => ({ range: "bytes=0-1", "if-range": modified }), 206],
    ["the whole, if the tag is another", () => ({ range: "bytes=0-1", "if-range": '"other"' }), 200],
    ["the whole, if the tag is a weak one", () => ({ range: "bytes=0-1", "if-range": `W/${etag}` }), 200],
    ["the whole, if the date is another", () => ({ range: "bytes=0-1", "if-range": new Date(0).toUTCString() }), 200],
    ["nothing, if the client has it", () => ({ "if-none-match": `"x", ${etag}` }), 304],
    ["nothing, if it did not change since", () => ({ "if-modified-since": modified }), 304],
    ["the whole, if it changed since", () => ({ "if-modified-since": new Date(0).toUTCString() }), 200],
  ])("gives a client that comes back %s", async (_, headers, status) =>
    expect((await get(path, headers())).status).toBe(status),
  );

  test.each([
    ["another file", () => `/byid/${id}/4.20/x86_64/other.iso`, 404],
    ["another infra-env", () => `/byid/00000000-0000-4000-8000-000000000000/4.20/x86_64/full.iso`, 404],
    ["an id that is none", () => "/byid/nonsense/4.20/x86_64/full.iso", 400],
    ["a token that says nothing", () => "/bytoken/nonsense/4.20/x86_64/full.iso", 404],
    ["a link without a version", () => `/images/${id}?type=full-iso`, 400],
    ["a link with a type that is none", () => `/images/${id}?type=other&version=4.20`, 400],
    ["a version that nobody has", () => `/byid/${id}/3.11/x86_64/full.iso`, 404],
    ["an architecture that nobody has", () => `/byid/${id}/4.20/sparc/full.iso`, 404],
    ["an image for disconnected places", () => `/byid/${id}/4.20/x86_64/disconnected.iso`, 501],
    ["an initrd of a version that nobody has", () => `/images/${id}/pxe-initrd?version=3.11`, 400],
    [
      "addresses for machines that need none",
      () => `/images/${id}/s390x-initrd-addrsize?version=4.20&arch=x86_64`,
      404,
    ],
    ["a list of addresses for machines that have none", () => "/boot-artifacts/ins-file?version=4.20", 404],
    ["an executable that was never built", () => "/boot-artifacts/muster", 404],
    ["a kernel of a version that nobody has", () => "/boot-artifacts/kernel?version=3.11", 400],
    ["an artifact that is none", () => "/boot-artifacts/other?version=4.20", 404],
  ])("is refused in words: %s", async (_, link, status) => {
    const response = await get(link());
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: String(status), reason: expect.stringMatching(/.{20}/) });
  });
});

const claims = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

type Ignition = {
  ignition: { version: string; proxy?: object };
  passwd?: object;
  storage: { files: { path: string; mode: number; contents: { source: string } }[] };
  systemd: { units: { name: string; enabled?: boolean; contents?: string }[] };
};

function decodeDataUrl(url: string): string {
  const [head = "", data = ""] = [url.slice(0, url.indexOf(",")), url.slice(url.indexOf(",") + 1)];
  return head.endsWith(";base64") ? Buffer.from(data, "base64").toString("utf8") : decodeURIComponent(data);
}

const certificate =
  "-----BEGIN CERTIFICATE-----\nMIIBdDCCARqgAwIBAgIBATAKBggqhkjOPQQDAjAA\n-----END CERTIFICATE-----\n";

describe("the discovery config", () => {
  const read = async (id: string, more = ""): Promise<Ignition> =>
    JSON.parse(await (await get(filePath(id, `discovery.ign${more}`))).text());
  const contentOf = ({ storage }: Ignition, path: string): string | undefined => {
    const source = storage.files.find((file) => file.path === path)?.contents.source;
    return source && decodeDataUrl(source);
  };
  const unitOf = ({ systemd }: Ignition, name: string) => systemd.units.find((unit) => unit.name === name)?.contents;

  test("runs the agent against this service, with the pull secret at hand", async () => {
    const id = await newInfraEnv();
    const response = await get(filePath(id, "discovery.ign"));
    expect(response.headers.get("last-modified")).toMatch(/GMT$/);
    const config: Ignition = JSON.parse(await response.text());
    expect(config.ignition).toEqual({ version: "3.1.0" });
    expect(config.passwd).toBeUndefined();
    expect(contentOf(config, "/root/.docker/config.json")).toBe(pullSecret);
    const unit = unitOf(config, "agent.service");
    expect(unit).toContain(`ExecStart=/usr/local/bin/agent --url ${base} --infra-env-id ${id} --agent-version `);
    expect(unit).toContain("TimeoutStartSec=180\n");
    expect(config.systemd.units.map(({ name }) => name)).not.toContain("add-ntp-sources.service");
  });

  test("carries what the infra-env says about keys, proxies, time, trust and networks", async () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIC5vIGRvb3Igb3BlbnMgd2l0aCB0aGlzIGtleSE core@lab.local";
    const config = await read(
      await newInfraEnv({
        ssh_authorized_key: `${key}\n`,
        proxy: { http_proxy: "http://user:a%20b@proxy:3128", no_proxy: ".lab.local,10.0.0.0/8" },
        additional_ntp_sources: "ntp1.lab.local,ntp2.lab.local",
        additional_trust_bundle: certificate,
        static_network_config: staticNetwork,
      }),
    );
    expect(config.passwd).toEqual({ users: [{ name: "core", sshAuthorizedKeys: [key] }] });
    expect(config.ignition.proxy).toEqual({
      httpProxy: "http://user:a%20b@proxy:3128",
      noProxy: [".lab.local", "10.0.0.0/8"],
    });
    const unit = unitOf(config, "agent.service");
    expect(unit).toContain('Environment="HTTP_PROXY=http://user:a%%20b@proxy:3128"\n');
    expect(unit).toContain("Environment=no_proxy=.lab.local,10.0.0.0/8\n");
    expect(contentOf(config, "/usr/local/bin/add-ntp-sources.sh")).toMatch(/ntp1\.lab\.local ntp2\.lab\.local/);
    const bundle = "/etc/pki/ca-trust/source/anchors/assisted-infraenv-additional-trust-bundle.pem";
    expect(contentOf(config, bundle)).toBe(certificate);
    expect(contentOf(config, "/etc/assisted/network/host0/mac_interface.ini")).toBe("02:00:00:aa:bb:01=eth0\n");
    expect(contentOf(config, "/etc/assisted/network/host0/eth0.nmconnection")).toContain("192.168.126.30/24");
    expect(config.systemd.units.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["agent.service", "add-ntp-sources.service", "pre-network-manager-config.service"]),
    );
  });

  test("leaves networks to the initrd of a minimal image, and is merged with the infra-env's own config", async () => {
    const override = {
      ignition: { version: "3.2.0" },
      storage: { files: [{ path: "/etc/lab", contents: { source: "data:,lab" } }] },
    };
    const id = await newInfraEnv({
      static_network_config: staticNetwork,
      ignition_config_override: JSON.stringify(override),
    });
    const minimal = await read(id, "&discovery_iso_type=minimal-iso");
    const names = ({ systemd }: Ignition) => systemd.units.map(({ name }) => name);
    expect(names(minimal)).not.toContain("pre-network-manager-config.service");
    expect(minimal.ignition.version).toBe("3.2.0");
    expect(minimal.storage.files).toContainEqual(override.storage.files[0]);
    expect(names(await read(id))).toContain("pre-network-manager-config.service");
  });
});

describe("static networks", () => {
  test("come as an archive for people, and as an initrd for machines", async () => {
    const id = await newInfraEnv({
      static_network_config: staticNetwork,
      proxy: { http_proxy: "http://proxy:3128" },
    });
    const archive = Buffer.from(await (await get(filePath(id, "static-network-config"))).arrayBuffer());
    const names: string[] = [];
    for await (const entry of extract().end(gunzipSync(archive))) {
      names.push(entry.header.name);
      entry.resume();
    }
    const files = ["etc/assisted/network/host0/eth0.nmconnection", "etc/assisted/network/host0/mac_interface.ini"];
    expect(names.sort()).toEqual(files);
    const initrd = await get(`/api/assisted-install/v2/infra-envs/${id}/downloads/minimal-initrd`);
    const { entries } = readCpio(gunzipSync(Buffer.from(await initrd.arrayBuffer())));
    expect(entries.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        ...files,
        "usr/local/bin/pre-network-manager-config.sh",
        "etc/systemd/system/pre-network-manager-config.service",
        "etc/systemd/system/coreos-livepxe-rootfs.service.d/10-proxy.conf",
      ]),
    );
  });

  test("are none without a description: nothing to download", async () => {
    const id = await newInfraEnv();
    expect((await get(filePath(id, "static-network-config"))).status).toBe(404);
    expect((await get(`/api/assisted-install/v2/infra-envs/${id}/downloads/minimal-initrd`)).status).toBe(204);
  });

  test("that no image could carry are refused with the place of the mistake", async () => {
    const id = await newInfraEnv();
    const [host] = staticNetwork;
    const broken = [{ ...host, network_yaml: networkYaml.replace("192.168.126.30", "192.168.126.300") }];
    const params = { infra_env_id: id };
    const update = service.client.call("UpdateInfraEnv", { params, body: { static_network_config: broken } });
    await expect(update).rejects.toMatchObject({ status: 400, message: expect.stringContaining("host 1:9:11") });
  });
});

describe("an iPXE script", () => {
  const machines = [createMachine({ number: 7 }), createMachine({ number: 8 })] as const;
  const mac = machines[0].interfaces[0]?.mac ?? "";
  /** A machine with the first one's network card. */
  const report = async (id: string, { hostId, inventory }: Machine) => {
    const interfaces = machines[0].inventory().interfaces ?? [];
    await service.client.call("v2RegisterHost", { params: { infra_env_id: id }, body: { host_id: hostId } });
    await service.client.call("v2PostStepReply", {
      params: { infra_env_id: id, host_id: hostId },
      body: { step_type: "inventory", step_id: "inventory-1", output: JSON.stringify({ ...inventory(), interfaces }) },
    });
  };
  const script = async (id: string, more = "") => {
    const response = await get(filePath(id, `ipxe-script${more}`));
    return { status: response.status, text: await response.text() };
  };

  test("boots the live system with the infra-env's kernel arguments", async () => {
    const id = await newInfraEnv({ kernel_arguments: [{ operation: "append", value: "rd.debug" }] });
    const { text } = await script(id);
    const [first, initrd, kernel, last] = text.split("\n");
    expect([first, last]).toEqual(["#!ipxe", "boot"]);
    const images = "http://muster.lab.local:8888";
    expect(initrd).toBe(`initrd --name initrd ${images}/images/${id}/pxe-initrd?version=4.20&arch=x86_64`);
    expect(kernel).toMatch(/^kernel http:\/\/muster.lab.local:8888\/boot-artifacts\/kernel\?version=4.20&arch=x86_64 /);
    expect(kernel).toMatch(/ rd.debug$/);
  });

  test("under boot order control asks for the machine first, and boots it if it can be told from others", async () => {
    const id = await newInfraEnv();
    const control = "&ipxe_script_type=boot-order-control";
    expect((await script(id, control)).text).toBe(
      `#!ipxe\nchain ${base}${filePath(id, `ipxe-script${control}`)}&mac=\${net0/mac}\n`,
    );
    const asked = `${control}&mac=${mac.toUpperCase()}`;
    expect((await script(id, asked)).text).toContain("\nboot\n");
    await report(id, machines[0]);
    expect((await script(id, asked)).text).toContain("\nboot\n");
    await report(id, machines[1]);
    const { status, text } = await script(id, asked);
    expect([status, text]).toEqual([500, expect.stringContaining(machines[1].hostId)]);
    expect((await script(id, `&ipxe_script_type=discovery-image-always&mac=${mac}`)).status).toBe(200);
  });

  test("has a link of its own", async () => {
    const id = await newInfraEnv();
    const path = `/api/assisted-install/v2/infra-envs/${id}/downloads/files-presigned?file_name=ipxe-script`;
    const answer = await (await get(`${path}&ipxe_script_type=discovery-image-always`)).json();
    expect(answer).toEqual({ url: `${base}${filePath(id, "ipxe-script&ipxe_script_type=discovery-image-always")}` });
  });
});
