import { execFileSync } from "node:child_process";
import { copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { createClient } from "@muster/contract";
import { memorySource, minimalIso, Overlay, openFileSource, openLiveIso, writeImage } from "@muster/iso";
import { buildLiveIso, filler, hasTool } from "@muster/iso/testing";
import { pullSecret } from "@muster/simulator";
import { postgresPrograms, startPostgres } from "../../scripts/postgres.ts";
import { concurrentDownloads, firstByte, rangedDownload, wholeDownload } from "../downloads.ts";
import { startNginx } from "../nginx.ts";
import type { Measurement, Scenario, Workbench } from "../scenario.ts";
import { type Server, startServer } from "../server.ts";
import { median } from "../statistics.ts";

const mebibyte = 1_024 ** 2;
const version = "4.20";
const firsts = 51;
const rounds = 9;
const downloads = 200;

export const images: Scenario = {
  name: "images",
  says: "A base image of 1 GiB: first byte, whole stream and ranges beside nginx, 200 downloads at once, minimal images",
  async run(workbench) {
    for (const tool of ["nginx", "curl"]) {
      if (!hasTool(tool)) throw new Error(`${tool} is not installed: run scripts/install-test-system.sh nginx`);
    }
    const { directory, say } = workbench;
    const base = join(directory, "base.iso");
    say("building the base image");
    await buildBase(base);
    // The figures are about sending, not about disks.
    execFileSync("cat", [base], { stdio: "ignore" });
    return [...(await measureService(workbench, base)), ...(await measureMinimal(workbench, base))];
  },
};

async function buildBase(path: string): Promise<void> {
  const pattern = memorySource(filler(16 * mebibyte, 1));
  const times = (count: number) => Overlay.of(...Array.from({ length: count }, () => pattern));
  await writeImage(await buildLiveIso({ kernel: times(1), initrd: times(5), rootfs: times(58) }), path);
}

async function measureService(workbench: Workbench, base: string): Promise<Measurement[]> {
  const { directory, say } = workbench;
  const embedded = await withServer(join(directory, "embedded"), base, undefined, async (server) => {
    const urls = await imageUrls(server, firsts + downloads);
    const speed = await measureSpeed(workbench, base, server, urls);
    say(`${downloads} downloads at once`);
    return [...speed, peak("embedded database", await peakOfDownloads(server, urls.slice(firsts)))];
  });
  if (!postgresPrograms()) return embedded;
  say(`${downloads} downloads at once, on PostgreSQL`);
  const postgres = await startPostgres();
  try {
    const mebibytes = await withServer(join(directory, "postgres"), base, postgres.url, async (server) =>
      peakOfDownloads(server, await imageUrls(server, downloads)),
    );
    return [...embedded, peak("PostgreSQL", mebibytes)];
  } finally {
    await postgres.stop();
  }
}

async function withServer<T>(
  dataDirectory: string,
  base: string,
  database: string | undefined,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const osImage = { openshift_version: version, cpu_architecture: "x86_64", url: base, version: "420.1" };
  const env = { OS_IMAGES: JSON.stringify([osImage]), ...(database !== undefined && { DATABASE_URL: database }) };
  const server = await startServer({ dataDirectory, env });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

async function measureSpeed(
  { directory, say }: Workbench,
  base: string,
  server: Server,
  urls: readonly string[],
): Promise<Measurement[]> {
  const nginx = await startNginx(directory);
  try {
    const [own = ""] = urls;
    const theirs = `${nginx.url}/base.iso`;
    const { size } = await stat(base);

    say("first bytes");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first: number[] = [];
    const cpuBefore = server.usage().cpuSeconds;
    for (const url of urls.slice(0, firsts)) first.push(await firstByte(url, agent));
    const firstCpuMs = ((server.usage().cpuSeconds - cpuBefore) / firsts) * 1_000;
    agent.destroy();
    say("whole images");
    const before = { ours: server.usage().cpuSeconds, theirs: nginx.usage().cpuSeconds };
    const whole = await sideBySide(
      rounds,
      () => wholeDownload(theirs),
      () => wholeDownload(own),
    );
    // One more of each was there to warm up.
    const cpu = {
      ours: (server.usage().cpuSeconds - before.ours) / (rounds + 1),
      theirs: (nginx.usage().cpuSeconds - before.theirs) / (rounds + 1),
    };
    say("ranges");
    const ranges = await sideBySide(
      5,
      () => rangedDownload(theirs, size),
      () => rangedDownload(own, size),
    );
    return [
      { name: "first byte of a new image, median", value: median(first), unit: "ms", hold: 5 },
      { name: `first byte, slowest of ${firsts}`, value: Math.max(...first), unit: "ms" },
      { name: "CPU of a new image", value: firstCpuMs, unit: "ms" },
      { name: "whole image", value: whole.ours, unit: "s" },
      { name: "whole image, nginx", value: whole.theirs, unit: "s" },
      { name: "whole image / nginx (speed ≥ 90 %)", value: whole.ours / whole.theirs, unit: "×", hold: 1 / 0.9 },
      { name: "CPU of a whole image", value: cpu.ours, unit: "s" },
      { name: "CPU of a whole image, nginx", value: cpu.theirs, unit: "s" },
      { name: "3,000 ranges of 64 KiB", value: ranges.ours, unit: "s" },
      { name: "3,000 ranges of 64 KiB, nginx", value: ranges.theirs, unit: "s" },
      { name: "3,000 ranges / nginx", value: ranges.ours / ranges.theirs, unit: "×", hold: 2.5 },
    ];
  } finally {
    await nginx.stop();
  }
}

const peak = (database: string, value: number): Measurement => ({
  name: `peak RSS, ${downloads} downloads, ${database}`,
  value,
  unit: "MiB",
  hold: 300e6 / mebibyte,
});

/** The most that the service takes meanwhile: the peak so far, which is that of its start, is forgotten first. */
async function peakOfDownloads({ pid }: Server, urls: readonly string[]): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  await concurrentDownloads(urls, 48 * mebibyte);
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** Images that differ: each infra-env has its own config. */
async function imageUrls({ url }: Server, count: number): Promise<string[]> {
  const client = createClient({ baseUrl: url });
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = {
      name: `image-${index}`,
      pull_secret: pullSecret,
      openshift_version: version,
      image_type: "full-iso" as const,
    };
    const infraEnv = await client.call("RegisterInfraEnv", { body });
    urls.push(String(infraEnv.download_url).replace(/^https?:\/\/[^/]+/, url));
  }
  return urls;
}

async function measureMinimal({ directory, say }: Workbench, base: string): Promise<Measurement[]> {
  say("minimal images");
  const [minimal, copied, copy] = ["minimal.iso", "copied.iso", "copy.iso"].map((name) => join(directory, name));
  if (!minimal || !copied || !copy) throw new Error("no paths");
  const source = await openFileSource(base);
  const live = await openLiveIso(source);
  const make = async () => writeImage(await minimalIso(live, { rootfsUrl: "http://192.0.2.1/rootfs" }), minimal);
  await make();
  await copyFile(minimal, copied);
  const { size } = await stat(minimal);
  const making = await sideBySide(
    9,
    () => timed(async () => execFileSync("cp", [copied, copy])),
    () => timed(make),
  );
  await source.close();
  return [
    { name: "size of a minimal image", value: size / mebibyte, unit: "MiB", hold: 120e6 / mebibyte },
    { name: "minimal image written", value: making.ours, unit: "s" },
    { name: "minimal image / cp of the same", value: making.ours / making.theirs, unit: "×", hold: 1.5 },
  ];
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
