import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeImage } from "@muster/iso";
import { buildLiveIso } from "@muster/iso/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { scratch } from "../../../test/scratch.ts";
import { run } from "../../../test/terminal.ts";

const { at, put } = scratch();
let live: string;
let rhcos: string;

beforeAll(async () => {
  [live, rhcos] = [at("live.iso"), at("rhcos.iso")];
  await writeImage(await buildLiveIso(), live);
  await writeImage(await buildLiveIso({ volumeId: "rhcos-418.94.202411221729-0" }), rhcos);
  await writeImage(await buildLiveIso({ ignitionBy: "none" }), at("none.iso"));
});

const list = async (data: string) => JSON.parse((await run(`images list --data-dir ${data} -o json`)).out);

describe("muster images add", () => {
  test("keeps a file, and lists it in front of what is built in", async () => {
    const data = at("data-1");
    const { code, out } = await run(`images add ${live} --version 4.20 --data-dir ${data}`);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Added the live image of 4\.20 for x86_64: .*\.iso\n$/)]);
    const images = await list(data);
    expect(images[0]).toMatchObject({ openshiftVersion: "4.20", origin: "added", state: "here", size: 774_144 });
    const others = images.filter((image: { openshiftVersion: string }) => image.openshiftVersion === "4.20");
    expect(others.map((image: { cpuArchitecture: string }) => image.cpuArchitecture).sort()).toEqual([
      "arm64",
      "ppc64le",
      "s390x",
      "x86_64",
    ]);
  });

  test("reads version and architecture from images that tell, and replaces what was added for the same", async () => {
    const data = at("data-2");
    await run(`images add ${live} --version 4.18 --data-dir ${data}`);
    const { out } = await run(`images add ${rhcos} --data-dir ${data} -o json`);
    expect(JSON.parse(out)).toMatchObject({ openshiftVersion: "4.18", version: "418.94.202411221729-0" });
    expect(readdirSync(`${data}/images`).filter((name) => name.endsWith(".iso"))).toHaveLength(1);
  });

  test("downloads from a URL, and leaves nothing half behind", async () => {
    const server = createServer((_, response) => response.end(readFileSync(live))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const data = at("data-3");
    const { code } = await run(`images add http://127.0.0.1:${port}/live.iso --version 4.21 --data-dir ${data}`);
    server.close();
    expect(code).toBe(0);
    expect(readdirSync(`${data}/images`).sort()).toEqual([
      expect.stringMatching(/^4\.21-x86_64-.*\.iso$/),
      "images.json",
    ]);
  });

  test("takes a file:// URL, and adds nothing to a list that cannot be read", async () => {
    const data = at("data-6");
    expect((await run(`images add file://${live} --version 4.20 --data-dir ${data}`)).code).toBe(0);
    writeFileSync(`${data}/images/images.json`, "{");
    const { code, err } = await run(`images add ${live} --version 4.21 --data-dir ${data}`);
    expect([code, err]).toEqual([1, expect.stringMatching(/images\.json cannot be read: .*\n.*remove it/)]);
    expect(readFileSync(`${data}/images/images.json`, "utf8")).toBe("{");
    expect(readdirSync(`${data}/images`).filter((name) => name.endsWith(".iso"))).toHaveLength(1);
  });

  test.each([
    ["an image that does not tell its version", () => live, "", /--version, such as 4\.20/],
    ["a version that is none", () => live, "--version abc", /"abc" is no version/],
    ["an architecture that is none", () => live, "--version 4.20 --arch sparc", /x86_64, arm64, ppc64le, s390x/],
    ["an image for other machines", () => live, "--version 4.20 --arch arm64", /boots on x86_64, and not on arm64/],
    [
      "another checksum",
      () => live,
      `--version 4.20 --sha256 ${"0".repeat(64)}`,
      /has SHA-256 [0-9a-f]{64}, and not 0000/,
    ],
    ["a checksum that is none", () => live, "--version 4.20 --sha256 abc", /"abc" is no SHA-256/],
    ["an address of another kind", () => "ftp://lab/live.iso", "--version 4.20", /an http or https URL/],
    ["an image without a place for a config", () => at("none.iso"), "--version 4.20", /no area for an Ignition config/],
    ["a file that is no image", () => put("text.iso", "text"), "--version 4.20", /needed an ISO 9660 image/],
    ["a file that is not there", () => at("gone.iso"), "--version 4.20", /it does not exist/],
    ["a server that is not there", () => "http://127.0.0.1:9/live.iso", "--version 4.20", /nothing listens there/],
  ])("refuses %s in words", async (_, file, flags, reason) => {
    const { code, err } = await run(`images add ${file()} ${flags} --data-dir ${at("data-4")}`);
    expect(code).not.toBe(0);
    expect(err).toMatch(reason);
  });
});

describe("muster images list", () => {
  test("tells of images that the settings name and that are not there", async () => {
    const OS_IMAGES = JSON.stringify([
      { openshift_version: "4.20", cpu_architecture: "x86_64", version: "1", url: "/nowhere/live.iso" },
      {
        openshift_version: "4.19",
        cpu_architecture: "x86_64",
        version: "2",
        url: "http://user:word@lab/live.iso?token=x",
      },
    ]);
    const { code, out } = await run(`images list --data-dir ${at("data-5")} -o wide`, { OS_IMAGES });
    expect(code).toBe(0);
    expect(out).toMatch(/4\.20 +x86_64 +1 +configured +there is no file \/nowhere\/live\.iso/);
    expect(out).toMatch(/4\.19 +x86_64 +2 +configured +not downloaded +http:\/\/lab\/live\.iso$/m);
  });
});
