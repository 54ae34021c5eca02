// `npm run demo` as people meet it: it installs three clusters, its command works when pasted, and nothing stays behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const root = dirname(import.meta.dirname);
/** Whatever the demo makes, it makes in here. */
const temporary = mkdtempSync(join(tmpdir(), "muster-e2e-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const script = [process.execPath, "scripts/demo.ts", "--once"] as const;

function startDemo(speed: number, [program, ...args]: readonly [string, ...string[]] = script) {
  const demo = spawn(program, args, {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, MUSTER_DEMO_SPEED: String(speed) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { text: "" };
  for (const stream of [demo.stdout, demo.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said.text += chunk;
    });
  }
  const ended = once(demo, "close").then(([code]) => code);
  const until = async (words: RegExp) => {
    while (!words.test(said.text) && demo.exitCode === null) await Promise.race([once(demo.stdout, "data"), ended]);
  };
  return { demo, said, ended, until };
}

const leftovers = () => readdirSync(temporary).filter((name) => name.startsWith("muster-demo-"));

describe("npm run demo", () => {
  test("installs its three clusters, with one command of help, and leaves nothing behind", async () => {
    const { said, ended, until } = startDemo(100, ["npm", "run", "demo", "--", "--once"]);
    await until(/Look at it +(\S+)/);
    const [, address = ""] = /Look at it +(\S+)/.exec(said.text) ?? [];
    expect(await (await fetch(address)).text()).toContain('<div id="root">');
    expect([await ended, said.text]).toEqual([
      0,
      expect.stringContaining("Everything as expected: 8 hosts, 3 clusters"),
    ]);
    expect(said.text).toMatch(/\$ bin\/muster host set [0-9a-f]{8} host_name=twin-2 .*\nhost twin-2 is changed/);
    expect(leftovers()).toEqual([]);
  });

  test("stops on Ctrl-C, also while it starts, and leaves nothing behind", async () => {
    for (const moment of [/Starting/, /insufficient/]) {
      const { demo, said, ended, until } = startDemo(5);
      await until(moment);
      demo.kill("SIGINT");
      expect([await ended, said.text]).toEqual([1, expect.stringContaining("nothing is left behind")]);
      expect(leftovers()).toEqual([]);
    }
  });
});
