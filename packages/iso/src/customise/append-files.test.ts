import { beforeAll, describe, expect, test } from "vitest";
import { type LiveIso, openLiveIso, readEmbeddedIgnition } from "../live/live-iso.ts";
import { openIso, readSmallFile, requireFile } from "../read/iso.ts";
import { posixMode } from "../read/rock-ridge.ts";
import { filler } from "../testing/live-files.ts";
import { buildLiveIso } from "../testing/live-iso.ts";
import { findNode, walk } from "../tree.ts";
import { appendFiles } from "./append-files.ts";
import { customise } from "./customise.ts";

let live: LiveIso;

beforeAll(async () => {
  live = await openLiveIso(await buildLiveIso());
});

describe("appending files", () => {
  test("they are in every tree, with their modes, in directories made for them", async () => {
    const content = filler(100_000, 1);
    const iso = await openIso(appendFiles(live.iso, [{ path: "muster/bin/muster", content, mode: 0o555 }]));
    const file = requireFile(iso, "muster/bin/muster");
    expect(await readSmallFile(file)).toEqual(content);
    expect(posixMode(file.systemUse)).toBe(0o100555);
    const inJoliet = iso.jolietRoot && findNode(iso.jolietRoot, "muster/bin/muster");
    expect(inJoliet?.kind === "file" && inJoliet.content).toBe(file.content);
  });

  test("everything that was there stays where it was", async () => {
    const image = appendFiles(live.iso, [{ path: "new.txt", content: Buffer.from("new") }]);
    const iso = await openIso(image);
    for (const { path, node } of walk(live.iso.root)) {
      if (node.kind === "file") expect(requireFile(iso, path).content.extents, path).toEqual(node.content.extents);
    }
    expect(iso.boot).toEqual(live.iso.boot);
    const [descriptors, files] = [16 * 2048, 20 * 2048];
    expect(await image.read(files, live.iso.source.size - files)).toEqual(
      await live.iso.source.read(files, live.iso.source.size - files),
    );
    expect(await image.read(0, descriptors)).toEqual(await live.iso.source.read(0, descriptors));
  });

  test("twice, and with an embedded config", async () => {
    const once = await openLiveIso(
      customise(live, { ignition: Buffer.from("config"), files: [{ path: "a/one", content: Buffer.from("1") }] }),
    );
    const twice = await openLiveIso(appendFiles(once.iso, [{ path: "a/two", content: Buffer.from("2") }]));
    expect(String(await readSmallFile(requireFile(twice.iso, "a/one")))).toBe("1");
    expect(String(await readSmallFile(requireFile(twice.iso, "a/two")))).toBe("2");
    expect(String(await readEmbeddedIgnition(twice))).toBe("config");
  });

  test("a file that is there is not overwritten unless asked", async () => {
    const path = "coreos/features.json";
    const content = Buffer.from("{}");
    expect(() => appendFiles(live.iso, [{ path, content }])).toThrow(expect.objectContaining({ code: "path_exists" }));
    const iso = await openIso(appendFiles(live.iso, [{ path, content, replace: true }]));
    expect(String(await readSmallFile(requireFile(iso, path)))).toBe("{}");
  });

  test("empty files, and an image whose size is not whole sectors", async () => {
    const odd = await openIso((await buildLiveIso()).append(Buffer.from("x")));
    const iso = await openIso(
      appendFiles(odd, [
        { path: "empty", content: Buffer.alloc(0) },
        { path: "full", content: Buffer.from("y") },
      ]),
    );
    expect(requireFile(iso, "empty").content.size).toBe(0);
    expect(String(await readSmallFile(requireFile(iso, "full")))).toBe("y");
  });

  test.each(["../up", "/root", "a//../b"])("the path %s is refused", (path) => {
    expect(() => appendFiles(live.iso, [{ path, content: Buffer.alloc(1) }])).toThrow(
      expect.objectContaining({ code: "bad_path" }),
    );
  });

  test("the same request gives the same bytes", async () => {
    const files = [{ path: "a", content: Buffer.from("1") }];
    expect(appendFiles(live.iso, files).etag).toBe(appendFiles(live.iso, files).etag);
  });
});
