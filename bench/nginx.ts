// nginx with sendfile, the yardstick for sending files: one process, as one service is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.ts";
import { type Usage, usageOf } from "./process-usage.ts";

export type Nginx = Readonly<{ url: string; usage(): Usage; stop(): Promise<void> }>;

export async function startNginx(directory: string): Promise<Nginx> {
  const port = await freePort();
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const config = `
daemon off; master_process off; pid ${directory}/nginx.pid; error_log ${directory}/nginx-error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  ${kinds.map((kind) => `${kind}_temp_path ${directory}/nginx-${kind};`).join(" ")}
  server { listen 127.0.0.1:${port}; root ${directory}; } }`;
  const file = join(directory, "nginx.conf");
  await writeFile(file, config);
  const child = spawn("nginx", ["-p", directory, "-c", file], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; !(await answers(url)); attempt += 1) {
    if (child.exitCode !== null || attempt > 500)
      throw new Error(`nginx did not start: see ${directory}/nginx-error.log`);
    await pause(10);
  }
  const { pid } = child;
  if (pid === undefined) throw new Error("nginx never started");
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, usage: () => usageOf(pid), stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
