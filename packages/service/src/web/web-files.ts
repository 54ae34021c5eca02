// The files of the web interface as they were built: what there is, in which encodings, and how long a browser keeps it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export type WebFile = Readonly<{
  /** As the browser asks for it. */
  url: string;
  path: string;
  type: string;
  etag: string;
  /** Names with a hash in them never change their content. */
  immutable: boolean;
  encodings: readonly ("br" | "gzip")[];
}>;

export type WebFiles = Readonly<{ builtAt: number; index: WebFile; byUrl: ReadonlyMap<string, WebFile> }>;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  wasm: "application/wasm",
  woff2: "font/woff2",
  png: "image/png",
  jpg: "image/jpeg",
};

const suffixes = { br: ".br", gzip: ".gz" } as const;

/** When the interface was built; 0 when it was not. */
export const builtAt = (directory: string): number =>
  statSync(join(directory, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Null when the interface was not built. */
export function findWebFiles(directory: string): WebFiles | null {
  const found = builtAt(directory);
  let names: Set<string>;
  try {
    names = new Set(readdirSync(directory, { recursive: true, encoding: "utf8" }));
  } catch {
    return null;
  }
  const byUrl = new Map<string, WebFile>();
  for (const name of names) {
    const type = types[name.slice(name.lastIndexOf(".") + 1)];
    const path = join(directory, name);
    if (type === undefined || !statSync(path).isFile()) continue;
    const url = `/${name}`;
    const immutable = url.startsWith("/assets/");
    byUrl.set(url, {
      url,
      path,
      type,
      immutable,
      etag: `"${createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 16)}"`,
      encodings: (["br", "gzip"] as const).filter((encoding) => names.has(name + suffixes[encoding])),
    });
  }
  const index = byUrl.get("/index.html");
  return index ? { builtAt: found, index, byUrl } : null;
}

/** The best encoding that the browser takes and that was made; null is the file as it is. */
export function chooseEncoding({ encodings }: WebFile, accepted: string | undefined): "br" | "gzip" | null {
  const offers = (accepted ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return encodings.find((encoding) => offers.includes(encoding)) ?? null;
}

export const encodedPath = ({ path }: WebFile, encoding: "br" | "gzip" | null): string =>
  encoding === null ? path : path + suffixes[encoding];
