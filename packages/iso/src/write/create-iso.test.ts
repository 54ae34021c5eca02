import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Overlay } from "../image/overlay.ts";
import { openIso, readSmallFile, requireFile } from "../read/iso.ts";
import { filler } from "../testing/live-files.ts";
import { findNode, walk } from "../tree.ts";
import { createIso } from "./create-iso.ts";
import { compareIdentifiers, shortIdentifier } from "./names.ts";

const createdAt = Date.UTC(2024, 0, 1);
const name = fc.stringMatching(/^[a-zA-Z0-9ü][a-zA-Z0-9._ü-]{0,40}$/).filter((text) => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

/** Paths where no file is another's directory and no two differ only in case. */
const paths = fc
  .uniqueArray(path, { maxLength: 40, selector: (each) => each.toLowerCase() })
  .map((all) => all.filter((each) => !all.some((other) => other.toLowerCase().startsWith(`${each.toLowerCase()}/`))));

describe("making an image", () => {
  test("every file reads back by both of its names, in directories of any number and depth", async () => {
    await fc.assert(
      fc.asyncProperty(paths, async (all) => {
        const files = all.map((each, index) => ({ path: each, content: filler(index * 37, index) }));
        const iso = await openIso(await createIso({ volumeId: "TEST", files, createdAt }));
        for (const file of files) {
          expect(await readSmallFile(requireFile(iso, file.path))).toEqual(file.content);
          const inJoliet = iso.jolietRoot && findNode(iso.jolietRoot, file.path);
          expect(inJoliet).toMatchObject({ kind: "file", content: { size: file.content.length } });
        }
        const found = [...walk(iso.root)].filter(({ node }) => node.kind === "file");
        expect(found).toHaveLength(files.length);
      }),
      { numRuns: 40 },
    );
  });

  test("a directory of more than one sector keeps all of its files", async () => {
    const files = Array.from({ length: 500 }, (_, index) => ({
      path: `many/file-number-${index}-${"x".repeat(60)}`,
      content: Buffer.from(String(index)),
    }));
    const iso = await openIso(await createIso({ volumeId: "MANY", files, createdAt }));
    for (const file of files) expect(await readSmallFile(requireFile(iso, file.path))).toEqual(file.content);
  });

  test("the same files and date give the same bytes", async () => {
    const files = [{ path: "a/b", content: Buffer.from("c") }];
    const first = await createIso({ volumeId: "SAME", files, createdAt });
    const second = await createIso({ volumeId: "SAME", files, createdAt });
    expect(await first.read(0, first.size)).toEqual(await second.read(0, second.size));
  });

  test.each(["../a", "/a", "a/../b", "a/./b", "", "a\0b", "x".repeat(104), "a:b"])(
    "refuses the path %j",
    async (bad) => {
      const files = [{ path: bad, content: Buffer.from("") }];
      await expect(createIso({ volumeId: "BAD", files, createdAt })).rejects.toMatchObject({ code: "bad_path" });
    },
  );

  test("refuses a file where a directory is needed", async () => {
    const files = ["a", "a/b"].map((each) => ({ path: each, content: Buffer.from("") }));
    await expect(createIso({ volumeId: "BAD", files, createdAt })).rejects.toMatchObject({ code: "path_exists" });
  });

  test("refuses more than its sectors can count", async () => {
    const files = [{ path: "a", content: Overlay.of({ zeros: 9 * 1024 ** 4 }) }];
    await expect(createIso({ volumeId: "BAD", files, createdAt })).rejects.toMatchObject({ code: "image_too_large" });
  });

  test("refuses to boot a file that is not there", async () => {
    const boot = { entries: [{ platform: "efi" as const, path: "efiboot.img" }] };
    await expect(createIso({ volumeId: "BAD", files: [], createdAt, boot })).rejects.toMatchObject({
      code: "file_not_found",
    });
  });
});

describe("shortened names", () => {
  test.each([
    ["igninfo.json", "IGNINFO.JSO;1"],
    ["kargs.json", "KARGS.JSO;1"],
    ["vmlinuz", "VMLINUZ.;1"],
    [".cmdline", "_CMDLINE.;1"],
    ["assisted_installer_custom.img", "ASSISTED.IMG;1"],
    ["a.tar.gz", "A_TAR.GZ;1"],
  ])("%s becomes %s", (long, short) => {
    expect(shortIdentifier(long, "file", new Set())).toBe(short);
  });

  test("collisions get numbers", () => {
    expect(shortIdentifier("assisted_two.img", "file", new Set(["ASSISTED.IMG;1"]))).toBe("ASSIS001.IMG;1");
  });

  test("sort by name, then by extension", () => {
    const sorted = ["A.;1", "A.1;1", "A.TXT;1", "AB.;1", "B.;1"].map((text) => Buffer.from(text));
    expect(sorted.toReversed().sort(compareIdentifiers).map(String)).toEqual(sorted.map(String));
  });
});
