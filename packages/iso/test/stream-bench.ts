// Measures customised images against nginx sending the base file, and prints ratios. Needs `nginx` and `curl`.
//   node_modules/.bin/node packages/iso/test/stream-bench.ts
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { MiB } from "../src/bytes.ts";
import { memorySource, minimalIso, Overlay, openFileSource, openLiveIso, writeImage } from "../src/index.ts";
import { buildLiveIso, filler, hasTool } from "../src/testing/index.ts";

for (const tool of ["nginx", "curl"]) {
  if (!hasTool(tool)) throw new Error(`${tool} is not installed: it is what the numbers are compared with`);
}

const directory = await mkdtemp(join(tmpdir(), "iso-bench-"));
const running: ChildProcess[] = [];
try {
  await measure();
} finally {
  for (const child of running) child.kill();
  await rm(directory, { recursive: true });
}

async function measure(): Promise<void> {
  const base = join(directory, "base.iso");
  const pattern = memorySource(filler(16 * MiB, 1));
  const times = (count: number) => Overlay.of(...Array.from({ length: count }, () => pattern));
  await writeImage(await buildLiveIso({ kernel: times(1), initrd: times(5), rootfs: times(58) }), base);
  execFileSync("cat", [base], { stdio: "ignore" });

  const nginx = await startNginx();
  const { port: ours, pid } = await startOurs(base);
  const nginxUrl = `http://127.0.0.1:${nginx}/base.iso`;
  const ourUrl = `http://127.0.0.1:${ours}/whole.iso`;

  const whole = await sideBySide(
    9,
    () => download(nginxUrl),
    () => download(ourUrl),
  );
  report(
    "whole image, of nginx's speed",
    whole.theirs / whole.ours,
    ">= 0.90",
    `${seconds(whole.ours)} against ${seconds(whole.theirs)}`,
  );

  const ranges = await sideBySide(
    5,
    () => manyRanges(nginxUrl),
    () => manyRanges(ourUrl),
  );
  report(
    "3,000 ranges of 64 KiB, of nginx's time",
    ranges.ours / ranges.theirs,
    "< 2.5",
    `${seconds(ranges.ours)} against ${seconds(ranges.theirs)}`,
  );

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const first: number[] = [];
  for (let index = 0; index < 21; index += 1)
    first.push(await firstByte(`http://127.0.0.1:${ours}/first-${index}.iso`, agent));
  agent.destroy();
  report("first byte of a new image, ms", median(first), "< 5", `slowest ${Math.max(...first).toFixed(1)}`);

  await manyDownloads(ours, 200);
  report("peak RSS after 200 downloads at once, MB", await peakMegabytes(pid), "< 300", "");

  const source = await openFileSource(base);
  const live = await openLiveIso(source);
  const [copied, minimal, copy] = ["copied", "minimal", "copy"].map((name) => join(directory, `${name}.iso`));
  if (!copied || !minimal || !copy) return;
  const make = async () => writeImage(await minimalIso(live, { rootfsUrl: "http://127.0.0.1/rootfs" }), minimal);
  await make();
  await copyFile(minimal, copied);
  const making = await sideBySide(
    7,
    () => timed(() => execFileSync("cp", [copied, copy])),
    () => timed(make),
  );
  report(
    "minimal image, of cp's time",
    making.ours / making.theirs,
    "<= 1.5",
    `${seconds(making.ours)} against ${seconds(making.theirs)}`,
  );
  await source.close();
}

function report(what: string, value: number, wanted: string, detail: string): void {
  console.log(`${what.padEnd(44)} ${value.toFixed(2).padStart(8)}   ${wanted.padEnd(8)} ${detail}`);
}

async function startNginx(): Promise<number> {
  const port = await freePort();
  const config = `
daemon off; master_process off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${directory}/t1; proxy_temp_path ${directory}/t2; fastcgi_temp_path ${directory}/t3;
  uwsgi_temp_path ${directory}/t4; scgi_temp_path ${directory}/t5;
  server { listen 127.0.0.1:${port}; root ${directory}; } }`;
  await writeFile(join(directory, "nginx.conf"), config);
  running.push(spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf")], { stdio: "ignore" }));
  execFileSync("curl", [
    "-s",
    "--retry",
    "20",
    "--retry-connrefused",
    "--retry-delay",
    "1",
    "-o",
    "/dev/null",
    "-r",
    "0-9",
    `http://127.0.0.1:${port}/base.iso`,
  ]);
  return port;
}

async function startOurs(base: string): Promise<{ port: number; pid: number }> {
  const script = fileURLToPath(new URL("stream-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script, base], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  const [line]: unknown[] = await once(child.stdout, "data");
  return { port: Number(String(line)), pid: child.pid ?? 0 };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

/** Takes turns, so that both see the same machine; medians. */
async function sideBySide(rounds: number, theirs: () => Promise<number>, ours: () => Promise<number>) {
  const times = { theirs: [] as number[], ours: [] as number[] };
  await theirs();
  await ours();
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(await theirs());
    times.ours.push(await ours());
  }
  return { theirs: median(times.theirs), ours: median(times.ours) };
}

async function download(url: string): Promise<number> {
  return Number(execFileSync("curl", ["-s", "-o", "/dev/null", "-w", "%{time_total}", url], { encoding: "utf8" }));
}

/** As a BMC reads a mounted image: four connections, each one range after another. */
async function manyRanges(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const size = 64 * 1024;
  let next = 0;
  const started = performance.now();
  const connection = async () => {
    while (next < 3000) {
      const start = ((next * 7919) % 15_000) * size;
      next += 1;
      await drained(url, agent, start, start + size);
    }
  };
  await Promise.all([connection(), connection(), connection(), connection()]);
  agent.destroy();
  return (performance.now() - started) / 1000;
}

function drained(url: string, agent: Agent, start: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0;
    get(url, { agent, headers: { range: `bytes=${start}-${end - 1}` } }, (response) => {
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
      response.on("end", () => (received === end - start ? resolve(received) : reject(new Error(`${received} bytes`))));
    }).on("error", reject);
  });
}

function firstByte(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent, headers: { range: "bytes=0-99999" } }, (response) => {
      response.once("data", () => {
        const elapsed = performance.now() - started;
        response.resume().once("end", () => resolve(elapsed));
      });
    }).on("error", reject);
  });
}

async function manyDownloads(port: number, count: number): Promise<void> {
  const agent = new Agent({ maxSockets: count });
  const one = (index: number) => drained(`http://127.0.0.1:${port}/download-${index}.iso`, agent, 0, 48 * MiB);
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function seconds(value: number): string {
  return `${value.toFixed(3)} s`;
}
