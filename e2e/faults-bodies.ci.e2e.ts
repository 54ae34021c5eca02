// Bodies of 100 MB, announced and not, packed and plain: refused early, in bounded memory, and nobody else notices.
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { connect, pullSecret } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tell } from "./faults/figures.ts";
import { moveIn } from "./faults/neighbour.ts";
import { startVictim, type Victim } from "./faults/service.ts";

const MiB = 1024 ** 2;
const size = 100 * MiB;
const chunk = Buffer.alloc(64 * 1024, "a");

type Outcome = Readonly<{ status: number | null; body: string; sent: number; ms: number }>;

/** Sends as much as anybody takes, and stops when answered or cut off. */
function pour(url: string, headers: Record<string, string>, chunks: Iterable<Buffer>): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const outcome = { status: null as number | null, body: "", sent: 0 };
    const asked = request(url, { method: "POST", headers, agent: false });
    const done = () => {
      resolve({ ...outcome, ms: Math.round(performance.now() - started) });
      asked.destroy();
    };
    asked.on("response", (response) => {
      outcome.status = response.statusCode ?? null;
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        outcome.body += text;
      });
      response.on("close", done);
    });
    asked.on("error", () => outcome.status === null && done());
    const rest = chunks[Symbol.iterator]();
    const more = () => {
      while (!asked.destroyed && outcome.status === null) {
        const next = rest.next();
        if (next.done) return void asked.end();
        outcome.sent += next.value.length;
        if (!asked.write(next.value)) return void asked.once("drain", more);
      }
    };
    more();
  });
}

function* plain(): Iterable<Buffer> {
  yield Buffer.from('{"name":"');
  for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
  yield Buffer.from('"}');
}

/** 100 MB in 100 kB. */
const packed = gzipSync(Buffer.concat([...plain()]));

describe("a body of 100 MB", () => {
  let victim: Victim;
  let host = "";

  beforeAll(async () => {
    victim = await startVictim();
    const client = connect(victim.url);
    const infraEnv = await client.call("RegisterInfraEnv", { body: { name: "target", pull_secret: pullSecret } });
    const host_id = crypto.randomUUID();
    await client.call("v2RegisterHost", { params: { infra_env_id: infraEnv.id }, body: { host_id } });
    host = `/api/assisted-install/v2/infra-envs/${infraEnv.id}/hosts/${host_id}`;
  });
  afterAll(() => victim?.end());

  const json = { "content-type": "application/json" };
  const ways = {
    "with its length": () => pour(`${victim.url}${path()}`, { ...json, "content-length": String(size + 11) }, plain()),
    "in chunks": () => pour(`${victim.url}${path()}`, json, plain()),
    "packed into 100 kB": () =>
      pour(`${victim.url}${path()}`, { ...json, "content-encoding": "gzip", "content-length": String(packed.length) }, [
        packed,
      ]),
    "packed, in chunks": () => pour(`${victim.url}${path()}`, { ...json, "content-encoding": "gzip" }, [packed]),
  };
  let path = () => "/api/assisted-install/v2/clusters";

  for (const [target, where] of [
    ["a new cluster", () => "/api/assisted-install/v2/clusters"],
    ["a host's reply", () => `${host}/instructions`],
  ] as const) {
    test(`${target}: refused with what is too large, whichever way it comes`, async () => {
      path = where;
      const neighbour = await moveIn(connect(victim.url));
      const before = victim.server().usage().rssBytes;
      let peak = before;
      for (const [way, send] of Object.entries(ways)) {
        // Ten at once, three times: memory that one takes shows when many do.
        const outcomes = (
          await Promise.all(Array.from({ length: 10 }, async () => [await send(), await send(), await send()]))
        ).flat();
        peak = Math.max(peak, victim.server().usage().rssBytes);
        const statuses = [...new Set(outcomes.map(({ status }) => status))];
        tell(`${target}, ${way}`, {
          statuses,
          "slowest ms": Math.max(...outcomes.map(({ ms }) => ms)),
          "most sent MiB": Math.round(Math.max(...outcomes.map(({ sent }) => sent)) / MiB),
          says: outcomes[0]?.body ?? "",
        });
        // Whoever was cut off before the answer came was refused, too; most must hear why.
        const told = outcomes.filter(({ status }) => status !== null);
        expect(new Set(told.map(({ status }) => status))).toEqual(
          new Set([way.startsWith("packed") && target === "a host's reply" ? 400 : 413]),
        );
        expect(told.length).toBeGreaterThan(outcomes.length / 2);
      }
      const experience = await neighbour.leave();
      tell(target, { neighbour: experience, "memory grew by MiB": Math.round((peak - before) / MiB) });
      expect(experience.failed).toEqual([]);
      expect(experience.p99Ms).toBeLessThan(1_000);
      expect(peak - before).toBeLessThan(400 * MiB);
    });
  }
});
