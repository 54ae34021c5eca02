// Machines boot the images of a real service: full and minimal, by BIOS and by UEFI, and tell what they were given.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import { customise, memorySource, openFileSource, openLiveIso, readEmbeddedIgnition, writeImage } from "@muster/iso";
import { pullSecret } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Server, startServer } from "../bench/server.ts";
import { freePort } from "../scripts/free-port.ts";
import { liveRootfs, makeLiveImage } from "./guest/live-image.ts";
import { runMachine, told } from "./guest/machine.ts";
import { whyNoGuests } from "./guest/parts.ts";

const missing = whyNoGuests();
const version = "4.20";
const networkYaml = `interfaces:
- name: eth0
  type: ethernet
  state: up
  ipv4:
    enabled: true
    dhcp: false
    address: [{ip: 192.0.2.7, prefix-length: 24}]
`;

type Downloaded = Readonly<{ image: string; link: string; ignition: string }>;

const firmwares = ["bios", "uefi"] as const;

describe.skipIf(missing !== null)(`booting${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  let directory: string;
  let server: Server;
  const at = (name: string) => join(directory, name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-boot-"));
    await makeLiveImage(directory, at("base.iso"));
    const port = await freePort();
    const osImage = { openshift_version: version, cpu_architecture: "x86_64", url: at("base.iso"), version: "420.1" };
    server = await startServer({
      dataDirectory: at("data"),
      port,
      // The loopback of this machine, as a guest sees it.
      env: { OS_IMAGES: JSON.stringify([osImage]), IMAGE_SERVICE_BASE_URL: `http://10.0.2.2:${port}` },
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** An infra-env whose image is downloaded from the link that the service gives. */
  async function download(type: "full-iso" | "minimal-iso"): Promise<Downloaded> {
    const client = createClient({ baseUrl: server.url });
    const infraEnv = await client.call("RegisterInfraEnv", {
      body: {
        name: type,
        pull_secret: pullSecret,
        openshift_version: version,
        image_type: type,
        kernel_arguments: [
          { operation: "append", value: "muster.e2e=booted" },
          { operation: "delete", value: "quiet" },
        ],
        static_network_config: [
          {
            network_yaml: networkYaml,
            mac_interface_map: [{ mac_address: "52:54:00:00:00:01", logical_nic_name: "eth0" }],
          },
        ],
      },
    });
    const link = String(infraEnv.download_url).replace(/^http:\/\/[^/]+/, server.url);
    const image = at(`${type}.iso`);
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    await writeFile(image, new Uint8Array(await answer.arrayBuffer()));
    const files = `${server.url}/api/assisted-install/v2/infra-envs/${infraEnv.id}/downloads/files`;
    const config = await fetch(`${files}?file_name=discovery.ign&discovery_iso_type=${type}`);
    return { image, link, ignition: await config.text() };
  }

  describe("a full image", () => {
    let made: Downloaded;
    beforeAll(async () => {
      made = await download("full-iso");
    });

    test.each(firmwares)("by %s: the machine has the config and the kernel arguments", async (by) => {
      const guest = told(await runMachine({ boot: { from: "cd", image: made.image, by }, scratch: at("variables") }));
      expect(guest.ignition).toBe(sumOf(made.ignition));
      expect(words(guest["kernel-arguments"])).toEqual(
        expect.arrayContaining(["muster.e2e=booted", "coreos.liveiso=synthetic-live-1"]),
      );
      expect(words(guest["kernel-arguments"])).not.toContain("quiet");
    });
  });

  describe("a minimal image", () => {
    let made: Downloaded;
    beforeAll(async () => {
      made = await download("minimal-iso");
    });

    test.each(firmwares)("by %s: the machine also fetches its root filesystem and has its network", async (by) => {
      const guest = told(await runMachine({ boot: { from: "cd", image: made.image, by }, scratch: at("variables") }));
      expect(guest.ignition).toBe(sumOf(made.ignition));
      expect(guest.rootfs).toBe(sumOf(liveRootfs));
      expect(words(guest["network-files"])).toEqual(
        expect.arrayContaining(["./host0/eth0.nmconnection", "./host0/mac_interface.ini"]),
      );
      expect(words(guest["kernel-arguments"])).toContain("muster.e2e=booted");
      expect(words(guest["kernel-arguments"]).some((word) => /^"?coreos\.liveiso/.test(word))).toBe(false);
    });
  });

  test("any part of an image that is asked for alone is that part of the whole", async () => {
    const { image, link } = await download("full-iso");
    const whole = await readFile(image);
    const area = (await openLiveIso(memorySource(whole))).ignitionArea?.offset ?? 0;
    const spread = Array.from({ length: 30 }, (_, index) => Math.floor(((index * 0.618_034) % 1) * whole.length));
    const starts = [0, 32_767, area - 1, area, area + 100, whole.length - 1, ...spread];
    for (const [index, start] of starts.entries()) {
      const end = Math.min(start + 1 + index * 7_001, whole.length);
      const answer = await fetch(link, { headers: { range: `bytes=${start}-${end - 1}` } });
      const said = [answer.status, answer.headers.get("content-range")];
      expect(said).toEqual([206, `bytes ${start}-${end - 1}/${whole.length}`]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start, end))).toBe(true);
    }
  });

  test.each(firmwares)(
    "by %s: an image with files appended to it and a config that did not fit its area",
    async (by) => {
      const ignition = JSON.stringify({ ignition: { version: "3.2.0" }, filler: createNoise(300_000) });
      const source = await openFileSource(at("base.iso"));
      const live = await openLiveIso(source);
      const files = [{ path: "muster/muster", content: Buffer.alloc(3_000_000, 1), mode: 0o555 }];
      const image = customise(live, { ignition: Buffer.from(ignition), growIgnitionArea: true, files });
      expect(String(await readEmbeddedIgnition(await openLiveIso(image)))).toBe(ignition);
      await writeImage(image, at("appended.iso"));
      await source.close();
      const guest = told(
        await runMachine({ boot: { from: "cd", image: at("appended.iso"), by }, scratch: at("variables") }),
      );
      expect(guest.ignition).toBe(sumOf(ignition));
    },
  );
});

/** As sha256sum prints it for its input. */
const sumOf = (bytes: string | Uint8Array): string => `${createHash("sha256").update(bytes).digest("hex")}  -`;

const words = (text = ""): string[] => text.split(" ").filter((word) => word !== "");

function createNoise(length: number): string {
  let noise = "";
  for (let part = 0; noise.length < length; part += 1)
    noise += createHash("sha512").update(String(part)).digest("base64");
  return noise;
}
