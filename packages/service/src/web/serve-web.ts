// Serves the web interface beside the API, on every port, without taking any of the API's addresses.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notBuiltPage } from "./not-built-page.ts";
import { builtAt, chooseEncoding, encodedPath, findWebFiles, type WebFile, type WebFiles } from "./web-files.ts";

/** Where `npm start` builds it. */
export const webDirectory = join(import.meta.dirname, "..", "..", "..", "ui", "dist");

// Code comes from here alone; WebAssembly checks network states. Components set styles on their elements.
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
} as const;

/** Answers a request that no route took, if it is for a page or a file of one; false leaves the answer to others. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function serveWeb(app: FastifyInstance, directory: string): AnswerPage {
  let files: WebFiles | null = null;
  // Built again while the service runs, pages have new names: they are looked for again.
  const current = () => {
    if (files === null || files.builtAt !== builtAt(directory)) files = findWebFiles(directory);
    return files;
  };
  app.get("/", (request, reply) => sendPage(current(), request, reply));
  return async (request, reply) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = current()?.byUrl.get(request.url.split("?", 1)[0] ?? "");
    if (file) await sendFile(file, request, reply);
    else if (wantsPage(request)) await sendPage(current(), request, reply);
    else return false;
    return true;
  };
}

// Browsers ask for HTML by name; programs that take anything get the API's answer. The API's own prefix never has pages.
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  (headers.accept ?? "").includes("text/html") && !url.startsWith("/api/") && !/\.\w+(?:\?|$)/.test(url);

async function sendPage(files: WebFiles | null, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (files) return sendFile(files.index, request, reply);
  return reply
    .headers(pageHeaders)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .send(notBuiltPage);
}

async function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = chooseEncoding(file, request.headers["accept-encoding"]);
  reply.headers({
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: file.etag,
    vary: "accept-encoding",
    ...(file.type.startsWith("text/html") ? pageHeaders : { "x-content-type-options": "nosniff" }),
  });
  if (request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type(file.type).send(await readFile(encodedPath(file, encoding)));
}
