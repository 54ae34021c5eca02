// Clients that download: whole images, the ranges that a BMC asks for, and many at once.
import { execFile } from "node:child_process";
import { Agent, get, type IncomingMessage } from "node:http";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Seconds for all of it, by a client that costs next to nothing. */
export async function wholeDownload(url: string): Promise<number> {
  const options = ["--silent", "--fail", "--output", "/dev/null", "--write-out", "%{time_total}"];
  const { stdout } = await run("curl", [...options, url]);
  return Number(stdout);
}

type Range = Readonly<{ start: number; end: number }>;

/** Seconds until 3,000 ranges of 64 KiB are there, over four connections, as a BMC reads an image that it has mounted. */
export async function rangedDownload(url: string, size: number): Promise<number> {
  const [count, length] = [3_000, 64 * 1_024];
  const places = Math.floor(size / length);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let next = 0;
  const connection = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = ((index * 7_919) % places) * length;
      const received = await drained(await open(url, agent, { start, end: start + length }));
      if (received !== length) throw new Error(`${received} bytes instead of ${length}`);
    }
  };
  const started = performance.now();
  await Promise.all([connection(), connection(), connection(), connection()]);
  agent.destroy();
  return (performance.now() - started) / 1_000;
}

/** Milliseconds from the request to the first byte of the body, on a connection that is open already. */
export async function firstByte(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  const response = await open(url, agent, { start: 0, end: 100_000 });
  const { promise, resolve } = Promise.withResolvers<number>();
  response.once("data", () => resolve(performance.now() - started));
  await drained(response);
  return promise;
}

/** All begin, and each goes on until it has that many bytes and every other one has them, too. */
export async function concurrentDownloads(urls: readonly string[], bytes: number): Promise<void> {
  const agent = new Agent({ maxSockets: urls.length });
  await Promise.all(
    urls.map(async (url) => {
      const response = await open(url, agent);
      let received = 0;
      for await (const chunk of response) {
        received += chunk.length;
        if (received >= bytes) break;
      }
      if (received < bytes) throw new Error(`only ${received} bytes from ${url}`);
    }),
  );
  agent.destroy();
}

function open(url: string, agent: Agent, range?: Range): Promise<IncomingMessage> {
  const headers = range && { range: `bytes=${range.start}-${range.end - 1}` };
  return new Promise((resolve, reject) => {
    get(url, { agent, ...(headers && { headers }) }, (response) => {
      const expected = range ? 206 : 200;
      if (response.statusCode === expected) resolve(response);
      else reject(new Error(`${response.statusCode} instead of ${expected} from ${url}`));
    }).on("error", reject);
  });
}

async function drained(response: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  return received;
}
