import { describe, expect, test } from "vitest";
import { isRoot, ScratchRoot } from "../../test/scratch-root.ts";
import { compressed, directory, file, inline, link } from "../index.ts";

const files = (...entries: NonNullable<NonNullable<Parameters<ScratchRoot["apply"]>[0]["storage"]>["files"]>) => ({
  storage: { files: entries },
});

describe("files", () => {
  test("are made with their contents, modes and the directories above them", async () => {
    const root = new ScratchRoot();
    const applied = await root.apply(
      files(
        file("/etc/a/b.conf", "hello\n"),
        { path: "/opt/c", contents: compressed("packed"), mode: 0o700 },
        { path: "/empty" },
      ),
    );
    expect(applied).toMatchObject({ kind: "applied", changes: [{ path: "/etc/a/b.conf", says: "made" }, {}, {}] });
    expect(root.tree()).toEqual(["empty", "etc/", "etc/a/", "etc/a/b.conf", "opt/", "opt/c"]);
    expect([root.read("/etc/a/b.conf"), root.read("/opt/c"), root.read("/empty")]).toEqual(["hello\n", "packed", ""]);
    expect([root.mode("/etc/a/b.conf"), root.mode("/opt/c"), root.mode("/etc"), root.mode("/empty")]).toEqual([
      "644",
      "700",
      "755",
      "644",
    ]);
  });

  test("that exist are written over only where that is asked for", async () => {
    const root = new ScratchRoot({ "/a": "old" });
    const kept = await root.apply(files({ path: "/a", contents: inline("new") }));
    expect(kept).toMatchObject({
      kind: "refused",
      problems: [
        {
          code: "cannot_replace",
          path: "$.storage.files[0]",
          found: "other contents at that path, and overwrite is not set (/a)",
        },
      ],
    });
    expect(root.read("/a")).toBe("old");
    expect(await root.apply(files(file("/a", "new")))).toMatchObject({ kind: "applied" });
    expect(root.read("/a")).toBe("new");
  });

  test("without contents leave what is there, and set what they say about it", async () => {
    const root = new ScratchRoot().write("/a", "text", 0o600).write("/b", "text", 0o600);
    await root.apply(files({ path: "/a" }, { path: "/b", mode: 0o640 }));
    expect([root.read("/a"), root.mode("/a"), root.mode("/b")]).toEqual(["text", "600", "640"]);
  });

  test("are appended to once, also over a second run", async () => {
    const root = new ScratchRoot({ "/etc/motd": "Welcome\n" });
    const config = files({ path: "/etc/motd", append: [inline("to\n"), inline("Muster\n")] });
    await root.apply(config);
    await root.apply(config);
    expect(root.read("/etc/motd")).toBe("Welcome\nto\nMuster\n");
  });

  test("take the place of a directory or a link only with overwrite; the link's target stays", async () => {
    const root = new ScratchRoot({ "/d/x": "", "/t": "target" }).link("/l", "t");
    expect(await root.apply(files({ path: "/l", contents: inline("new") }))).toMatchObject({ kind: "refused" });
    expect(await root.apply(files({ path: "/d" }))).toMatchObject({
      problems: [{ found: expect.stringContaining("a directory at") }],
    });
    await root.apply(files(file("/d", "one"), file("/l", "two")));
    expect([root.tree(), root.read("/t")]).toEqual([["d", "l", "t"], "target"]);
  });

  test("have no setuid, setgid or sticky bits, as with Ignition itself", async () => {
    const root = new ScratchRoot();
    await root.apply(files(file("/a", "", { mode: 0o4755 })));
    expect(root.mode("/a")).toBe("755");
  });

  test.runIf(isRoot)("belong to whom the config says, by id or by name", async () => {
    const root = new ScratchRoot({ "/etc/passwd": "bob:x:1234:1235::/:/bin/sh\n", "/etc/group": "ops:x:77:\n" });
    await root.apply({
      storage: {
        files: [
          file("/a", "", { user: "bob", group: "ops" }),
          { path: "/b", user: { id: 5 } },
          file("/c", "", { user: "root" }),
        ],
        directories: [directory("/d", { user: "bob" })],
        links: [link("/l", "a", { group: "ops" })],
      },
    });
    expect(["/a", "/b", "/c", "/d", "/l"].map((path) => root.owner(path))).toEqual([
      "1234:77",
      "5:0",
      "0:0",
      "1234:0",
      "0:77",
    ]);
  });

  test("of an unknown owner are refused", async () => {
    expect(await new ScratchRoot().apply(files(file("/a", "", { user: "nobody-here" })))).toMatchObject({
      kind: "refused",
      problems: [
        { code: "cannot_find_owner", path: "$.storage.files[0].user", found: '"nobody-here", which does not exist' },
      ],
    });
  });
});

describe("directories", () => {
  test("are made, or given their mode; what is in them stays", async () => {
    const root = new ScratchRoot({ "/d/x": "" });
    await root.apply({ storage: { directories: [{ path: "/d", mode: 0o750 }, directory("/e/f")] } });
    expect(root.tree()).toEqual(["d/", "d/x", "e/", "e/f/"]);
    expect([root.mode("/d"), root.mode("/e/f")]).toEqual(["750", "755"]);
  });

  test("with overwrite hold only what the config puts there, and a second run changes nothing", async () => {
    const root = new ScratchRoot({ "/d/old": "", "/d/sub/older": "", "/d/sub/new": "before" });
    const config = {
      storage: { directories: [{ path: "/d", overwrite: true }], files: [file("/d/sub/new", "after")] },
    };
    await root.apply(config);
    expect(root.tree()).toEqual(["d/", "d/sub/", "d/sub/new"]);
    expect(await root.apply(config)).toMatchObject({ kind: "applied", changes: [] });
  });

  test("take the place of a file with overwrite, together with what is below them", async () => {
    const root = new ScratchRoot({ "/d": "file" });
    const below = { files: [file("/d/x", "below")] };
    expect(await root.apply({ storage: { directories: [directory("/d")], ...below } })).toMatchObject({
      kind: "refused",
    });
    await root.apply({ storage: { directories: [{ path: "/d", overwrite: true }], ...below } });
    expect(root.tree()).toEqual(["d/", "d/x"]);
  });
});

describe("links", () => {
  test("are made, kept when they are right, and replaced only with overwrite", async () => {
    const root = new ScratchRoot().link("/right", "t").link("/wrong", "u");
    const wrong = { path: "/wrong", target: "t" };
    expect(await root.apply({ storage: { links: [wrong] } })).toMatchObject({
      problems: [{ found: "another target at that path, and overwrite is not set (/wrong)" }],
    });
    await root.apply({
      storage: { links: [{ path: "/right", target: "t" }, { ...wrong, overwrite: true }, link("/new/l", "../t")] },
    });
    expect(root.tree()).toEqual(["new/", "new/l -> ../t", "right -> t", "wrong -> t"]);
  });

  test("can be hard, to a file of the system or of the config", async () => {
    const root = new ScratchRoot({ "/etc/t": "text" });
    const config = {
      storage: {
        files: [file("/opt/u", "more")],
        links: [
          { path: "/a", target: "/etc/t", hard: true },
          { path: "/opt/b", target: "u", hard: true },
        ],
      },
    };
    await root.apply(config);
    expect([root.inode("/a"), root.inode("/opt/b")]).toEqual([root.inode("/etc/t"), root.inode("/opt/u")]);
    expect(await root.apply(config)).toMatchObject({ changes: [] });
    expect(await root.apply({ storage: { links: [{ path: "/c", target: "/none", hard: true }] } })).toMatchObject({
      problems: [{ code: "cannot_link", found: "no file at /none (/c)" }],
    });
  });
});

describe("nothing leaves the root directory", () => {
  test("links on the way are followed as the system itself would", async () => {
    const root = new ScratchRoot().link("/home", "/var/home").link("/var/home", "../data/people").link("/loop", "loop");
    await root.apply(files(file("/home/core/x", "1")));
    expect(root.tree()).toEqual([
      "data/",
      "data/people/",
      "data/people/core/",
      "data/people/core/x",
      "home -> /var/home",
      "loop -> loop",
      "var/",
      "var/home -> ../data/people",
    ]);
  });

  test.each([
    ["out", "../../../etc", "a link on the way that leads out of the root"],
    ["circle", "circle", "links on the way that lead in a circle"],
  ])("a link that leads %s is refused", async (name, target, found) => {
    const root = new ScratchRoot().link(`/${name}`, target);
    expect(await root.apply(files(file(`/${name}/x`, "1")))).toMatchObject({
      kind: "refused",
      problems: [{ code: "cannot_reach", found: `${found} (/${name}/x)` }],
    });
  });

  test("a path that goes up is refused, even in a config that nobody has checked", async () => {
    const root = new ScratchRoot();
    expect(await root.apply(files(file("/a/../../../tmp/x", "1")))).toMatchObject({
      kind: "refused",
      problems: [{ code: "path_not_simple" }],
    });
  });

  test("a file in the way of a directory is refused", async () => {
    const root = new ScratchRoot({ "/a": "file" });
    expect(await root.apply(files(file("/a/b", "1")))).toMatchObject({
      problems: [{ code: "cannot_reach", found: "something that is not a directory at /a (/a/b)" }],
    });
  });

  test("an absolute link to the outside leads to the inside", async () => {
    const root = new ScratchRoot({ "/tmp/inside": "" }).link("/deep/l", "/tmp");
    await root.apply(files(file("/deep/l/x", "1")));
    expect(root.tree()).toEqual(["deep/", "deep/l -> /tmp", "tmp/", "tmp/inside", "tmp/x"]);
  });
});
