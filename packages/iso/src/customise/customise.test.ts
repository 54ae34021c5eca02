import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { gzipCpio } from "../archive/gzip-cpio.ts";
import { readInitrd } from "../archive/initrd.ts";
import { readIgnitionArea } from "../live/ignition-area.ts";
import { type LiveIso, openLiveIso, readEmbeddedIgnition } from "../live/live-iso.ts";
import { readSmallFile, requireFile } from "../read/iso.ts";
import { filler } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { customise } from "./customise.ts";
import { minimalIso } from "./minimal-iso.ts";

const config = Buffer.from('{"ignition":{"version":"3.1.0"}}');
let live: LiveIso;

beforeAll(async () => {
  live = await openLiveIso(await buildLiveIso());
});

describe("embedding Ignition", () => {
  test("any config reads back byte for byte, and the image keeps its size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 5000 }), async (bytes) => {
        const image = customise(live, { ignition: bytes });
        expect(image.size).toBe(live.iso.source.size);
        expect(new Uint8Array((await readEmbeddedIgnition(await openLiveIso(image))) ?? [])).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });

  test("a shorter config leaves nothing of a longer one behind", async () => {
    const long = await openLiveIso(customise(live, { ignition: filler(100_000, 1) }));
    const short = customise(long, { ignition: config });
    const direct = customise(live, { ignition: config });
    expect(await short.read(0, short.size)).toEqual(await direct.read(0, direct.size));
  });

  test("base configs lie where the live system merges them from", async () => {
    const image = await openLiveIso(
      customise(live, { ignition: config, baseConfigs: { "10-site.ign": Buffer.from("{}") } }),
    );
    const area = image.ignitionArea;
    const files = area && (await readIgnitionArea(image.iso, area));
    expect([...(files?.keys() ?? [])]).toEqual(["config.ign", "usr/lib/ignition/base.d/10-site.ign"]);
  });

  test("a config that does not fit is refused with both sizes", () => {
    expect(() => customise(live, { ignition: filler(300_000, 1) })).toThrow(
      /Found an Ignition config of 300000 bytes, \d+ compressed; needed at most 262144 bytes after compression/,
    );
  });

  test.each(["x86_64", "s390x"] as const)(
    "a config that does not fit can move to a larger area (%s)",
    async (architecture) => {
      const base = await openLiveIso(await buildLiveIso({ architecture }));
      const large = filler(700_000, 2);
      const image = await openLiveIso(customise(base, { ignition: large, growIgnitionArea: true }));
      expect(Buffer.from((await readEmbeddedIgnition(image)) ?? [])).toEqual(large);
      const quarter = 65_536;
      expect((image.ignitionArea?.length ?? 0) % quarter).toBe(0);
      expect(image.iso.volume.sectors * 2048).toBe(image.iso.source.size);
      if (architecture === "s390x") {
        const bootImage = requireFile(image.iso, "images/cdboot.img").content.extents?.[0]?.sector;
        expect(image.iso.boot?.entries[0]?.sector).toBe(bootImage);
      }
    },
  );

  test("an image without an area is refused by name", async () => {
    const bare = await openLiveIso(await buildLiveIso({ ignitionBy: "none" }));
    expect(() => customise(bare, { ignition: config })).toThrow(expect.objectContaining({ code: "no_ignition_area" }));
  });
});

describe("embedding kernel arguments", () => {
  test("every area changes, nothing else does", async () => {
    const image = customise(live, { kernelArguments: [{ operation: "append", value: "rd.net.timeout.carrier=60" }] });
    const changed = await openLiveIso(image);
    expect(changed.kernelArguments?.current).toBe(`${live.kernelArguments?.current} rd.net.timeout.carrier=60`);
    const isolinux = String(await readSmallFile(requireFile(changed.iso, "isolinux/isolinux.cfg")));
    expect(isolinux).toContain("console=ttyS0,115200 rd.net.timeout.carrier=60\n####");
    expect(isolinux).toMatch(/#\n?# COREOS_KARG_EMBED_AREA\n$|## COREOS_KARG_EMBED_AREA\n$/);
    const before = Buffer.from(await live.iso.source.read(0, live.iso.source.size));
    const after = Buffer.from(await image.read(0, image.size));
    const different = before.filter((byte, index) => byte !== after[index]).length;
    expect(different).toBeLessThanOrEqual(2 * " rd.net.timeout.carrier=60\n".length);
  });

  test("arguments found by their marker change the same bytes as those found by kargs.json", async () => {
    const edits = [{ operation: "append" as const, value: "a=b" }];
    const marked = await openLiveIso(await buildLiveIso({ kernelArgumentsBy: "marker" }));
    const changed = await openLiveIso(customise(marked, { kernelArguments: edits }));
    const exact = await openLiveIso(customise(live, { kernelArguments: edits }));
    for (const path of ["EFI/redhat/grub.cfg", "isolinux/isolinux.cfg"]) {
      expect(await readSmallFile(requireFile(changed.iso, path))).toEqual(
        await readSmallFile(requireFile(exact.iso, path)),
      );
    }
  });

  test("arguments up to the size of the area fit, more are refused with the limit", async () => {
    const room = 1024 - 1 - (live.kernelArguments?.current.length ?? 0) - 1;
    const fits = customise(live, { kernelArguments: [{ operation: "append", value: "x".repeat(room) }] });
    expect((await openLiveIso(fits)).kernelArguments?.current).toHaveLength(1023);
    expect(() => customise(live, { kernelArguments: [{ operation: "append", value: "x".repeat(room + 1) }] })).toThrow(
      "Found kernel arguments of 1024 bytes; needed at most 1023 bytes.",
    );
  });

  test("deleting what was appended gives the published image again", async () => {
    const changed = await openLiveIso(customise(live, { kernelArguments: [{ operation: "append", value: "a=b" }] }));
    const back = customise(changed, { kernelArguments: [{ operation: "delete", value: "a=b" }] });
    expect(await back.read(0, back.size)).toEqual(await live.iso.source.read(0, live.iso.source.size));
  });

  test("an image without areas is refused by name", async () => {
    const bare = await openLiveIso(await buildLiveIso({ kernelArgumentsBy: "none" }));
    expect(() => customise(bare, { kernelArguments: [{ operation: "append", value: "a" }] })).toThrow(
      expect.objectContaining({ code: "no_kernel_argument_area" }),
    );
  });
});

describe("embedding per-host network files", () => {
  const ramdisk = gzipCpio([
    { path: "etc/assisted/network/host0/eth0.nmconnection", mode: 0o100600, bytes: Buffer.from("[x]") },
  ]);

  test("a minimal image has a place for them", async () => {
    const minimal = await openLiveIso(await minimalIso(live, { rootfsUrl: "http://a.test/rootfs" }));
    const image = await openLiveIso(customise(minimal, { ignition: config, ramdisk }));
    const file = requireFile(image.iso, "images/assisted_installer_custom.img");
    const entries = await readInitrd(await readSmallFile(file));
    expect(entries.at(-1)).toMatchObject({ path: "etc/assisted/network/host0/eth0.nmconnection", mode: 0o100600 });
    expect(file.content.size).toBe(1024 * 1024);
  });

  test("a full image has none", () => {
    expect(() => customise(live, { ramdisk })).toThrow(expect.objectContaining({ code: "no_ramdisk_area" }));
  });

  test("files that do not fit are refused", async () => {
    const minimal = await openLiveIso(await minimalIso(live, { rootfsUrl: "http://a.test/rootfs" }));
    expect(() => customise(minimal, { ramdisk: filler(1024 * 1024 + 4, 1) })).toThrow(
      expect.objectContaining({ code: "ramdisk_too_large" }),
    );
  });
});

test("the same request gives the same image and ETag", async () => {
  const asked = { ignition: config, kernelArguments: [{ operation: "append" as const, value: "a" }] };
  const again = await openLiveIso(await buildLiveIso());
  expect(customise(live, asked).etag).toBe(customise(live, asked).etag);
  expect(customise(live, asked).etag).not.toBe(customise(live, { ignition: config }).etag);
  const [one, two] = [customise(live, asked), customise(again, asked)];
  expect(await one.read(0, one.size)).toEqual(await two.read(0, two.size));
});

test("nothing asked is the base itself", async () => {
  const image = customise(live, {});
  expect(await image.read(0, image.size)).toEqual(await live.iso.source.read(0, live.iso.source.size));
});
