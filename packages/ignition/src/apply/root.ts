import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";

/** The place of a path below the root directory, or what is in the way. */
export type Located = Readonly<{ kind: "at"; real: string }> | Readonly<{ kind: "blocked"; found: string }>;

/** As many as Linux follows. */
const mostLinks = 40;

/**
 * A directory that is the root of a system. Links on the way to a path are followed as that system would follow them, so
 * nothing leads out of the directory; the last part of a path is never followed.
 */
export class Root {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = realpathSync(directory);
  }

  locate(path: string): Located {
    const names = path.split("/").filter((name) => name !== "");
    const passed: string[] = [];
    let links = 0;
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (name === ".") continue;
      if (name === "..") {
        if (passed.pop() === undefined)
          return { kind: "blocked", found: `a link on the way that leads out of the root` };
        continue;
      }
      const here = join(this.#directory, ...passed, name);
      const stats = names.length > 0 ? statsOf(here) : null;
      if (stats?.isSymbolicLink()) {
        links += 1;
        if (links > mostLinks) return { kind: "blocked", found: "links on the way that lead in a circle" };
        const target = readlinkSync(here);
        if (target.startsWith("/")) passed.length = 0;
        names.unshift(...target.split("/").filter((part) => part !== ""));
      } else if (stats && !stats.isDirectory()) {
        return { kind: "blocked", found: `something that is not a directory at /${[...passed, name].join("/")}` };
      } else passed.push(name);
    }
    return { kind: "at", real: join(this.#directory, ...passed) };
  }

  /** The text of a file, with links followed; empty where there is none. */
  readText(path: string): string {
    const real = this.#follow(path);
    return real && statsOf(real)?.isFile() ? readFileSync(real, "utf8") : "";
  }

  isFile(path: string): boolean {
    const real = this.#follow(path);
    return real !== null && (statsOf(real)?.isFile() ?? false);
  }

  /** The names in a directory; none where there is none. */
  list(path: string): readonly string[] {
    const real = this.#follow(path);
    return real && statsOf(real)?.isDirectory() ? readdirSync(real).sort() : [];
  }

  /** The text of a file that is no link: what a user could point elsewhere. */
  readOwnText(path: string): string {
    const located = this.locate(path);
    return located.kind === "at" && statsOf(located.real)?.isFile() ? readFileSync(located.real, "utf8") : "";
  }

  /** Makes the directories above a located path, readable for all whatever the umask. */
  makeParents(real: string): void {
    const parent = dirname(real);
    if (statsOf(parent)) return;
    this.makeParents(parent);
    mkdirSync(parent);
    chmodSync(parent, 0o755);
  }

  /** The real path with the last part's links followed too. */
  #follow(path: string, links = 0): string | null {
    const located = this.locate(path);
    if (located.kind === "blocked" || links > mostLinks) return null;
    if (!statsOf(located.real)?.isSymbolicLink()) return located.real;
    const target = readlinkSync(located.real);
    return this.#follow(target.startsWith("/") ? target : path.replace(/[^/]*$/, target), links + 1);
  }
}

export const statsOf = (real: string): Stats | null => lstatSync(real, { throwIfNoEntry: false }) ?? null;
