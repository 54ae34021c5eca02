import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { openFileSource, openIso, posixMode, requireFile, writeImage } from "@muster/iso";
import { buildLiveIso } from "@muster/iso/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scratch } from "../../test/scratch.ts";
import { run } from "../../test/terminal.ts";

const { at, put } = scratch();
const config = '{"ignition":{"version":"3.4.0"}}\n';
let live: string;
let ignition: string;

beforeAll(async () => {
  live = at("live.iso");
  ignition = put("config.ign", config);
  await writeImage(await buildLiveIso(), live);
});

const inspect = async (file: string): Promise<unknown> => JSON.parse((await run(`iso inspect ${file} -o json`)).out);

describe("muster iso inspect", () => {
  test("for people: what the image is and what it carries", async () => {
    const { code, out, err } = await run(`iso inspect ${live}`);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^Volume +synthetic-live-1$/m);
    expect(out).toMatch(/^Architecture +x86_64$/m);
    expect(out).toMatch(/^Root filesystem +293 KiB$/m);
    expect(out).toMatch(/^Boots by +BIOS from isolinux\/isolinux\.bin\n +UEFI from images\/efiboot\.img$/m);
    expect(out).toMatch(/^Ignition area +256 KiB in images\/ignition\.img, found by igninfo\.json$/m);
    expect(out).toMatch(/^Embedded Ignition +no$/m);
    expect(out).toMatch(/^Argument areas +1 KiB in EFI\/redhat\/grub\.cfg, .*\n +1 KiB in isolinux\/isolinux\.cfg, /m);
    expect(out).toMatch(/^Kernel arguments +coreos\.liveiso=synthetic-live-1 .* console=ttyS0,115200$/m);
    expect(out).not.toContain("as published");
  });

  test("for programs: the same as JSON and YAML", async () => {
    const about = await inspect(live);
    expect(about).toMatchObject({
      file: live,
      architecture: "x86_64",
      volume: { id: "synthetic-live-1", rockRidge: true, joliet: true },
      bootEntries: [{ platform: "bios" }, { platform: "efi", file: "images/efiboot.img" }],
      ignitionArea: { file: "images/ignition.img", size: 262_144 },
      ignition: { embedded: false, files: [] },
      kernelArguments: { size: 1024, areas: [{ file: "EFI/redhat/grub.cfg" }, { file: "isolinux/isolinux.cfg" }] },
      networkArea: null,
    });
    expect(parse((await run(`iso inspect ${live} -o yaml`)).out)).toEqual(about);
  });

  test("an image with no areas at all is still described", async () => {
    const plain = at("plain.iso");
    const parts = { ignitionBy: "none", kernelArgumentsBy: "none", rootfs: null, architecture: "ppc64le" } as const;
    await writeImage(await buildLiveIso(parts), plain);
    const { code, out } = await run(`iso inspect ${plain}`);
    expect(code).toBe(0);
    expect(out).toMatch(/^Boots by +no boot catalog$/m);
    expect(out).toMatch(/^Ignition area +none$/m);
    expect(out).toMatch(/^Argument areas +none$/m);
    expect(out).toMatch(/^Root filesystem +not in the image$/m);
  });

  test("control characters in an image do not reach the terminal", async () => {
    const file = at("escape.iso");
    await writeImage(await buildLiveIso({ kernelArguments: "quiet \u001b[2J" }), file);
    expect((await run(`iso inspect ${file}`)).out).toMatch(/^Kernel arguments +quiet \?\[2J$/m);
  });
});

describe("muster iso embed", () => {
  test("the config and the arguments are in the new image, and come out byte for byte", async () => {
    const before = readFileSync(live);
    const out = at("embedded.iso");
    const edits = "--karg-append a=1 --karg-append=b --karg-delete console";
    const embedded = await run(`iso embed ${live} --ignition ${ignition} ${edits} -o ${out}`);
    expect(embedded).toEqual({ code: 0, out: `Wrote ${out} (756 KiB).\n`, err: "" });
    expect(await inspect(out)).toMatchObject({
      ignition: { embedded: true, size: config.length },
      kernelArguments: {
        current: "coreos.liveiso=synthetic-live-1 ignition.firstboot ignition.platform.id=metal a=1 b",
      },
    });
    expect((await run(`iso inspect ${out}`)).out).toMatch(/^as published +coreos\.liveiso/m);
    expect((await run(`iso extract ${out} --ignition`)).out).toBe(config);
    expect(readFileSync(live)).toEqual(before);
  });

  test("without --output it writes beside the image, but never over something", async () => {
    expect((await run(`iso embed ${live} -i ${ignition}`)).out).toContain(at("live-embedded.iso"));
    const again = await run(`iso embed ${live} -i ${ignition}`);
    expect(again.code).toBe(1);
    expect(again.err).toContain("live-embedded.iso is there already.");
  });

  test("warns of an argument that is not there to be removed", async () => {
    const { code, err } = await run(`iso embed ${live} --karg-delete nope -o ${at("same.iso")}`);
    expect([code, err]).toEqual([0, "warning: there is no kernel argument nope to remove.\n"]);
  });

  test("a config that Ignition would refuse is not embedded", async () => {
    const bad = put("bad.ign", '{"ignition":{"version":"3.4.0"},"storage":{"files":[{"path":"etc/x"}]}}');
    const { code, err } = await run(`iso embed ${live} -i ${bad} -o ${at("bad.iso")}`);
    expect(code).toBe(1);
    expect(err).toContain(`error: ${bad}: $.storage.files[0].path: found`);
    expect(existsSync(at("bad.iso"))).toBe(false);
  });

  test("nothing to embed is a mistake on the command line", async () => {
    expect(await run(`iso embed ${live}`)).toMatchObject({ code: 2, err: expect.stringContaining("nothing to embed") });
  });

  test("an argument with an open quote is refused with advice for the command line", async () => {
    const { code, err } = await run(`iso embed ${live} --karg-append a"b -o ${at("x.iso")}`);
    expect(code).toBe(1);
    expect(err).toContain("with a flag of its own");
  });

  test("a read-only image gives one that can be written", async () => {
    chmodSync(live, 0o444);
    await run(`iso embed ${live} -i ${ignition} -o ${at("writable.iso")}`);
    expect(statSync(at("writable.iso")).mode & 0o777).toBe(0o644);
    chmodSync(live, 0o644);
  });
});

describe("muster iso minimal", () => {
  test("the root filesystem is gone and its URL is in the arguments", async () => {
    const out = at("minimal.iso");
    const { code, err } = await run(`iso minimal ${live} --rootfs-url https://images.example/rootfs.img ${out}`);
    expect([code, err]).toEqual([0, ""]);
    expect(await inspect(out)).toMatchObject({
      rootfsSize: null,
      networkArea: { size: 1_048_576 },
      kernelArguments: {
        current: expect.stringContaining('coreos.live.rootfs_url="https://images.example/rootfs.img"'),
      },
    });
    const again = await run(`iso minimal ${out} --rootfs-url https://images.example/rootfs.img ${at("twice.iso")}`);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("no images/pxeboot/rootfs.img") });
  });

  test.each([
    ["", 2, "--rootfs-url is missing."],
    ["--rootfs-url ftp://x", 1, "Correct --rootfs-url."],
  ])("with %j it says what to do", async (flags, code, text) => {
    const outcome = await run(`iso minimal ${live} ${at("none.iso")} ${flags}`);
    expect(outcome).toMatchObject({ code, err: expect.stringContaining(text) });
    expect(existsSync(at("none.iso"))).toBe(false);
  });
});

describe("muster iso append", () => {
  test("files are in the image, executables as executables", async () => {
    const tool = put("tool", "#!/bin/sh\n");
    chmodSync(tool, 0o750);
    const out = at("appended.iso");
    const { code, err } = await run(`iso append ${live} ${tool}=/muster/tool ${ignition}=/muster/a=b ${out}`);
    expect([code, err]).toEqual([0, ""]);
    const source = await openFileSource(out);
    const iso = await openIso(source);
    expect(posixMode(requireFile(iso, "muster/tool").systemUse)).toBe(0o100554);
    expect(posixMode(requireFile(iso, "muster/a=b").systemUse)).toBe(0o100444);
    await source.close();
    await run(`iso extract ${out} /muster/a=b ${at("back")}`);
    expect(readFileSync(at("back"), "utf8")).toBe(config);
  });

  test("a file that is in the image is replaced only when asked", async () => {
    const line = `iso append ${live} ${ignition}=/coreos/features.json ${at("replaced.iso")}`;
    expect(await run(line)).toMatchObject({ code: 1, err: expect.stringContaining("--replace") });
    expect((await run(`${line} --replace`)).code).toBe(0);
  });

  test.each(["tool", "=/x", "tool=/", "tool=/dir/", "tool=x"])("%s is no LOCAL=/PATH", async (word) => {
    const { code, err } = await run(`iso append ${live} ${word} ${at("none.iso")}`);
    expect(code).toBe(2);
    expect(err).toContain(`"${word}" is no LOCAL=/PATH.`);
  });

  test("the same path twice is a mistake on the command line", async () => {
    const { code, err } = await run(`iso append ${live} ${ignition}=/x ${ignition}=/x ${at("none.iso")}`);
    expect([code, err]).toEqual([2, "error: /x is given twice.\nGive each path in the image once.\n"]);
  });
});

describe("muster iso extract", () => {
  test("a file, byte for byte", async () => {
    const { code, out } = await run(`iso extract ${live} /images/pxeboot/rootfs.img ${at("rootfs.img")}`);
    expect([code, out]).toEqual([0, `Wrote ${at("rootfs.img")} (293 KiB).\n`]);
    expect(statSync(at("rootfs.img")).size).toBe(300_000);
  });

  test("the embedded config, into a file", async () => {
    await run(`iso embed ${live} -i ${ignition} -o ${at("e.iso")}`);
    await run(`iso extract ${at("e.iso")} --ignition ${at("out.ign")}`);
    expect(readFileSync(at("out.ign"), "utf8")).toBe(config);
  });

  test.each([
    ["/images/pxeboot/rootfs.imf OUT", 1, "Did you mean /images/pxeboot/rootfs.img?"],
    ["/images OUT", 1, "/images is a directory in"],
    ["--ignition", 1, "has no embedded Ignition config"],
    ["/images/pxeboot/rootfs.img", 2, "OUT is missing."],
    ["", 2, "/PATH is missing."],
    ["--ignition a b", 2, '"b" is one argument too many.'],
  ])("%j says what to do", async (words, code, text) => {
    const outcome = await run(`iso extract ${live} ${words.replace("OUT", at("none"))}`);
    expect(outcome).toMatchObject({ code, out: "", err: expect.stringContaining(text) });
    expect(existsSync(at("none"))).toBe(false);
  });
});

describe("files that cannot be used", () => {
  const append = (out: string) => run(`iso append ${live} ${ignition}=/x ${out}`);

  test("an input is never overwritten, by whatever name", async () => {
    linkSync(live, at("hard.iso"));
    symlinkSync(live, at("soft.iso"));
    const before = readFileSync(live);
    for (const out of [live, at("hard.iso"), at("soft.iso"), ignition, `${dirname(live)}/./live.iso`]) {
      const { code, err } = await append(out);
      expect(code).toBe(1);
      expect(err).toBe(
        `error: ${out} is one of the files to read, which stay as they are.\nName another file to write to.\n`,
      );
    }
    expect(readFileSync(live)).toEqual(before);
    expect(readFileSync(ignition, "utf8")).toBe(config);
  });

  test("a directory and a device are never written over", async () => {
    mkdirSync(at("directory"));
    expect((await append(at("directory"))).err).toContain("is a directory.");
    expect((await append("/dev/null")).err).toContain("/dev/null is no plain file.");
  });

  test("a directory that is not there", async () => {
    const { code, err } = await append(at("nowhere/out.iso"));
    expect(code).toBe(1);
    expect(err).toContain(`cannot be written: there is no directory ${at("nowhere")}.`);
  });

  test.each([
    ["nothing", () => at("nothing.iso"), "cannot be read: it does not exist."],
    ["a directory", () => dirname(live), "is a directory."],
    ["a device", () => "/dev/null", "is no plain file."],
    ["something else", () => ignition, "needed an ISO 9660 image"],
    ["half an image", () => put("half.iso", readFileSync(live).subarray(0, 400_000)), "needed the whole image"],
  ])("an input that is %s", async (_, file, text) => {
    const { code, out, err } = await run(`iso inspect ${file()}`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(text);
    expect(err).not.toMatch(/ {4}at |fault in Muster/);
  });

  test("nothing unfinished is left behind", () => {
    expect(readdirSync(dirname(live)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
