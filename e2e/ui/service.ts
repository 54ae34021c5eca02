// The real service with the built interface, on a port that stays the same when it is started again.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { muster, root } from "../../bench/server.ts";

export type UiService = Readonly<{
  url: string;
  start(): Promise<void>;
  /** Like somebody pulling the plug. */
  kill(): Promise<void>;
  close(): Promise<void>;
}>;

export async function startUiService(env: Readonly<Record<string, string>> = {}): Promise<UiService> {
  execFileSync(process.execPath, [join(root, "packages/ui/src/build/build.ts")], { stdio: "inherit" });
  const directory = await mkdtemp(join(tmpdir(), "muster-ui-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(directory, "service.log");
  let child: ChildProcess | null = null;

  const start = async () => {
    const log = openSync(logFile, "a");
    const args = ["serve", "--port", String(port), "--host", "127.0.0.1", "--data-dir", join(directory, "data")];
    child = spawn(muster, args, { env: { ...process.env, LOG_LEVEL: "error", ...env }, stdio: ["ignore", log, log] });
    for (let waited = 0; waited < 60_000; waited += 50) {
      const status = await fetch(`${url}/ready`).then(
        ({ status: code }) => code,
        () => 0,
      );
      if (status === 200) return;
      await pause(50);
    }
    throw new Error(`the service was not ready after a minute:\n${readFileSync(logFile, "utf8")}`);
  };
  const kill = async () => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url,
    start,
    kill,
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
