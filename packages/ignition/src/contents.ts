import { gunzipSync, gzipSync } from "node:zlib";
import type { IgnitionConfig, Resource } from "./config.ts";
import { base64DataUrl, decodeDataUrl, plainDataUrl, readDataUrl } from "./data-url.ts";

/** Text as it is, bytes as base64. */
export const inline = (content: string | Uint8Array): Resource => ({
  source: typeof content === "string" ? plainDataUrl(content) : base64DataUrl(content),
});

/**
 * Compressed by itself, for configs that are kept as they are. A config that is compressed as a whole, as in an image, gets
 * larger by it; and an override that replaces the source only would make Ignition unpack what is not packed.
 */
export const compressed = (content: string | Uint8Array): Resource => ({
  source: base64DataUrl(gzipSync(content, { level: 9 })),
  compression: "gzip",
});

export type Contents =
  | Readonly<{ kind: "bytes"; bytes: Uint8Array }>
  | Readonly<{ kind: "elsewhere"; url: string }>
  | Readonly<{ kind: "broken"; found: string }>;

/** More than any config holds; a few kilobytes of gzip can unpack to gigabytes. */
const mostBytes = 256 * 1024 * 1024;

/** What a resource holds in the config itself, unpacked. */
export function readContents({ source = "", compression }: Resource, limit = mostBytes): Contents {
  if (source === "") return { kind: "bytes", bytes: new Uint8Array() };
  if (!source.startsWith("data:")) return { kind: "elsewhere", url: source };
  const url = readDataUrl(source);
  if ("invalid" in url) return { kind: "broken", found: url.invalid };
  const bytes = decodeDataUrl(url);
  return compression === "gzip" ? unpack(bytes, limit) : { kind: "bytes", bytes };
}

export function unpack(bytes: Uint8Array, limit: number): Contents {
  try {
    return { kind: "bytes", bytes: gunzipSync(bytes, { maxOutputLength: limit }) };
  } catch (cause) {
    const tooLarge = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    return { kind: "broken", found: tooLarge ? `more than ${limit} bytes after unpacking` : "bytes that are not gzip" };
  }
}

/** The contents of one file of a config; null where the config has no such file. */
export function fileContents({ storage }: IgnitionConfig, path: string): Contents | null {
  const file = storage?.files?.find((each) => each.path === path);
  return file ? readContents(file.contents ?? {}) : null;
}
