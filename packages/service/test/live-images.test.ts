// Images over live images of a known layout, on the real server: what is embedded, and that any part is a part of the whole.
import { hash } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, utimesSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { InfraEnvCreateParams } from "@muster/contract";
import { memorySource, openLiveIso, readCpio, readEmbeddedIgnition, readInitrd, writeImage } from "@muster/iso";
import { buildLiveIso, filler, type LiveIsoParts } from "@muster/iso/testing";
import { pullSecret } from "@muster/simulator";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addImage, imageDirectory } from "../src/images/added-images.ts";
import { type ImageServer, imageServer } from "./image-server.ts";
import { runningService } from "./running-service.ts";

const directory = mkdtempSync(join(tmpdir(), "muster-live-"));
const at = (name: string) => join(directory, `${name}.iso`);
const row = (version: string, url: string, architecture = "x86_64") => ({
  openshift_version: version,
  cpu_architecture: architecture,
  version: `${version}-build`,
  url,
});
const catalogue = [
  row("4.20", at("plain")),
  row("4.20", at("s390x"), "s390x"),
  row("4.19", at("truncated")),
  row("4.18", at("no-area")),
  row("4.17", at("small-area")),
  row("4.16", at("nowhere")),
  row("4.13", at("replaced")),
  row("4.15", "http://127.0.0.1:9/live.iso"),
];
const service = runningService({
  OS_IMAGES: JSON.stringify(catalogue),
  MUSTER_SAMPLE_IMAGES: "offline",
  IMAGE_SERVICE_BASE_URL: "http://images.lab.local:8888",
  MAX_CONCURRENT_REQUESTS: "2",
  MUSTER_IMAGE_QUEUE: "1",
});
const executable = process.execPath;

const build = async (name: string, parts: LiveIsoParts = {}) => writeImage(await buildLiveIso(parts), at(name));
let server: ImageServer;

beforeAll(async () => {
  await build("plain");
  await build("s390x", { architecture: "s390x" });
  await build("truncated");
  truncateSync(at("truncated"), 200_000);
  await build("replaced");
  await build("no-area", { ignitionBy: "none" });
  await build("small-area", { ignitionAreaSize: 2_048, kernelArgumentAreaSize: 160 });
  server = await imageServer(Buffer.alloc(0));
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });
const bytesAt = async (path: string, headers: Record<string, string> = {}): Promise<Buffer> => {
  const response = await get(path, headers);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${response.status} ${bytes}`);
  return bytes;
};
const reasonAt = async (path: string) => {
  const response = await get(path);
  const { reason }: { reason: string } = JSON.parse(await response.text());
  return [response.status, reason] as const;
};
async function newInfraEnv(more: Partial<InfraEnvCreateParams> = {}): Promise<string> {
  const body = { name: "lab", pull_secret: pullSecret, openshift_version: "4.20", ...more };
  return (await service.client.call("RegisterInfraEnv", { body })).id;
}
const configOf = async (id: string, type: string): Promise<string> =>
  (
    await bytesAt(
      `/api/assisted-install/v2/infra-envs/${id}/downloads/files?file_name=discovery.ign&discovery_iso_type=${type}`,
    )
  ).toString();

const staticNetwork = [
  {
    network_yaml: "interfaces:\n- name: eth0\n  type: ethernet\n  state: up\n",
    mac_interface_map: [{ mac_address: "02:00:00:aa:bb:01", logical_nic_name: "eth0" }],
  },
];
const proxy = { http_proxy: "http://proxy:3128" };

describe("a full image", () => {
  test("is the live image with the discovery config and the kernel arguments inside, as large as it says", async () => {
    const id = await newInfraEnv({ kernel_arguments: [{ operation: "append", value: "rd.debug" }] });
    const whole = await bytesAt(`/byid/${id}/4.20/x86_64/full.iso`);
    const live = await openLiveIso(memorySource(whole));
    expect(Buffer.from((await readEmbeddedIgnition(live)) ?? []).toString()).toBe(await configOf(id, "full-iso"));
    expect(live.kernelArguments?.current).toMatch(/ rd\.debug$/);
    const { size_bytes: size } = await service.client.call("GetInfraEnv", { params: { infra_env_id: id } });
    expect(size).toBe(whole.length);
    const response = await get(`/byid/${id}/4.20/x86_64/full.iso`, { range: "bytes=0-0" });
    expect(response.headers.get("x-muster-sample")).toBeNull();
    await response.arrayBuffer();
  });

  test("is another one when the live image is, for who asks by tag and for who asks by date", async () => {
    const path = `/byid/${await newInfraEnv()}/4.13/x86_64/full.iso`;
    const { headers } = await get(path);
    const [etag, date] = ["etag", "last-modified"].map((name) => headers.get(name) ?? "");
    expect((await get(path, { "if-modified-since": date ?? "" })).status).toBe(304);
    await build("replaced", { volumeId: "another" });
    utimesSync(at("replaced"), new Date(), new Date(Date.now() + 10_000));
    await expect.poll(async () => (await get(path)).headers.get("etag"), { timeout: 20_000 }).not.toBe(etag);
    expect((await get(path, { "if-modified-since": date ?? "" })).status).toBe(200);
    expect((await get(path, { "if-range": date ?? "", range: "bytes=0-9" })).status).toBe(200);
  });

  test("any part that is asked for equals the same part of the whole", async () => {
    const path = `/byid/${await newInfraEnv()}/4.20/x86_64/full.iso`;
    const whole = await bytesAt(path);
    const place = fc.nat(whole.length - 1);
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const part = await bytesAt(path, { range: `bytes=${start}-${end}` });
        expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("is another one, with another tag, after a change of the infra-env", async () => {
    const id = await newInfraEnv();
    const path = `/byid/${id}/4.20/x86_64/full.iso`;
    const before = (await get(path)).headers.get("etag") ?? "";
    expect((await get(path, { "if-none-match": before })).status).toBe(304);
    const params = { infra_env_id: id };
    await service.client.call("UpdateInfraEnv", { params, body: { additional_ntp_sources: "ntp.lab.local" } });
    const after = await get(path, { range: "bytes=0-1", "if-range": before });
    expect([after.status, after.headers.get("etag") === before]).toEqual([200, false]);
    expect((await openLiveIso(memorySource(Buffer.from(await after.arrayBuffer())))).ignitionArea).toBeDefined();
  });
});

describe("a minimal image", () => {
  test("lacks the root filesystem, says where it is, and brings networks and proxy along", async () => {
    const id = await newInfraEnv({ static_network_config: staticNetwork, proxy, image_type: "minimal-iso" });
    const whole = await bytesAt(`/byid/${id}/4.20/x86_64/minimal.iso`);
    const live = await openLiveIso(memorySource(whole));
    const url = "http://images.lab.local:8888/boot-artifacts/rootfs?arch=x86_64&version=4.20-build";
    expect(live.kernelArguments?.current).toContain(url);
    const config = Buffer.from((await readEmbeddedIgnition(live)) ?? []).toString();
    expect(config).toBe(await configOf(id, "minimal-iso"));
    expect(config).not.toContain("pre-network-manager-config");
    const { offset, size } = ramdiskIn(whole);
    const { entries } = readCpio(gunzipSync(whole.subarray(offset, offset + size)));
    expect(entries.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "etc/assisted/network/host0/eth0.nmconnection",
        "etc/systemd/system/coreos-livepxe-rootfs.service.d/10-proxy.conf",
      ]),
    );
    const { size_bytes } = await service.client.call("GetInfraEnv", { params: { infra_env_id: id } });
    expect(size_bytes).toBe(whole.length);
  });

  test("there is none for mainframes", async () => {
    const id = await newInfraEnv({ cpu_architecture: "s390x" });
    expect(await reasonAt(`/byid/${id}/4.20/s390x/minimal.iso`)).toEqual([400, expect.stringMatching(/full\.iso/)]);
    expect((await get(`/byid/${id}/4.20/s390x/full.iso`)).status).toBe(200);
  });
});

/** The archive of networks is gzip and in front of many zeros. */
function ramdiskIn(image: Buffer): { offset: number; size: number } {
  for (let offset = 0; offset < image.length; offset += 2_048) {
    if (image.readUInt16BE(offset) !== 0x1f8b) continue;
    let end = offset;
    while (image.subarray(end, end + 64).some((byte) => byte !== 0)) end += 64;
    try {
      const bytes = gunzipSync(image.subarray(offset, end), { finishFlush: 2 });
      if (bytes.includes("etc/assisted/network")) return { offset, size: end - offset };
    } catch {}
  }
  throw new Error("there is no archive of networks in the image");
}

describe("network boot", () => {
  test("gets the live image's own kernel and root filesystem, with ranges", async () => {
    expect((await bytesAt("/boot-artifacts/kernel?version=4.20")).equals(filler(40_000, 1))).toBe(true);
    expect((await bytesAt("/boot-artifacts/rootfs?version=4.20-build")).equals(filler(300_000, 2))).toBe(true);
    const part = await bytesAt("/boot-artifacts/rootfs?version=4.20", { range: "bytes=-10" });
    expect(part.equals(filler(300_000, 2).subarray(-10))).toBe(true);
    expect((await bytesAt("/boot-artifacts/ins-file?version=4.20&arch=s390x")).toString()).toContain("initrd.addrsize");
  });

  test("gets an initrd with config and networks behind that of the live image", async () => {
    const id = await newInfraEnv({ static_network_config: staticNetwork });
    const initrd = await bytesAt(`/images/${id}/pxe-initrd?version=4.20`);
    const own = await bytesAt("/boot-artifacts/initrd?version=4.20");
    expect(initrd.subarray(0, own.length).equals(own)).toBe(true);
    const files = await readInitrd(initrd);
    const texts = new Map(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
    expect(texts.get("config.ign")).toBe(await configOf(id, "full-iso"));
    expect([...texts.keys()]).toContain("etc/assisted/network/host0/mac_interface.ini");
  });

  test("of a mainframe knows where its initrd goes and how large it is", async () => {
    const id = await newInfraEnv({ cpu_architecture: "s390x" });
    const initrd = await bytesAt(`/images/${id}/pxe-initrd?version=4.20&arch=s390x`);
    const addrsize = await bytesAt(`/images/${id}/s390x-initrd-addrsize?version=4.20`);
    expect([addrsize.length, addrsize.readBigUInt64BE(8)]).toEqual([16, BigInt(initrd.length)]);
  });
});

describe("a live image that cannot be used is told in words", () => {
  test.each([
    ["is cut short", "4.19", 500, /4\.19 for x86_64 .*cannot be used.*SHA-256/],
    ["has no place for a config", "4.18", 500, /cannot be used.*area reserved for the Ignition config/],
    ["has too little place for it", "4.17", 409, /at most 2048 bytes after compression/],
    ["is not there", "4.16", 503, /there is no file .*nowhere\.iso.*muster images add FILE --version 4\.16/],
    ["cannot be reached", "4.15", 503, /nothing listens there.*muster images add FILE --version 4\.15 --arch x86_64/],
    ["nobody knows", "4.14", 404, /There are, for x86_64: 4\.20, 4\.19, .*muster images add/],
  ])("one that %s", async (_, version, status, reason) => {
    const id = await newInfraEnv();
    expect(await reasonAt(`/byid/${id}/${version}/x86_64/full.iso`)).toEqual([status, expect.stringMatching(reason)]);
  });

  test("kernel arguments that have no place, in the image or on a mainframe", async () => {
    const id = await newInfraEnv({ kernel_arguments: [{ operation: "append", value: "x".repeat(2_000) }] });
    const [status, reason] = await reasonAt(`/byid/${id}/4.20/x86_64/full.iso`);
    expect([status, reason]).toEqual([409, expect.stringContaining("kernel arguments")]);
    expect(await reasonAt(`/byid/${id}/4.20/s390x/full.iso`)).toEqual([400, expect.stringMatching(/kernel_arguments/)]);
  });
});

describe("an override of the config", () => {
  const override = (text: string) => ({
    ignition_config_override: JSON.stringify({
      ignition: { version: "3.2.0" },
      storage: { files: [{ path: "/etc/lab", contents: { source: `data:,${text}` } }] },
    }),
  });
  const random = (length: number) => filler(length, 7).toString("base64url");

  test("that does not fit the image is refused when it is given", async () => {
    await expect(newInfraEnv(override(random(300_000)))).rejects.toMatchObject({
      status: 400,
      reason: expect.stringMatching(/there is room for 262144. Make ignition_config_override smaller/),
    });
    const id = await newInfraEnv(override(random(100_000)));
    const update = { params: { infra_env_id: id }, body: override(random(300_000)) };
    await expect(service.client.call("UpdateInfraEnv", update)).rejects.toMatchObject({ status: 400 });
  });

  test("with mistakes is refused with their places", async () => {
    const text = JSON.stringify({ ignition: { version: "3.2.0" }, storage: { files: [{ path: "etc/lab" }] } });
    await expect(newInfraEnv({ ignition_config_override: text })).rejects.toMatchObject({
      status: 400,
      reason: expect.stringContaining("$.storage.files[0].path"),
    });
  });
});

describe("a live image that is added while the service runs", () => {
  test("is offered at once, and listed", async () => {
    const id = await newInfraEnv();
    expect((await get(`/byid/${id}/4.22/x86_64/full.iso`)).status).toBe(404);
    const about = { openshift_version: "4.22", cpu_architecture: "x86_64" as const, version: "9.8" };
    await addImage(imageDirectory(service.directory), { file: at("plain") }, about);
    expect((await get(`/byid/${id}/4.22/x86_64/full.iso`)).status).toBe(200);
    const list = await service.client.call("musterListImages", {});
    expect(list[0]).toMatchObject({ openshift_version: "4.22", origin: "added", state: "here", sample: false });
    expect(list.find(({ openshift_version: version }) => version === "4.16")).toMatchObject({
      state: "absent",
      problem: expect.stringContaining("nowhere.iso"),
    });
  });
});

describe("more clients than may be served at a time", () => {
  /** A client that asks, reads how the answer begins, and then nothing more. */
  const stall = (path: string, told: (head: string) => void) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(`GET ${path} HTTP/1.1\r\nhost: lab\r\n\r\n`));
    socket.once("data", (bytes) => {
      socket.pause();
      told(bytes.toString("latin1").split("\r\n\r\n")[0] ?? "");
    });
    return socket;
  };

  test("wait for their turn, or are told to come back; those who leave make room", async () => {
    await writeImage(await buildLiveIso({ rootfs: filler(16 * 1024 * 1024, 3) }), at("large"));
    const about = { openshift_version: "4.23", cpu_architecture: "x86_64" as const, version: "9.9" };
    await addImage(imageDirectory(service.directory), { file: at("large") }, about);
    const path = `/byid/${await newInfraEnv()}/4.23/x86_64/full.iso`;
    const heads: string[] = [];
    const sockets = [1, 2, 3, 4, 5].map(() => stall(path, (head) => heads.push(head)));
    // Two are served, one waits, two are sent away.
    await expect.poll(() => heads.map((head) => head.slice(9, 12)).sort()).toEqual(["200", "200", "503", "503"]);
    expect(heads.filter((head) => head.includes("retry-after: 10"))).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await get(path, { range: "bytes=0-9" })).status).toBe(206);
  });
});

test("the muster executable is sent to machines of its kind only", async () => {
  await service.stop();
  await service.start({ MUSTER_EXECUTABLE: executable, MUSTER_AGENT: "binary" });
  const arch = process.arch === "arm64" ? "arm64" : "x86_64";
  const response = await get(`/boot-artifacts/muster?arch=${arch}`, { range: "bytes=0-3" });
  expect([response.status, await response.text()]).toEqual([206, "\x7fELF"]);
  expect(await reasonAt("/boot-artifacts/muster?arch=s390x")).toEqual([
    404,
    expect.stringMatching(/MUSTER_EXECUTABLE/),
  ]);
  const id = await newInfraEnv();
  expect(await configOf(id, "full-iso")).toContain("boot-artifacts/muster?arch=x86_64");
});

test("a live image comes from another server, once for many who ask, and is told of while it comes", async () => {
  const image = await buildLiveIso();
  server.bytes = Buffer.from(await image.read(0, image.size));
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  await service.stop();
  const sha256 = hash("sha256", server.bytes);
  await service.start({
    OS_IMAGES: JSON.stringify([{ ...row("4.21", server.url), sha256 }]),
    MUSTER_IMAGE_WAIT: "300ms",
  });
  const id = await newInfraEnv({ openshift_version: "4.21" });
  const path = `/byid/${id}/4.21/x86_64/full.iso`;
  expect(await reasonAt(path)).toEqual([503, expect.stringMatching(/is being downloaded: 0 % of it is here/)]);
  const [listed] = await service.client.call("musterListImages", {});
  expect([listed?.openshift_version, listed?.state]).toEqual(["4.23", "here"]);
  gate.resolve();
  await expect.poll(async () => (await get(path, { range: "bytes=0-9" })).status).toBe(206);
  const all = await Promise.all(["0-9", "10-19"].map((part) => bytesAt(path, { range: `bytes=${part}` })));
  expect(all.map(({ length }) => length)).toEqual([10, 10]);
  expect(server.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
});
