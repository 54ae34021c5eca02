import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createIso,
  customise,
  type LiveIso,
  minimalIso,
  Overlay,
  openFileSource,
  openLiveIso,
  readEmbeddedIgnition,
  type Source,
  walk,
  writeImage,
} from "../src/index.ts";
import { buildLiveIso, buildLiveIsoWithXorriso, builtAt, filler, hasTool } from "../src/testing/index.ts";
import { readRealLayout, realLayouts } from "./real-layouts.ts";

const config = '{"ignition":{"version":"3.2.0"}}';
const rootfsUrl = "http://192.0.2.1:8888/boot-artifacts/rootfs?arch=x86_64&version=38";
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "iso-foreign-"));
});
afterAll(() => rm(directory, { recursive: true }));

interface Told {
  readonly status: number | null;
  readonly out: string;
  readonly complaints: string;
}

function tell(command: string, ...options: string[]): Told {
  // isoinfo prints Joliet names in Latin-1.
  const encoding = command === "isoinfo" && options.includes("-J") ? "latin1" : "utf8";
  const { status, stdout, stderr } = spawnSync(command, options, { encoding, env: { ...process.env, LC_ALL: "C" } });
  return { status, out: stdout, complaints: stderr };
}

/** What other programs make of an image. Each one that is not installed is left out; `hasTool` names say which. */
async function expectReadable(path: string): Promise<void> {
  const source = await openFileSource(path);
  const { iso } = await openLiveIso(source);
  await source.close();
  const paths = [...walk(iso.root)].map(({ path: each }) => `/${each}`).sort();

  if (hasTool("file")) expect(tell("file", "-b", path).out).toContain(`ISO 9660 CD-ROM filesystem data`);
  if (hasTool("isoinfo")) {
    for (const names of iso.jolietRoot ? ["-R", "-J"] : ["-R"]) {
      const { status, out, complaints } = tell("isoinfo", names, "-f", "-i", path);
      expect({ status, complaints, paths: out.trim().split("\n").sort() }).toEqual({
        status: 0,
        complaints: "",
        paths,
      });
    }
  }
  if (hasTool("xorriso")) {
    const { status, out, complaints } = tell(
      "xorriso",
      "-abort_on",
      "WARNING",
      "-indev",
      path,
      "-report_el_torito",
      "plain",
      "-find",
      "/",
    );
    expect({ status, complaints }).toMatchObject({ status: 0 });
    expect(complaints).not.toMatch(/WARNING|FAILURE|SORRY|MISHAP/);
    expect(
      out
        .match(/^'\/.+'$/gm)
        ?.map((line) => line.slice(1, -1))
        .sort(),
    ).toEqual(paths);
    expect(out.match(/El Torito boot img :/g)?.length ?? 0).toBe(iso.boot?.entries.length ?? 0);
  }
}

function expectIgnition(path: string, kernelArguments: string | undefined): void {
  // coreos-installer does not look for lower-case names in the primary tree, which is what xorriso writes with GRUB.
  if (!hasTool("coreos-installer") || path.includes("GRUB")) return;
  expect(tell("coreos-installer", "iso", "ignition", "show", path).out).toBe(config);
  if (kernelArguments === undefined) return;
  expect(tell("coreos-installer", "iso", "kargs", "show", path).out.trim()).toBe(kernelArguments);
}

const bases: [string, () => Promise<Source>][] = [
  ["our builder for x86_64", () => buildLiveIso()],
  ["our builder for aarch64", () => buildLiveIso({ architecture: "aarch64" })],
  ["our builder for ppc64le", () => buildLiveIso({ architecture: "ppc64le" })],
  ["our builder for s390x", () => buildLiveIso({ architecture: "s390x" })],
  ...(hasTool("xorriso")
    ? ([
        ["xorriso", () => xorrisoBase({})],
        ["xorriso with GRUB", () => xorrisoBase({ grub: true })],
      ] satisfies [string, () => Promise<Source>][])
    : []),
  ...realLayouts.map((name): [string, () => Promise<Source>] => [
    name,
    async () => Overlay.of(await readRealLayout(name)),
  ]),
];

async function xorrisoBase(options: { grub?: boolean }): Promise<Source> {
  const path = join(directory, "by-xorriso.iso");
  await buildLiveIsoWithXorriso({}, path, options);
  const source = await openFileSource(path);
  const bytes = await source.read(0, source.size);
  await source.close();
  return Overlay.of(bytes);
}

const missing = ["xorriso", "isoinfo", "file", "coreos-installer"].filter((name) => !hasTool(name));
const withWhom = missing.length > 0 ? ` (not checked by ${missing.join(", ")}: not installed)` : "";

describe.each(bases)(`other programs read what is made from the image of %s${withWhom}`, (name, open) => {
  let live: LiveIso;
  const at = (kind: string) => join(directory, `${name.replaceAll(/\W/g, "-")}-${kind}.iso`);
  const kernelArguments = () => (live.kernelArguments ? [{ operation: "append" as const, value: "a=b" }] : []);
  const expected = (each: LiveIso) => each.kernelArguments && `${each.kernelArguments.current} a=b`;

  beforeAll(async () => {
    live = await openLiveIso(await open());
  });

  test("as it is", async () => {
    await writeImage(live.iso.source, at("base"));
    await expectReadable(at("base"));
  });

  test("with a config and kernel arguments", async () => {
    await writeImage(
      customise(live, { ignition: Buffer.from(config), kernelArguments: kernelArguments() }),
      at("custom"),
    );
    await expectReadable(at("custom"));
    expectIgnition(at("custom"), expected(live));
  });

  test("with more files", async () => {
    const files = [
      { path: "muster/bin/muster", content: filler(100_000, 9), mode: 0o555 },
      { path: "images/a.long-name.with.dots and spaces.json", content: Buffer.from("{}") },
      { path: "ünïcode.txt", content: Buffer.from("x") },
    ];
    await writeImage(customise(live, { ignition: Buffer.from(config), files }), at("more"));
    await expectReadable(at("more"));
    expectIgnition(at("more"), undefined);
  });

  test("with a config in a grown area", async () => {
    const large = JSON.stringify({ ignition: { version: "3.2.0" }, filler: filler(300_000, 1).toString("base64") });
    await writeImage(customise(live, { ignition: Buffer.from(large), growIgnitionArea: true }), at("grown"));
    await expectReadable(at("grown"));
    if (hasTool("coreos-installer") && !name.includes("GRUB"))
      expect(tell("coreos-installer", "iso", "ignition", "show", at("grown")).out).toBe(large);
  });

  test.skipIf(name.includes("s390x"))("as a minimal image", async () => {
    const minimal = await openLiveIso(await minimalIso(live, { rootfsUrl }));
    await writeImage(
      customise(minimal, { ignition: Buffer.from(config), kernelArguments: kernelArguments() }),
      at("minimal"),
    );
    await expectReadable(at("minimal"));
    expectIgnition(at("minimal"), expected(minimal));
  });
});

test.skipIf(!hasTool("xorriso"))(
  "an image that boots by GRUB from a disk still does as a minimal one (skipped where xorriso is not installed)",
  async () => {
    const live = await openLiveIso(await xorrisoBase({ grub: true }));
    const path = join(directory, "grub-minimal.iso");
    const image = await minimalIso(live, { rootfsUrl });
    await writeImage(image, path);
    const { out, complaints } = tell(
      "xorriso",
      "-indev",
      path,
      "-report_el_torito",
      "plain",
      "-report_system_area",
      "plain",
    );
    expect(complaints).not.toMatch(/WARNING|FAILURE|SORRY|MISHAP/);
    expect(out).toContain("El Torito img opts :   1  boot-info-table grub2-boot-info");
    const [bios, efi] = (await openLiveIso(image)).iso.boot?.entries ?? [];
    if (!bios || !efi) throw new Error("no boot entries");
    expect(out).toMatch(new RegExp(`GPT start and size : +2 +${efi.sector * 4} `));
    expect(out).toMatch(new RegExp(`MBR partition +: +1 +0x00 +0xee +1 +${image.size / 512 - 1}`));
    const head = Buffer.from(await image.read(0, 512));
    expect(head.readUInt32LE(432)).toBe(bios.sector * 4 + 4);
  },
);

test.skipIf(!hasTool("coreos-installer"))(
  "what coreos-installer embeds is read here (skipped where coreos-installer is not installed)",
  async () => {
    const [base, ignition, out, again] = ["base", "ign", "out", "again"].map((each) =>
      join(directory, `theirs-${each}`),
    );
    if (!base || !ignition || !out || !again) return;
    await writeImage(await buildLiveIso(), base);
    await writeFile(ignition, config);
    expect(tell("coreos-installer", "iso", "ignition", "embed", "-i", ignition, "-o", out, base).status).toBe(0);
    expect(tell("coreos-installer", "iso", "kargs", "modify", "-a", "a=b", "-o", again, out).status).toBe(0);
    const source = await openFileSource(again);
    const live = await openLiveIso(source);
    expect(String(await readEmbeddedIgnition(live))).toBe(config);
    expect(live.kernelArguments?.current).toMatch(/ a=b$/);
    await source.close();
  },
);

test.skipIf(!hasTool("coreos-installer"))(
  "coreos-installer undoes our changes to the published bytes (skipped where coreos-installer is not installed)",
  async () => {
    const [base, ours, reset] = ["base", "ours", "reset"].map((each) => join(directory, `undo-${each}`));
    if (!base || !ours || !reset) return;
    const live = await openLiveIso(await buildLiveIso());
    await writeImage(live.iso.source, base);
    const kernelArguments = [{ operation: "append" as const, value: "a=b" }];
    await writeImage(customise(live, { ignition: Buffer.from(config), kernelArguments }), ours);
    expect(tell("coreos-installer", "iso", "reset", "-o", reset, ours).status).toBe(0);
    expect(spawnSync("cmp", [reset, base]).status).toBe(0);
  },
);

test.skipIf(!hasTool("xorriso"))(
  "xorriso reads a file above 4 GiB (skipped where xorriso is not installed)",
  async () => {
    const content = Overlay.of(Buffer.from("start"), { zeros: 5 * 1024 ** 3 }, Buffer.from("end"));
    const path = join(directory, "big.iso");
    await writeImage(
      await createIso({ volumeId: "BIG", files: [{ path: "big.img", content }], createdAt: builtAt }),
      path,
    );
    const { out } = tell("xorriso", "-indev", path, "-find", "/big.img", "-exec", "lsdl");
    expect(out).toContain(String(content.size));
  },
);
