import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sectorSize } from "../bytes.ts";
import { Overlay } from "../image/overlay.ts";
import { memorySource, openFileSource, type Source } from "../source.ts";
import { recordAt, recordField, rootSector } from "../testing/damage.ts";
import { buildLiveIsoWithXorriso, hasTool } from "../testing/foreign-tools.ts";
import { liveFiles } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { findNode, walk } from "../tree.ts";
import { createIso } from "../write/create-iso.ts";
import { findFile, openIso, readSmallFile, requireFile } from "./iso.ts";
import { posixMode } from "./rock-ridge.ts";

let directory: string;
let image: Buffer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "iso-read-"));
  const built = await buildLiveIso();
  image = Buffer.from(await built.read(0, built.size));
});
afterAll(() => rm(directory, { recursive: true }));

async function expectSameFiles(source: Source): Promise<void> {
  const iso = await openIso(source);
  expect(iso.volume.id).toBe("synthetic-live-1");
  expect(iso.rockRidge).toBe(true);
  for (const { path, content } of liveFiles().files) {
    // The boot loader's table is written into its first bytes.
    if (path === "isolinux/isolinux.bin") continue;
    const wanted = content instanceof Uint8Array ? content : await content.read(0, content.size);
    expect(await readSmallFile(requireFile(iso, path)), path).toEqual(Buffer.from(wanted));
    const inJoliet = iso.jolietRoot && findNode(iso.jolietRoot, path);
    expect(inJoliet?.kind === "file" && inJoliet.content, path).toBe(requireFile(iso, path).content);
  }
}

describe("reading an image", () => {
  test("by our own writer: every file by its long name, in both trees", () => expectSameFiles(memorySource(image)));

  test.skipIf(!hasTool("xorriso"))("by xorriso: the same (skipped where xorriso is not installed)", async () => {
    const path = join(directory, "xorriso.iso");
    await buildLiveIsoWithXorriso({}, path);
    const source = await openFileSource(path);
    await expectSameFiles(source);
    await source.close();
  });

  test.skipIf(!hasTool("genisoimage"))(
    "with Rock Ridge links, long names and moved directories (skipped where genisoimage is not installed)",
    async () => {
      const tree = join(directory, "tree");
      const deep = "a/b/c/d/e/f/g/h/i/j";
      const longName = `${"long-name-".repeat(20)}end`;
      mkdirSync(join(tree, deep), { recursive: true });
      writeFileSync(join(tree, deep, "deep.txt"), "deep");
      writeFileSync(join(tree, longName), "long");
      execFileSync("ln", ["-s", "../a/./b", join(tree, "link")]);
      execFileSync("ln", ["-s", "/etc/motd", join(tree, "absolute")]);
      const path = join(directory, "deep.iso");
      execFileSync("genisoimage", ["-quiet", "-R", "-o", path, tree], { stdio: "pipe" });
      const source = await openFileSource(path);
      const iso = await openIso(source);
      expect(String(await readSmallFile(requireFile(iso, `${deep}/deep.txt`)))).toBe("deep");
      expect(String(await readSmallFile(requireFile(iso, longName)))).toBe("long");
      expect(findNode(iso.root, "link")).toMatchObject({ kind: "link", target: "../a/./b" });
      expect(findNode(iso.root, "absolute")).toMatchObject({ kind: "link", target: "/etc/motd" });
      await source.close();
    },
  );

  test("without Rock Ridge and Joliet: shortened names are found by their long ones", async () => {
    const files = [{ path: "coreos/igninfo.json", content: Buffer.from("{}") }];
    const iso = await openIso(
      await createIso({ volumeId: "PLAIN", files, createdAt: 0, rockRidge: false, joliet: false }),
    );
    expect([...walk(iso.root)].map(({ path }) => path)).toEqual(["COREOS", "COREOS/IGNINFO.JSO"]);
    expect(findFile(iso, "coreos/igninfo.json")?.content.size).toBe(2);
  });

  test("the boot catalog names what BIOS and UEFI load", async () => {
    const iso = await openIso(memorySource(image));
    expect(iso.boot?.entries).toMatchObject([
      { platform: "bios", bootable: true, media: 0, loadBlocks: 4, infoTableSum: expect.any(Number) },
      { platform: "efi", bootable: true, media: 0, loadBlocks: 40, infoTableSum: undefined },
    ]);
    const efi = requireFile(iso, "images/efiboot.img").content.extents?.[0]?.sector;
    expect(iso.boot?.entries[1]?.sector).toBe(efi);
  });

  test("file modes come from Rock Ridge", async () => {
    const iso = await openIso(memorySource(image));
    expect(posixMode(requireFile(iso, "isolinux/isolinux.bin").systemUse)).toBe(0o100555);
  });

  test("a file above 4 GiB is one file of several extents", async () => {
    const size = 5 * 1024 ** 3;
    const content = Overlay.of({ zeros: size - 3 }, Buffer.from("end"));
    const iso = await openIso(
      await createIso({ volumeId: "BIG", files: [{ path: "big.img", content }], createdAt: 0 }),
    );
    const file = requireFile(iso, "big.img");
    expect(file.content.extents).toHaveLength(2);
    expect(file.content.size).toBe(size);
    expect(String(await file.content.data.read(size - 3, 3))).toBe("end");
  });
});

type Damage = (bytes: Buffer) => unknown;

/** Damages a copy of the image, in place or by returning another one, and says what reading it fails with. */
async function failureOf(damage: Damage): Promise<unknown> {
  const copy = Buffer.from(image);
  const result = damage(copy);
  return openIso(memorySource(result instanceof Uint8Array ? result : copy)).then(
    () => "no failure",
    (error: { code?: string }) => error.code,
  );
}

/** Puts a number into the directory record of a name. */
const lie = (identifier: string, field: "sector" | "size", value: number | ((bytes: Buffer) => number)): Damage => {
  return (bytes) =>
    bytes.writeUInt32LE(
      typeof value === "number" ? value : value(bytes),
      recordAt(bytes, identifier) + recordField[field],
    );
};
const sectorOf = (bytes: Buffer, identifier: string) =>
  bytes.readUInt32LE(recordAt(bytes, identifier) + recordField.sector);
const bootRecord = 17 * sectorSize;

const damages: [string, string, Damage][] = [
  ["an empty file", "not_an_iso", () => Buffer.alloc(0)],
  ["a web page", "not_an_iso", () => Buffer.from("<html>404</html>".repeat(5000))],
  ["a truncated download", "truncated_image", (bytes) => bytes.subarray(0, bytes.length - 1)],
  ["an end between the descriptors", "truncated_image", (bytes) => bytes.subarray(0, bootRecord)],
  ["other block sizes", "not_an_iso", (bytes) => bytes.writeUInt16LE(512, 16 * sectorSize + 128)],
  [
    "descriptors without an end",
    "not_an_iso",
    (bytes) => bytes.fill(bytes.subarray(16 * sectorSize, bootRecord), bootRecord),
  ],
  ["a directory that contains its parent", "directory_loop", lie("PXEBOOT", "sector", rootSector)],
  ["a file that ends behind the image", "extent_outside_image", lie("ROOTFS.IMG;1", "size", 0xfffffff0)],
  ["a file at a place that does not exist", "extent_outside_image", lie("ROOTFS.IMG;1", "sector", 0xffffffff)],
  ["a directory larger than the image", "extent_outside_image", lie("IMAGES", "size", 0x2000000)],
  ["a directory larger than any", "too_many_entries", lie("IMAGES", "size", 0x7fffffff)],
  [
    "two files that share some sectors",
    "overlapping_extents",
    lie("ROOTFS.IMG;1", "sector", (bytes) => sectorOf(bytes, "VMLINUZ.;1") + 1),
  ],
  ["a file over a directory", "overlapping_extents", lie("ROOTFS.IMG;1", "sector", rootSector)],
  [
    "a file of several extents without its last one",
    "bad_directory",
    (bytes) => bytes.writeUInt8(0x80, recordAt(bytes, "ROOTFS.IMG;1") + recordField.flags),
  ],
  ["a record that is too short", "bad_directory", (bytes) => bytes.writeUInt8(20, recordAt(bytes, "ROOTFS.IMG;1"))],
  [
    "a name that leaves its directory",
    "unsafe_name",
    (bytes) => bytes.write("../x/y.cfg", bytes.indexOf("rootfs.img")),
  ],
  [
    "a continuation outside of the image",
    "bad_rock_ridge",
    (bytes) => bytes.writeUInt32LE(0xffffff, bytes.indexOf("CE\x1c\x01") + 4),
  ],
  [
    "a boot catalog with a wrong checksum",
    "bad_boot_catalog",
    (bytes) => bytes.writeUInt8(0x12, bytes.readUInt32LE(bootRecord + 0x47) * sectorSize + 4),
  ],
  [
    "a boot catalog outside of the image",
    "bad_boot_catalog",
    (bytes) => bytes.writeUInt32LE(0xffffff, bootRecord + 0x47),
  ],
];

describe("refusing a damaged image", () => {
  test.each(damages)("%s: %s", async (_, code, damage) => {
    expect(await failureOf(damage)).toBe(code);
  });

  test("a continuation that points at itself ends with an answer", async () => {
    const code = await failureOf((bytes) => {
      const entry = bytes.indexOf("CE\x1c\x01");
      const start = bytes.readUInt32LE(entry + 4) * sectorSize + bytes.readUInt32LE(entry + 12);
      bytes.copy(bytes, start, entry, entry + 28);
    });
    expect(code).toBe("bad_rock_ridge");
  });

  test("says what was found, what is needed and what to do", async () => {
    const failure = openIso(memorySource(image.subarray(0, 100_000)));
    await expect(failure).rejects.toThrow(
      `Found 100000 bytes of a volume of ${image.length}; needed the whole image. ` +
        "Download or copy the image again and compare its SHA-256 with the published one.",
    );
  });

  test("a small file that claims to be large is not read into memory", async () => {
    const iso = await openIso(memorySource(image));
    await expect(readSmallFile(requireFile(iso, "images/pxeboot/rootfs.img"), 1000)).rejects.toMatchObject({
      code: "file_too_large",
    });
  });
});
