// A shell in a pseudo terminal, with somebody who types and reads. `script` (util-linux, on every Linux) makes the terminal.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Pane } from "./frames.ts";

export type Shell = Readonly<{
  type(text: string): void;
  /** The match, as soon as the output since the last `type` has one; for three minutes at most. */
  until(words: RegExp): Promise<string>;
  close(): Promise<void>;
}>;

export function openShell({ columns, rows }: Pane, cwd: string, hear: (text: string) => void): Shell {
  const command = `stty cols ${columns} rows ${rows} echo; exec sh -i`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd,
    // A prompt that tells nothing of the machine, and npm without its own headings.
    env: { ...process.env, SHELL: "/bin/sh", ENV: "", PS1: "$ ", TERM: "xterm", npm_config_loglevel: "silent" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let fresh = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    fresh += text;
    hear(text);
  });
  const closed = once(child, "close");
  // Whatever happens, what runs in the terminal ends with it.
  process.on("exit", () => child.kill());
  return {
    type(text) {
      fresh = "";
      child.stdin.write(text);
    },
    async until(words) {
      const late = AbortSignal.timeout(180_000);
      while (child.exitCode === null && !late.aborted) {
        const [found] = words.exec(fresh) ?? [];
        if (found !== undefined) return found;
        await Promise.race([once(child.stdout, "data", { signal: late }), closed]).catch((error) => {
          if (!late.aborted) throw error;
        });
      }
      throw new Error(`The shell did not say ${words}, but:\n${fresh.slice(-4_000)}`);
    },
    async close() {
      child.stdin.end();
      await closed;
    },
  };
}
