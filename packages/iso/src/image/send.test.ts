import { createServer, request } from "node:http";
import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KiB, MiB } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { memorySource, type Source } from "../source.ts";
import { filler } from "../testing/live-files.ts";
import { BufferPool } from "./buffer-pool.ts";
import { Overlay } from "./overlay.ts";
import { sendRange } from "./send.ts";

const bytes = filler(300 * KiB, 7);
const image = Overlay.of(memorySource(bytes)).replace(70_000, Buffer.alloc(5000, "x"));
const whole = Buffer.concat([bytes.subarray(0, 70_000), Buffer.alloc(5000, "x"), bytes.subarray(75_000)]);

/** Keeps what it is given, one write at a time, and copies each chunk only when the write completes. */
function collector(): { out: Writable; received: Buffer[]; waiting: () => number } {
  const received: Buffer[] = [];
  let waiting = 0;
  const out = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      waiting += 1;
      setImmediate(() => {
        received.push(Buffer.from(chunk));
        waiting -= 1;
        done();
      });
    },
  });
  return { out, received, waiting: () => waiting };
}

describe("sending a range", () => {
  test("any range arrives as it is in the whole, with buffers that are used again", async () => {
    const pool = new BufferPool(256 * KiB);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(whole.length), async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const { out, received } = collector();
        expect(await sendRange(image, out, { start, end, pool })).toEqual({ kind: "all", bytes: end - start });
        expect(Buffer.concat(received)).toEqual(whole.subarray(start, end));
      }),
      { numRuns: 50 },
    );
  });

  test("never has more than one chunk in the stream", async () => {
    const { out, waiting } = collector();
    let most = 0;
    const watched: Source = {
      size: image.size,
      identity: "watched",
      read: (offset, length) => image.read(offset, length),
      readInto: (target, offset) => {
        most = Math.max(most, waiting() + out.writableLength / (64 * KiB));
        return image.readInto(target, offset);
      },
    };
    await sendRange(watched, out, { pool: new BufferPool(128 * KiB) });
    expect(most).toBeLessThanOrEqual(2);
  });

  test("a client that goes away ends the sending, and says how far it came", async () => {
    const out = new PassThrough({ highWaterMark: 1 });
    const sending = sendRange(image, out, { pool: new BufferPool(128 * KiB) });
    out.once("data", () => out.destroy());
    const sent = await sending;
    expect(sent.kind).toBe("closed");
    expect(sent.bytes).toBeLessThan(image.size);
  });

  test("a stream that is already closed gets nothing", async () => {
    const out = new PassThrough();
    out.destroy();
    expect(await sendRange(image, out)).toEqual({ kind: "closed", bytes: 0 });
  });

  test("an image that cannot be read is the sender's error", async () => {
    const broken: Source = {
      size: MiB,
      identity: "broken",
      read: () => Promise.reject(new IsoError("image_changed", "less")),
      readInto: () => Promise.reject(new IsoError("image_changed", "less")),
    };
    await expect(sendRange(broken, collector().out)).rejects.toMatchObject({ code: "image_changed" });
  });

  test("a range outside of the image is refused before anything is sent", async () => {
    const { out, received } = collector();
    await expect(sendRange(image, out, { end: image.size + 1 })).rejects.toMatchObject({ code: "read_outside_image" });
    expect(received).toEqual([]);
  });

  test("an HTTP response carries it, with its length", async () => {
    const server = createServer(async (_, response) => {
      response.writeHead(206, { "content-length": 200_000 });
      await sendRange(image, response, { start: 1000, end: 201_000 });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const body = await new Promise<Buffer>((resolve, reject) => {
      request({ port, host: "127.0.0.1" }, async (response) => {
        resolve(Buffer.concat(await response.toArray()));
      })
        .on("error", reject)
        .end();
    });
    expect(body).toEqual(whole.subarray(1000, 201_000));
    await new Promise((resolve) => server.close(resolve));
  });
});
