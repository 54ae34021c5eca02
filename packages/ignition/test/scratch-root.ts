import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Applied, type ApplyOptions, applyIgnition } from "../src/apply/index.ts";
import type { IgnitionConfig } from "../src/index.ts";

/** A directory that plays the root of a system, for one test. */
export class ScratchRoot {
  readonly path = mkdtempSync(join(tmpdir(), "ignition-root-"));

  constructor(files: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.path, { recursive: true }));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string, mode = 0o644): this {
    const real = join(this.path, path);
    mkdirSync(dirname(real), { recursive: true });
    writeFileSync(real, text);
    chmodSync(real, mode);
    return this;
  }

  link(path: string, target: string): this {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    symlinkSync(target, join(this.path, path));
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), "utf8");
  }

  mode(path: string): string {
    return (lstatSync(join(this.path, path)).mode & 0o7777).toString(8);
  }

  owner(path: string): string {
    const { uid, gid } = lstatSync(join(this.path, path));
    return `${uid}:${gid}`;
  }

  inode(path: string): number {
    return lstatSync(join(this.path, path)).ino;
  }

  /** `etc/`, `etc/a` and `etc/l -> ../t` of everything below. */
  tree(at = ""): string[] {
    return readdirSync(join(this.path, at), { withFileTypes: true })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => {
        const path = at === "" ? entry.name : `${at}/${entry.name}`;
        if (entry.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(this.path, path))}`];
        return entry.isDirectory() ? [`${path}/`, ...this.tree(path)] : [path];
      });
  }

  /** Everything that a second run could change. */
  snapshot(): string[] {
    return this.tree().map((line) => {
      const path = line.split(" -> ")[0]?.replace(/\/$/, "") ?? "";
      const { mode, uid, gid, mtimeMs } = lstatSync(join(this.path, path));
      const text = line === path ? this.read(path) : "";
      return [line, mode, uid, gid, line.endsWith("/") ? "" : mtimeMs, text].join(" ");
    });
  }

  apply(
    config: Omit<IgnitionConfig, "ignition"> & Partial<IgnitionConfig>,
    options: Partial<ApplyOptions> = {},
  ): Promise<Applied> {
    return applyIgnition(
      { ignition: { version: "3.4.0" }, ...config },
      { root: this.path, setOwners: isRoot, ...options },
    );
  }
}

/** Only root may give files away. */
export const isRoot = process.getuid?.() === 0;
