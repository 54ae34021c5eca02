// A server of its own for a scenario: a child process with a temporary data directory and a free port.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.ts";
import { type Usage, usageOf } from "./process-usage.ts";

export const root = dirname(import.meta.dirname);
export const muster = join(root, "bin", "muster");

export type Server = Readonly<{
  url: string;
  /** From the start of the process until GET /ready answered 200. */
  readyAfterMs: number;
  pid: number;
  usage(): Usage;
  stop(): Promise<void>;
  /** Like somebody pulling the plug. */
  kill(): Promise<void>;
}>;

export type ServerOptions = Readonly<{
  dataDirectory: string;
  /** A free one unless given. */
  port?: number;
  env?: Readonly<Record<string, string>>;
  /** How long it may take until it is ready. */
  patienceMs?: number;
}>;

export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDirectory, port = await freePort(), env = {}, patienceMs = 60_000 } = options;
  const url = `http://127.0.0.1:${port}`;
  const logFile = `${dataDirectory}.log`;
  const log = openSync(logFile, "w");
  const started = performance.now();
  const child = spawn(muster, ["serve", "--port", String(port), "--host", "127.0.0.1", "--data-dir", dataDirectory], {
    env: { ...process.env, LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise<number>((resolve) => {
    child.once("error", () => resolve(-1));
    child.once("exit", (code) => resolve(code ?? -1));
  });
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.pid === undefined) {
      throw new Error(`the server ended with ${child.exitCode} before it was ready:\n${readFileSync(logFile, "utf8")}`);
    }
    if (performance.now() - started > patienceMs) {
      child.kill("SIGKILL");
      throw new Error(`the server was not ready after ${patienceMs} ms:\n${readFileSync(logFile, "utf8")}`);
    }
    await pause(5);
  }
  const readyAfterMs = performance.now() - started;
  const pid = idOf(child);
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url, readyAfterMs, pid, usage: () => usageOf(pid), stop: () => stop(child, ended), kill };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ready`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function idOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error("the server never started");
  return pid;
}

async function stop(child: ChildProcess, ended: Promise<number>): Promise<void> {
  child.kill("SIGTERM");
  const code = await ended;
  if (code !== 0) throw new Error(`the server stopped with exit code ${code} instead of 0`);
}
