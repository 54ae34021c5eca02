// Serves the web interface beside the API, on every port, without taking any of the API's addresses.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notBuiltPage } from "./not-built-page.ts";
import { chooseEncoding, encodedPath, findWebFiles, type WebFile, type WebFiles } from "./web-files.ts";

/** Where `npm start` builds it. */
export const webDirectory = join(import.meta.dirname, "..", "..", "..", "ui", "dist");

// Code comes from here alone; WebAssembly checks network states. React sets styles by property, which needs no exception.
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

/** Answers a request for a page that no route took; false when it is not a browser's, and someone else must answer. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export function serveWeb(app: FastifyInstance, directory: string): AnswerPage {
  const files = findWebFiles(directory);
  for (const file of files?.byUrl.values() ?? []) {
    if (file !== files?.index)
      app.get(file.url, { compress: false }, (request, reply) => sendFile(file, request, reply));
  }
  app.get("/", { compress: false }, (request, reply) => sendPage(files, request, reply));
  return async (request, reply) => {
    if (!wantsPage(request)) return false;
    await sendPage(files, request, reply);
    return true;
  };
}

// Browsers ask for HTML by name; programs that take anything get the API's answer. The API's own prefix never has pages.
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return (
    isRead && (headers.accept ?? "").includes("text/html") && !url.startsWith("/api/") && !/\.\w+(?:\?|$)/.test(url)
  );
}

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
