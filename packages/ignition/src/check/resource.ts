import type { IgnitionConfig, Resource } from "../config.ts";
import { readDataUrl } from "../data-url.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { minorOf } from "../version.ts";

/** The minor versions that brought each kind of source. */
const schemes: Readonly<Record<string, number>> = { data: 0, http: 0, https: 0, tftp: 0, s3: 0, gs: 2, arn: 4 };

/** `http` for an http URL; empty where there is none. Only `data:` must be in lower case. */
export const schemeOf = (source: string): string => {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(source)?.[1] ?? "";
  return scheme.toLowerCase() === "data" ? scheme : scheme.toLowerCase();
};

/** Bytes from somewhere. An empty source is an empty file; none at all means that there is nothing to write. */
export function checkResource(config: IgnitionConfig, resource: Resource, at: Place, report: Report): void {
  const { source, compression, verification, httpHeaders = [] } = resource;
  const scheme = schemeOf(source ?? "");
  if (source) checkSource(source, scheme, minorOf(config.ignition.version), [...at, "source"], report);
  if (compression && compression !== "gzip") {
    report("compression_unknown", [...at, "compression"], quote(compression));
  }
  if (compression === "gzip" && (scheme === "s3" || scheme === "arn")) {
    report("compression_with_s3", [...at, "compression"], "gzip");
  }
  if (verification?.hash !== undefined) {
    checkHash(config, verification.hash, source, [...at, "verification", "hash"], report);
  }
  if (httpHeaders.length > 0 && scheme !== "http" && scheme !== "https") {
    report(
      "headers_without_http",
      [...at, "httpHeaders"],
      `headers for ${scheme ? `a ${scheme} source` : "no source"}`,
    );
  }
  for (const [index, { name }] of httpHeaders.entries()) {
    if (name === "") report("header_without_name", [...at, "httpHeaders", index, "name"], "an empty name");
  }
}

/** A config or a certificate must come from somewhere. */
export function checkReference(config: IgnitionConfig, resource: Resource, at: Place, report: Report): void {
  if (!resource.source) report("source_missing", [...at, "source"], "nothing");
  checkResource(config, resource, at, report);
}

/** URL parsers drop control characters where Ignition refuses them. */
const isUrl = (source: string): boolean =>
  URL.canParse(source) && new URL(source).host !== "" && !/\p{Cc}/u.test(source);

function checkSource(source: string, scheme: string, minor: number, at: Place, report: Report): void {
  const known = schemes[scheme];
  if (known === undefined || known > minor) {
    const found = scheme === "" ? "text without a scheme" : `the scheme ${quote(scheme)}`;
    const usable = Object.keys(schemes).filter((name) => (schemes[name] ?? 0) <= minor);
    report("source_scheme", at, found, { needed: `a URL with one of the schemes ${usable.join(", ")}` });
  } else if (scheme === "data") {
    const url = readDataUrl(source);
    if ("invalid" in url) report("data_url", at, url.invalid);
  } else if (scheme === "arn") {
    if (!s3Arn.test(source)) report("source_url", at, "an ARN that names no object in S3");
  } else if (!isUrl(source)) {
    report("source_url", at, `${scheme === "s3" ? "an" : "a"} ${scheme} URL without a valid host`);
  }
}

const s3Arn = /^arn:[^:]+:s3:(?:::[^/:]+\/.+|[^:]+:[^:]+:accesspoint\/[^/]+\/object\/.+)$/s;

const digests: Readonly<Record<string, number>> = { sha512: 128, sha256: 64 };

function checkHash(config: IgnitionConfig, hash: string, source: string | undefined, at: Place, report: Report): void {
  const [, name = "", digits = ""] = /^([^-]*)-([0-9a-fA-F]*)$/.exec(hash) ?? [];
  const length = name === "sha256" && config.ignition.version === "3.0.0" ? undefined : digests[name];
  if (length !== digits.length) report("hash_invalid", at, quote(hash));
  else if (source === undefined) report("hash_without_source", at, "a hash and no source");
}
