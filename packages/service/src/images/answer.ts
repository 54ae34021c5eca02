// Bytes over HTTP as firmware and download tools want them: ranges, resuming, and not again what is there already.
import { Readable } from "node:stream";
import { sendRange } from "@muster/iso";
import type { FastifyReply, FastifyRequest } from "fastify";
import { logOf } from "../http/answer-error.ts";
import { attachment } from "../http/download.ts";
import { HttpProblem } from "../http/problem.ts";
import { type ByteRange, parseRange } from "./byte-range.ts";
import type { HeldBytes } from "./images.ts";
import type { Streams } from "./streams.ts";

export type Download = Readonly<{ held: HeldBytes; fileName: string }>;

type Asking = Readonly<{ raw: FastifyRequest; reply: FastifyReply }>;

/** Answers, sends the bytes if they are wanted, and releases them in any case. */
export async function answerWithBytes({ raw, reply }: Asking, { held, fileName }: Download, streams: Streams) {
  try {
    const { bytes, modifiedAt } = held;
    const { size } = bytes;
    const headers = {
      "accept-ranges": "bytes",
      etag: bytes.etag,
      "last-modified": new Date(modifiedAt).toUTCString(),
      "content-disposition": attachment(fileName),
      ...(held.isSample && { "x-muster-sample": "true" }),
    };
    if (isUnchanged(raw.headers, held)) return { status: 304, body: undefined, headers } as const;
    const isHead = raw.method === "HEAD";
    const range = !isHead && mayResume(raw.headers, held) ? parseRange(raw.headers.range, size) : "whole";
    if (range === "unsatisfiable") {
      throw new HttpProblem(
        416,
        `The range ${raw.headers.range} has no byte of this: there are ${size}, from 0 to ${size - 1}.`,
        {
          "content-range": `bytes */${size}`,
        },
      );
    }
    // Without a body, but not "undefined": that would be an answer of no length at all.
    const body = Readable.from([]);
    if (isHead) return { status: 200, body, headers: { ...headers, "content-length": size } } as const;
    const { start, end } = range === "whole" ? { start: 0, end: size - 1 } : range;
    const length = { "content-length": end - start + 1 };
    const part = range === "whole" ? {} : { "content-range": `bytes ${start}-${end}/${size}` };
    await send({ raw, reply }, { held, headers: { ...headers, ...length, ...part }, start, end }, streams);
    return { status: range === "whole" ? 200 : 206, body, headers } as const;
  } finally {
    held.release();
  }
}

type Sending = Readonly<{ held: HeldBytes; headers: Record<string, string | number> }> & ByteRange;

/** A client that takes nothing for this long has gone, whatever its connection says. */
const mostIdle = 120_000;

/** Straight to the socket, past the framework: its streams copy every chunk. */
async function send({ raw, reply }: Asking, { held, headers, start, end }: Sending, streams: Streams): Promise<void> {
  const response = reply.raw;
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  const giveBack = await streams.enter(raw.ip, gone.signal, () => response.destroy());
  if (!giveBack) {
    reply.hijack();
    return;
  }
  try {
    reply.hijack();
    const status = "content-range" in headers ? 206 : 200;
    const all = { ...reply.getHeaders(), "content-type": "application/octet-stream", ...headers };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) response.setHeader(name, value);
    response.writeHead(status);
    const watch = watchIdle(response);
    const sent = await sendRange(held.bytes, response, { start, end: end + 1 }).finally(watch);
    if (sent.kind === "all") response.end();
  } catch (error) {
    // The status is on its way: only a connection that ends too early can tell the client.
    logOf(raw).error({ err: error }, "an image could not be read to its end");
    response.destroy();
  } finally {
    response.off("close", leave);
    giveBack();
  }
}

function watchIdle(response: FastifyReply["raw"]): () => void {
  const { socket } = response;
  if (!socket) return () => {};
  let seen = socket.bytesWritten - socket.writableLength;
  const timer = setInterval(() => {
    const now = socket.bytesWritten - socket.writableLength;
    if (now === seen) response.destroy();
    seen = now;
  }, mostIdle);
  return () => clearInterval(timer);
}

/** HTTP dates have whole seconds. */
const inSeconds = (instant: number): number => Math.floor(instant / 1_000);

function isUnchanged(
  { "if-none-match": tags, "if-modified-since": since }: FastifyRequest["headers"],
  { bytes, modifiedAt }: HeldBytes,
): boolean {
  if (tags !== undefined) return tags.trim() === "*" || tagsIn(tags).includes(bytes.etag);
  return since !== undefined && inSeconds(Date.parse(since)) >= inSeconds(modifiedAt);
}

const tagsIn = (header: string): readonly string[] => header.match(/"[^"]*"/g) ?? [];

/** A part only fits what the client has if the bytes are still the same (RFC 9110 section 13.1.5). */
function mayResume({ "if-range": condition }: FastifyRequest["headers"], { bytes, modifiedAt }: HeldBytes): boolean {
  if (condition === undefined) return true;
  const text = String(condition).trim();
  if (text.startsWith('"')) return text === bytes.etag;
  return inSeconds(Date.parse(text)) === inSeconds(modifiedAt);
}
