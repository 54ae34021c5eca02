import { describe, expect, test } from "vitest";
import { ignitionArchive } from "../archive/gzip-cpio.ts";
import { Overlay } from "../image/overlay.ts";
import { requireFile } from "../read/iso.ts";
import { memorySource, type Source } from "../source.ts";
import type { LiveIsoParts } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { openLiveIso, readEmbeddedIgnition } from "./live-iso.ts";

const defaults = "coreos.liveiso=synthetic-live-1 ignition.firstboot ignition.platform.id=metal console=ttyS0,115200";

async function inMemory(source: Source): Promise<Buffer> {
  return Buffer.from(await source.read(0, source.size));
}

/** The same image with other text in one of its files, of the same length. */
async function withText(parts: LiveIsoParts, from: string, to: string): Promise<Source> {
  const bytes = await inMemory(await buildLiveIso(parts));
  const at = bytes.indexOf(from);
  bytes.write(to.padEnd(from.length), at, "latin1");
  return memorySource(bytes);
}

describe("a live image", () => {
  test("shows its areas, by its metadata files", async () => {
    const live = await openLiveIso(await buildLiveIso());
    expect(live).toMatchObject({
      architecture: "x86_64",
      ignitionArea: { foundBy: "igninfo.json", length: 262_144 },
      kernelArguments: { foundBy: "kargs.json", size: 1024, defaults, current: defaults },
      features: { "live-initrd-network": true },
      ramdisk: undefined,
    });
    expect(live.kernelArguments?.areas.map(({ file }) => file?.path)).toEqual([
      "EFI/redhat/grub.cfg",
      "isolinux/isolinux.cfg",
    ]);
  });

  test.each(["x86_64", "aarch64", "ppc64le", "s390x"] as const)("of %s is recognised", async (architecture) => {
    expect((await openLiveIso(await buildLiveIso({ architecture }))).architecture).toBe(architecture);
  });

  test("of s390x keeps Ignition inside of its boot image", async () => {
    const live = await openLiveIso(await buildLiveIso({ architecture: "s390x" }));
    expect(live.ignitionArea?.file).toMatchObject({ path: "images/cdboot.img", offset: 4096 });
    expect(live.ignitionArea?.length).toBe(262_144);
  });

  test("without metadata files: the whole ignition.img, and kernel arguments by their marker", async () => {
    const live = await openLiveIso(await buildLiveIso({ ignitionBy: "file", kernelArgumentsBy: "marker" }));
    expect(live.ignitionArea).toMatchObject({ foundBy: "images/ignition.img", length: 262_144 });
    expect(live.kernelArguments).toMatchObject({ foundBy: "marker", size: 1024, current: defaults });
    const exact = await openLiveIso(await buildLiveIso());
    expect(live.kernelArguments?.areas.map(({ file }) => file)).toEqual(
      exact.kernelArguments?.areas.map(({ file }) => file),
    );
  });

  test("of 2021: headers in the system area point at both", async () => {
    const built = await buildLiveIso({ ignitionBy: "file", kernelArgumentsBy: "marker" });
    const bare = await openLiveIso(built);
    const header = Buffer.alloc(72 + 24);
    header.write("coreKarg", 0, "latin1");
    header.writeBigUInt64LE(1024n, 8);
    const offsets = bare.kernelArguments?.areas.map(({ offset }) => offset) ?? [];
    [offsets[0] ?? 0, ...offsets].forEach((offset, index) => {
      header.writeBigUInt64LE(BigInt(offset), 16 + index * 8);
    });
    header.write("coreiso+", 72, "latin1");
    header.writeBigUInt64LE(BigInt(bare.ignitionArea?.offset ?? 0), 80);
    header.writeBigUInt64LE(262_144n, 88);
    const live = await openLiveIso(built.replace(32_672, header));
    expect(live.ignitionArea).toMatchObject({ foundBy: "header", offset: bare.ignitionArea?.offset, length: 262_144 });
    expect(live.kernelArguments).toMatchObject({ foundBy: "header", size: 1024, current: defaults, defaults });
  });

  test("with a line of half a million blanks in a boot configuration is read in no time", async () => {
    const content = Buffer.from(`append${" ".repeat(500_000)}x\n`);
    const extraFiles = [{ path: "boot/grub/grub.cfg", content }];
    const live = await openLiveIso(await buildLiveIso({ kernelArgumentsBy: "none", extraFiles }));
    expect(live.kernelArguments).toBeUndefined();
  });

  test("an image that is not live has no areas", async () => {
    const live = await openLiveIso(await buildLiveIso({ ignitionBy: "none", kernelArgumentsBy: "none" }));
    expect(live).toMatchObject({ ignitionArea: undefined, kernelArguments: undefined });
    expect(await readEmbeddedIgnition(live)).toBeUndefined();
  });

  test("an embedded config is read, also when another tool packed it with others", async () => {
    const built = await buildLiveIso();
    const live = await openLiveIso(built);
    expect(await readEmbeddedIgnition(live)).toBeUndefined();
    const archive = Overlay.of(
      ignitionArchive(Buffer.from("first")),
      { zeros: 64 },
      ignitionArchive(Buffer.from("last")),
    );
    const customised = await openLiveIso(built.replace(live.ignitionArea?.offset ?? 0, archive));
    expect(String(await readEmbeddedIgnition(customised))).toBe("last");
  });
});

describe("metadata that lies is refused", () => {
  test.each([
    ["a file that is not there", '"file": "images/ignition.img"', '"file": "images/ignition.foo"'],
    ["no JSON", '"file": "images/ignition.img"', '"file": images/ignition.img'],
    ["a number for a name", '"file": "images/ignition.img"', '"file": 12'],
    ["an area behind the end of its file", '"file": "images/ignition.img"', '"file":"zipl","offset":9999'],
    ["a negative offset", '"size": 1024', '"size": -024'],
    ["a size beyond its file", '"size": 1024', '"size": 9999'],
    ["an area without its end", `${defaults}\n`, `${defaults}x`],
  ])("%s", async (_, from, to) => {
    const source = await withText({}, from, to);
    await expect(openLiveIso(source)).rejects.toMatchObject({ code: "bad_live_metadata" });
  });

  test("areas that do not agree", async () => {
    const built = await buildLiveIso();
    const live = await openLiveIso(built);
    const changed = built.replace(live.kernelArguments?.areas[1]?.offset ?? 0, Buffer.from("C"));
    await expect(openLiveIso(changed)).rejects.toMatchObject({ code: "kernel_arguments_differ" });
  });

  test("an Ignition area in an empty file", async () => {
    const live = await openLiveIso(await buildLiveIso());
    expect(requireFile(live.iso, "coreos/igninfo.json").content.size).toBeGreaterThan(0);
    const source = await buildLiveIso({ ignitionAreaSize: 0 });
    await expect(openLiveIso(source)).rejects.toMatchObject({ code: "bad_live_metadata" });
  });
});
