// Requests to an S3 server: signed, path-style, tried again where that helps. Bodies are bytes that are at hand, so every
// request can be repeated.
import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { HttpProblem } from "../http/problem.ts";

export type S3Place = Readonly<{
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long one attempt may take until its answer begins, in milliseconds. */
  timeout?: number;
}>;

export type S3Request = Readonly<{
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Empty: the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer>;
}>;

/** The store cannot be reached or has trouble of its own: whoever asked may ask again. */
export class ObjectStoreAway extends HttpProblem {
  constructor(reason: string) {
    super(503, `The object store does not answer at the moment (${reason}). Try again shortly.`, { "retry-after": 2 });
  }
}

/** An answer that says no. It names what was asked, never with which credentials. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(asked: S3Request, status: number, xml: string) {
    const code = textOf(xml, "Code") ?? "";
    super(`the object store answered ${status} ${code} to ${asked.method} ${asked.key || "the bucket"}`);
    this.status = status;
    this.code = code;
  }
}

const attempts = 4;
const firstPauseMs = 100;
const usualTimeoutMs = 60_000;

/** The answer with its body still to be read; throws unless the status is one of those wanted. */
export async function askS3(place: S3Place, asked: S3Request, wanted: readonly number[] = [200]): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(place, asked);
    if (answer instanceof Response && wanted.includes(answer.status)) return answer;
    const refusal = answer instanceof Response ? await refusalOf(asked, answer) : null;
    if (refusal && refusal.status < 500 && refusal.status !== 429) throw refusal;
    if (attempt === attempts) throw new ObjectStoreAway(refusal ? refusal.message : String(answer));
    // Not all at once: many requests fail together.
    await pause(firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2));
  }
}

/** The answer, or why there is none. */
async function ask(place: S3Place, { method, key = "", query = {}, body }: S3Request): Promise<Response | string> {
  const url = new URL(place.endpoint);
  const path = [place.bucket, ...(key === "" ? [] : key.split("/"))].map(encode).join("/");
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { "x-amz-content-sha256": hash("sha256", body ?? "") },
    service: "s3",
    region: place.region,
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
  });
  const { url: signedUrl, headers } = await signer.sign();
  const controller = new AbortController();
  const { timeout = usualTimeoutMs } = place;
  const outOfTime = setTimeout(() => controller.abort(), timeout);
  try {
    const { signal } = controller;
    return await fetch(signedUrl, { method, headers, signal, redirect: "manual", ...(body && { body }) });
  } catch (error) {
    if (controller.signal.aborted) return `no answer within ${timeout / 1_000} s`;
    return reasonOf(error);
  } finally {
    clearTimeout(outOfTime);
  }
}

async function refusalOf(asked: S3Request, answer: Response): Promise<S3Refusal> {
  return new S3Refusal(asked, answer.status, await answer.text().catch(() => ""));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, cause } = error as NodeJS.ErrnoException;
  if (code !== undefined) return code;
  return cause === undefined ? error.message : reasonOf(cause);
}

const encode = (segment: string): string =>
  encodeURIComponent(segment).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The text of the first element of this name. S3 answers with flat XML, without attributes where it matters. */
export const textOf = (xml: string, name: string): string | null => textsOf(xml, name)[0] ?? null;

export function textsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) => unescaped(text));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return entities[name] ?? whole;
  });
}
