// The real service with the built interface, on a port that stays the same when it is started again.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, type Server, startServer } from "../../bench/server.ts";
import { freePort } from "../../scripts/free-port.ts";

export type UiService = Readonly<{
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}>;

export async function startUiService(env: Readonly<Record<string, string>> = {}): Promise<UiService> {
  execFileSync(process.execPath, [join(root, "packages/ui/src/build/build.ts")], { stdio: "inherit" });
  const directory = await mkdtemp(join(tmpdir(), "muster-ui-"));
  const port = await freePort();
  let server: Server | null = null;
  const start = async () => {
    server = await startServer({ dataDirectory: join(directory, "data"), port, env });
  };
  const stop = async () => {
    await server?.stop();
    server = null;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    stop,
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
