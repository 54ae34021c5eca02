import { describe, expect, test } from "vitest";
import { sectorSize } from "../bytes.ts";
import { openLiveIso, readEmbeddedIgnition } from "../live/live-iso.ts";
import { findFile, readSmallFile, requireFile } from "../read/iso.ts";
import { liveFiles } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { customise } from "./customise.ts";
import { minimalIso } from "./minimal-iso.ts";

const rootfsUrl = "http://192.0.2.1:8888/boot-artifacts/rootfs?arch=x86_64&version=418.94.2";

async function minimalOf(parts: Parameters<typeof buildLiveIso>[0] = {}, extraInitrds = {}) {
  const live = await openLiveIso(await buildLiveIso(parts));
  const image = await minimalIso(live, { rootfsUrl, extraInitrds });
  return { live, image, minimal: await openLiveIso(image) };
}

describe("a minimal image", () => {
  test("has no root filesystem and no recipe, and is that much smaller", async () => {
    const { live, image, minimal } = await minimalOf();
    expect(findFile(minimal.iso, "images/pxeboot/rootfs.img")).toBeUndefined();
    expect(findFile(minimal.iso, "coreos/miniso.dat")).toBeUndefined();
    const rootfs = requireFile(live.iso, "images/pxeboot/rootfs.img").content.size;
    expect(image.size).toBeLessThan(live.iso.source.size - rootfs + 1024 * 1024 + 16 * sectorSize);
  });

  test("keeps every other file as it is", async () => {
    const { minimal } = await minimalOf();
    const changed = /rootfs|miniso|\.cfg$|kargs\.json|isolinux\.bin/;
    for (const { path, content } of liveFiles().files) {
      if (changed.test(path) || !(content instanceof Uint8Array)) continue;
      expect(await readSmallFile(requireFile(minimal.iso, path)), path).toEqual(Buffer.from(content));
    }
  });

  test("fetches its root filesystem instead of looking for it on the medium", async () => {
    const { minimal } = await minimalOf();
    const text = `ignition.firstboot ignition.platform.id=metal console=ttyS0,115200 coreos.live.rootfs_url="${rootfsUrl}"`;
    expect(minimal.kernelArguments).toMatchObject({ foundBy: "kargs.json", defaults: text, current: text });
    const grub = String(await readSmallFile(requireFile(minimal.iso, "EFI/redhat/grub.cfg")));
    expect(grub).toContain(`\tlinux /images/pxeboot/vmlinuz ${text}\n###`);
    expect(grub).toContain(
      "\tinitrd /images/pxeboot/initrd.img /images/ignition.img /images/assisted_installer_custom.img\n",
    );
    const isolinux = String(await readSmallFile(requireFile(minimal.iso, "isolinux/isolinux.cfg")));
    expect(isolinux).toContain(
      `  append initrd=/images/pxeboot/initrd.img,/images/ignition.img,/images/assisted_installer_custom.img ${text}\n###`,
    );
  });

  test("has the same room for more kernel arguments as the full one", async () => {
    const { live, minimal } = await minimalOf();
    const room = (each: typeof live) => (each.kernelArguments?.size ?? 0) - (each.kernelArguments?.current.length ?? 0);
    expect(room(minimal)).toBe(room(live));
  });

  test("boots by BIOS and UEFI: catalog and tables point at the moved files", async () => {
    const { minimal } = await minimalOf();
    const sectorOf = (path: string) => requireFile(minimal.iso, path).content.extents?.[0]?.sector;
    expect(minimal.iso.boot?.entries).toMatchObject([
      { platform: "bios", sector: sectorOf("isolinux/isolinux.bin"), infoTableSum: expect.any(Number) },
      { platform: "efi", sector: sectorOf("images/efiboot.img") },
    ]);
    expect(minimal.iso.boot?.sector).toBe(sectorOf("isolinux/boot.cat"));
  });

  test("can be customised like a full one", async () => {
    const { minimal } = await minimalOf();
    const image = customise(minimal, {
      ignition: Buffer.from("config"),
      kernelArguments: [{ operation: "append", value: "a=b" }],
    });
    const changed = await openLiveIso(image);
    expect(String(await readEmbeddedIgnition(changed))).toBe("config");
    expect(changed.kernelArguments?.current).toMatch(/rootfs_url="[^"]+" a=b$/);
  });

  test("loads further archives by their paths", async () => {
    const { minimal } = await minimalOf({}, { "images/nmstate.img": Buffer.from("archive") });
    const grub = String(await readSmallFile(requireFile(minimal.iso, "EFI/redhat/grub.cfg")));
    expect(grub).toContain(" /images/assisted_installer_custom.img /images/nmstate.img\n");
    expect(String(await readSmallFile(requireFile(minimal.iso, "images/nmstate.img")))).toBe("archive");
  });

  test("of aarch64 keeps its boot catalog, which is in no directory", async () => {
    const { minimal } = await minimalOf({ architecture: "aarch64" });
    expect(minimal.iso.boot?.entries).toMatchObject([{ platform: "efi" }]);
    expect(minimal.iso.boot?.entries[0]?.sector).toBe(
      requireFile(minimal.iso, "images/efiboot.img").content.extents?.[0]?.sector,
    );
  });

  test("of ppc64le has a partition around the new size", async () => {
    const { image, minimal } = await minimalOf({ architecture: "ppc64le" });
    expect(minimal.iso.systemArea.readUInt8(450)).toBe(0x96);
    expect(minimal.iso.systemArea.readUInt32LE(458)).toBe(image.size / 512);
    expect(String(await readSmallFile(requireFile(minimal.iso, "boot/grub/grub.cfg")))).toContain(rootfsUrl);
  });

  test("without areas for kernel arguments still gets the URL into its boot configuration", async () => {
    const { minimal } = await minimalOf({ kernelArgumentsBy: "none" });
    const isolinux = String(await readSmallFile(requireFile(minimal.iso, "isolinux/isolinux.cfg")));
    expect(isolinux).toContain(`console=ttyS0,115200 coreos.live.rootfs_url="${rootfsUrl}"\n`);
    expect(isolinux).not.toContain("coreos.liveiso");
    expect(minimal.kernelArguments).toBeUndefined();
  });

  test.each([
    ["s390x, which boots otherwise", { architecture: "s390x" as const }],
    ["an image that is already minimal", { rootfs: null }],
  ])("is not made of %s", async (_, parts) => {
    const live = await openLiveIso(await buildLiveIso(parts));
    await expect(minimalIso(live, { rootfsUrl })).rejects.toMatchObject({ code: "minimal_not_possible" });
  });

  test.each(["ftp://a/b", "http://a/$b", "http://a/b c", 'http://a/"b', "http://a\\b", ""])(
    "is not made with the URL %j",
    async (bad) => {
      const live = await openLiveIso(await buildLiveIso());
      await expect(minimalIso(live, { rootfsUrl: bad })).rejects.toMatchObject({ code: "bad_rootfs_url" });
    },
  );
});
