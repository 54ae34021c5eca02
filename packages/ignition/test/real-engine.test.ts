// Ignition itself: how it merges configs, and what it makes of a directory.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  base64DataUrl,
  compressed,
  directory,
  dropin,
  file,
  type IgnitionConfig,
  ignitionConfig,
  inline,
  link,
  maskedUnit,
  mergeIgnition,
  printIgnition,
  unit,
} from "../src/index.ts";
import { anyConfig } from "./arbitraries.ts";
import { findPart, whyWithout } from "./parts.ts";
import { isRoot, ScratchRoot } from "./scratch-root.ts";

const program = "ignition";
const engine = isRoot && findPart("unshare") ? findPart(program) : null;
const whyNot = `${whyWithout(program)}, or this is not root with unshare`;

test.skipIf(engine !== null)(`nothing is compared with Ignition itself: ${whyNot}`, ({ skip }) => {
  skip(whyNot);
});

/** Runs stages over a root directory; the config that Ignition has made of all configs. */
function runStages(config: IgnitionConfig, root: string, stages: readonly string[]): unknown {
  const work = mkdtempSync(join(tmpdir(), "ignition-engine-"));
  try {
    writeFileSync(join(work, "config.ign"), printIgnition(config));
    mkdirSync(join(root, "etc"), { recursive: true });
    for (const stage of stages) {
      const options = [
        "--platform=file",
        `--stage=${stage}`,
        `--root=${root}`,
        `--config-cache=${join(work, "cache.json")}`,
        `--neednet=${join(work, "neednet")}`,
        `--state-file=${join(work, "state")}`,
        "--log-to-stdout",
      ];
      const env = { ...process.env, IGNITION_CONFIG_FILE: join(work, "config.ign") };
      const { status, stdout } = spawnSync("unshare", ["-m", engine ?? program, ...options], { env, encoding: "utf8" });
      if (status !== 0) return null;
      expect(stdout).not.toContain("CRITICAL");
    }
    return JSON.parse(readFileSync(join(work, "cache.json"), "utf8"));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** What Ignition prints has all objects, also the empty ones. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => plain(item) ?? {}) : undefined;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const kept = plain(item);
    return kept === undefined ? [] : [[key, kept]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const sectionsOf = (config: unknown): unknown => {
  const { ignition, ...sections } = Object(plain(config));
  const { version: _version, config: _config, ...rest } = Object(ignition);
  return plain({ ...sections, ignition: rest });
};

describe.skipIf(engine === null)("Ignition itself", () => {
  test("merges as we do", () => {
    /** Ignition would try to use them as certificates. */
    const withoutAuthorities = anyConfig.map(({ ignition: { security: _security, ...ignition }, ...sections }) => ({
      ignition,
      ...sections,
    }));
    fc.assert(
      fc.property(withoutAuthorities, withoutAuthorities, withoutAuthorities, (base, one, two) => {
        const ours = mergeIgnition(base, one, two);
        const merge = [one, two].map((child) => ({ source: base64DataUrl(printIgnition(child)) }));
        const root = mkdtempSync(join(tmpdir(), "ignition-merge-"));
        const theirs = runStages({ ...base, ignition: { ...base.ignition, config: { merge } } }, root, [
          "fetch-offline",
        ]);
        rmSync(root, { recursive: true });
        if (theirs === null) expect(ours.kind).toBe("refused");
        else expect(ours.kind === "ok" && sectionsOf(ours.value)).toEqual(sectionsOf(theirs));
      }),
      { numRuns: 25 },
    );
  });

  test("makes the same of a directory as apply does", async () => {
    const config = ignitionConfig("3.4.0", {
      files: [
        file("/etc/plain", "100% + #1\n"),
        { path: "/etc/packed", contents: compressed("packed "), mode: 0o600 },
        { path: "/etc/motd", append: [inline("two\n"), inline("three\n")] },
        { path: "/opt/deep/down/empty", mode: 0o4755 },
        { path: "/linked/file", contents: inline("through a link") },
        file("/etc/owned", "x", { user: "bob", group: "ops" }),
      ],
      directories: [directory("/srv/a", { mode: 0o1777 }), { path: "/srv/again", overwrite: true }],
      links: [link("/etc/l", "../opt"), { path: "/opt/hard", target: "/etc/plain", hard: true }],
      units: [
        unit("a.service", "[Service]\nExecStart=/bin/a\n[Install]\nWantedBy=multi-user.target\n"),
        dropin("b.service", "10-x.conf", "[Unit]\n"),
        maskedUnit("c.service"),
      ],
    });
    const files = {
      "/etc/motd": "one\n",
      "/srv/again/old": "",
      "/etc/passwd": "bob:x:1234:1234::/:/bin/sh\n",
      "/etc/group": "ops:x:77:\n",
    };
    const ours = new ScratchRoot(files).link("/linked", "/var/linked");
    const theirs = new ScratchRoot(files).link("/linked", "/var/linked");
    expect(await ours.apply(config)).toMatchObject({ kind: "applied" });
    expect(runStages(config, theirs.path, ["fetch-offline", "fetch", "files"])).not.toBeNull();
    // Ignition leaves its report, and enabling to systemd's presets; we enable by links as well.
    const compared = (root: ScratchRoot) =>
      root.tree().flatMap((line) => {
        if (/ignition-result|multi-user\.target\.wants/.test(line)) return [];
        const path = line.split(" -> ")[0]?.replace(/\/$/, "") ?? "";
        return [
          [line, line.includes(" -> ") ? "" : root.mode(path), root.owner(path), line === path ? root.read(path) : ""],
        ];
      });
    expect(compared(ours)).toEqual(compared(theirs));
  });
});
