// A service that things are done to: a process of its own whose port and data outlive it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Server, startServer } from "../../bench/server.ts";
import { freePort } from "../../scripts/free-port.ts";

export type Env = Readonly<Record<string, string>>;

export type Victim = Readonly<{
  url: string;
  /** Where its data lie; what it says is in a file of that name with ".log" behind. */
  dataDirectory: string;
  /** The process that runs now. */
  server(): Server;
  /** Like somebody pulling the plug, and putting it back. Answers how long it took until it was ready, in milliseconds. */
  killAndStart(): Promise<number>;
  kill(): Promise<void>;
  /** Stops it, and removes its data. */
  end(): Promise<void>;
}>;

/** A busy machine takes its time to start a process. */
const patienceMs = 120_000;

export async function startVictim(env: Env = {}, inDirectory?: string): Promise<Victim> {
  const directory = await mkdtemp(join(tmpdir(), "muster-faults-"));
  const dataDirectory = inDirectory ?? join(directory, "data");
  const options = { dataDirectory, port: await freePort(), env, patienceMs };
  let server = await startServer(options);
  return {
    url: server.url,
    dataDirectory,
    server: () => server,
    killAndStart: async () => {
      await server.kill();
      server = await startServer(options);
      return server.readyAfterMs;
    },
    kill: () => server.kill(),
    end: async () => {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
