// Bytes over HTTP as firmware and download tools want them: ranges, resuming, and not again what is there already.
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { attachment } from "../http/download.ts";
import { HttpProblem } from "../http/problem.ts";
import { type ByteRange, parseRange } from "./byte-range.ts";
import type { ByteSource } from "./images.ts";

export type Download = Readonly<{ bytes: ByteSource; fileName: string }>;

type Asked = Pick<FastifyRequest, "method" | "headers">;

export function answerWithBytes({ method, headers: asked }: Asked, { bytes, fileName }: Download) {
  const headers = {
    "accept-ranges": "bytes",
    etag: `"${bytes.tag}"`,
    "last-modified": new Date(bytes.modifiedAt).toUTCString(),
    "content-disposition": attachment(fileName),
  };
  if (isUnchanged(asked, bytes)) return { status: 304, body: undefined, headers } as const;
  const { size } = bytes;
  // Without a body, but not "undefined": that would be an answer of no length at all.
  const open = (range?: ByteRange) => (method === "HEAD" ? Readable.from([]) : bytes.open(range));
  const range = method === "GET" && mayResume(asked, bytes) ? parseRange(asked.range, size) : "whole";
  if (range === "unsatisfiable") {
    throw new HttpProblem(416, `The range ${asked.range} begins behind the end: there are ${size} bytes.`, {
      "content-range": `bytes */${size}`,
    });
  }
  if (range === "whole") {
    return { status: 200, body: open(), headers: { ...headers, "content-length": size } } as const;
  }
  const { start, end } = range;
  return {
    status: 206,
    body: open(range),
    headers: { ...headers, "content-length": end - start + 1, "content-range": `bytes ${start}-${end}/${size}` },
  } as const;
}

/** HTTP dates have whole seconds. */
const inSeconds = (instant: number): number => Math.floor(instant / 1_000);

function isUnchanged(
  { "if-none-match": tags, "if-modified-since": since }: Asked["headers"],
  bytes: ByteSource,
): boolean {
  if (tags !== undefined) return tags.trim() === "*" || tagsIn(tags).includes(bytes.tag);
  return since !== undefined && inSeconds(Date.parse(since)) >= inSeconds(bytes.modifiedAt);
}

const tagsIn = (header: string): string[] => [...header.matchAll(/"([^"]*)"/g)].map(([, tag = ""]) => tag);

/** A part only fits what the client has if the bytes are still the same (RFC 9110 section 13.1.5). */
function mayResume({ "if-range": condition }: Asked["headers"], bytes: ByteSource): boolean {
  if (condition === undefined) return true;
  const text = String(condition).trim();
  if (text.startsWith('"')) return text === `"${bytes.tag}"`;
  return inSeconds(Date.parse(text)) === inSeconds(bytes.modifiedAt);
}
