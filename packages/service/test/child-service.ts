// The service as people run it: a process of its own that can be killed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Flags } from "./running-service.ts";

const muster = join(import.meta.dirname, "../../../bin/muster");

export type ChildService = Readonly<{ url: string; kill(): Promise<void>; stop(): Promise<number | null> }>;

/** Starts `muster serve` and waits until it is ready. */
export async function startChild(directory: string, port: number, flags: Flags = {}): Promise<ChildService> {
  const child = serve(directory, port, flags);
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, "exit");
  while ((await fetch(`${url}/ready`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`muster serve ended with ${child.exitCode}`);
    await pause(10);
  }
  return {
    url,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}

/** Runs `muster serve` that is expected to end by itself. */
export async function failToStart(directory: string, port: number, flags: Flags = {}) {
  const child = serve(directory, port, flags);
  let said = "";
  child.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  return { code, lines: said.trim().split("\n") };
}

function serve(directory: string, port: number, flags: Flags): ChildProcess {
  const settings = Object.entries({ LOG_LEVEL: "warn", ...flags }).flatMap(([name, value]) => [
    "--set",
    `${name}=${value}`,
  ]);
  const args = ["serve", "--host", "127.0.0.1", "--port", String(port), "--data-dir", directory, ...settings];
  return spawn(muster, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Asks again until somebody answers, as machines do: to them a service that restarts is a slow one. */
export const stubbornFetch: typeof fetch = (input, init) => askUntilAnswered(() => String(input), init);

/** The same where there are several to ask: `nextUrl` says for each attempt whom. */
export async function askUntilAnswered(nextUrl: () => string, init: RequestInit | undefined): Promise<Response> {
  for (;;) {
    init?.signal?.throwIfAborted();
    const response = await whole(nextUrl(), init).catch(() => null);
    if (response && response.status !== 503) return response;
    await pause(5);
  }
}

async function whole(url: string, init: RequestInit | undefined): Promise<Response> {
  const { status, headers, body } = await fetch(url, init).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    body: await answer.arrayBuffer(),
  }));
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}
