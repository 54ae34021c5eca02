import { beforeAll, describe, expect, test } from "vitest";
import { sectorSize } from "../src/bytes.ts";
import {
  customise,
  findFile,
  type LiveIso,
  memorySource,
  minimalIso,
  openIso,
  openLiveIso,
  readEmbeddedIgnition,
  readMinimalRecipe,
  readSmallFile,
  requireFile,
  unpackMinimalIso,
  walk,
} from "../src/index.ts";
import { readRealLayout, realLayouts, whyNoRealLayouts } from "./real-layouts.ts";

const config = Buffer.from('{"ignition":{"version":"3.2.0"}}');
const rootfsUrl = "http://192.0.2.1:8888/boot-artifacts/rootfs?arch=x86_64&version=38";

test.skipIf(realLayouts.length > 0)(`real layouts are not tested: ${whyNoRealLayouts}`, ({ skip }) => {
  skip(whyNoRealLayouts);
});

describe.each(realLayouts)("the layout of %s", (name) => {
  let live: LiveIso;
  beforeAll(async () => {
    live = await openLiveIso(memorySource(await readRealLayout(name)));
  });

  test("is read with its areas", () => {
    expect(live).toMatchObject({
      architecture: "x86_64",
      ignitionArea: { length: 262_144, file: { path: "images/ignition.img", offset: 0 } },
      kernelArguments: { foundBy: "kargs.json", size: 1139 },
    });
    expect(live.kernelArguments?.current).toBe(live.kernelArguments?.defaults);
    expect(live.kernelArguments?.areas.map(({ file }) => file?.path)).toEqual([
      "EFI/fedora/grub.cfg",
      "isolinux/isolinux.cfg",
    ]);
    const names = (root = live.iso.root) => [...walk(root)].map(({ path }) => path).sort();
    expect(names(live.iso.jolietRoot)).toEqual(names());
  });

  test("takes a config and kernel arguments, and gives them back", async () => {
    const image = customise(live, { ignition: config, kernelArguments: [{ operation: "append", value: "a=b" }] });
    const changed = await openLiveIso(image);
    expect(await readEmbeddedIgnition(changed)).toEqual(config);
    expect(changed.kernelArguments?.current).toBe(`${live.kernelArguments?.defaults} a=b`);
    expect(image.size).toBe(live.iso.source.size);
  });

  test("takes files", async () => {
    const image = customise(live, { files: [{ path: "muster/muster", content: Buffer.from("program"), mode: 0o555 }] });
    const iso = await openIso(image);
    expect(String(await readSmallFile(requireFile(iso, "muster/muster")))).toBe("program");
    for (const { path, node } of walk(live.iso.root)) {
      if (node.kind === "file") expect(requireFile(iso, path).content.extents, path).toEqual(node.content.extents);
    }
  });

  test("becomes a minimal image that can be customised", async () => {
    const minimal = await openLiveIso(await minimalIso(live, { rootfsUrl }));
    expect(findFile(minimal.iso, "images/pxeboot/rootfs.img")).toBeUndefined();
    expect(minimal.kernelArguments?.current).toContain(`coreos.live.rootfs_url="${rootfsUrl}"`);
    expect(minimal.kernelArguments?.current).not.toContain("coreos.liveiso");
    const image = await openLiveIso(customise(minimal, { ignition: config, ramdisk: Buffer.from("ramdisk.") }));
    expect(await readEmbeddedIgnition(image)).toEqual(config);
  });
});

test.skipIf(!realLayouts.includes("embed-areas-2021-09.iso.xz"))(
  `the layout of 2021 is also found through its headers (skipped: ${whyNoRealLayouts})`,
  async () => {
    const live = await openLiveIso(memorySource(await readRealLayout("embed-areas-2021-09.iso.xz")));
    expect(live.ignitionArea).toMatchObject({ foundBy: "header", offset: 0x19000, length: 0x40000 });
    const minimal = await openLiveIso(await minimalIso(live, { rootfsUrl }));
    const file = requireFile(minimal.iso, "images/ignition.img");
    expect(minimal.ignitionArea).toMatchObject({
      foundBy: "header",
      offset: (file.content.extents?.[0]?.sector ?? 0) * sectorSize,
    });
  },
);

describe.skipIf(!realLayouts.includes("embed-areas-2023-07.x86_64.iso.xz"))("the publisher's recipe of 2023", () => {
  let live: LiveIso;
  beforeAll(async () => {
    live = await openLiveIso(memorySource(await readRealLayout("embed-areas-2023-07.x86_64.iso.xz")));
  });

  test("gives the publisher's minimal image, with the right checksum", async () => {
    const recipe = await readMinimalRecipe(live.iso);
    expect(recipe).toMatchObject({ writtenBy: "0.17.0", sha256: expect.stringMatching(/^b64f0261/) });
    if (recipe === undefined) return;
    const minimal = await openLiveIso(await unpackMinimalIso(live.iso, recipe));
    expect(findFile(minimal.iso, "images/pxeboot/rootfs.img")).toBeUndefined();
    expect(minimal.ignitionArea?.length).toBe(262_144);
  });

  test("does not fit a customised image, and says so", async () => {
    const customised = await openLiveIso(customise(live, { ignition: config }));
    const recipe = await readMinimalRecipe(customised.iso);
    if (recipe === undefined) throw new Error("no recipe");
    await expect(unpackMinimalIso(customised.iso, recipe)).rejects.toMatchObject({ code: "bad_minimal_recipe" });
  });

  test("disk partitions follow the files of a minimal image", async () => {
    const image = await minimalIso(live, { rootfsUrl });
    const { iso } = await openLiveIso(image);
    const efiSector = requireFile(iso, "images/efiboot.img").content.extents?.[0]?.sector ?? 0;
    const isolinuxSector = requireFile(iso, "isolinux/isolinux.bin").content.extents?.[0]?.sector ?? 0;
    expect(iso.systemArea.readUInt32LE(432)).toBe(isolinuxSector * 4);
    expect(iso.systemArea.readUInt32LE(446 + 12)).toBe(image.size / 512);
    expect(iso.systemArea.readUInt32LE(446 + 16 + 8)).toBe(efiSector * 4);
    expect(Number(iso.systemArea.readBigUInt64LE(1024 + 128 + 32))).toBe(efiSector * 4);
    const backup = Buffer.from(await image.read(image.size - 512, 512));
    expect(backup.toString("latin1", 0, 8)).toBe("EFI PART");
    expect(backup.readUInt32LE(88)).toBe(iso.systemArea.readUInt32LE(512 + 88));
  });
});
