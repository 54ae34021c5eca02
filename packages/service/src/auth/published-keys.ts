// The keys that an issuer of tokens publishes (JWKS). Fetched when first needed and when an unknown one is named, never more
// often than each half minute; while the issuer is away those that are known go on working.
import { createPublicKey } from "node:crypto";
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
} from "jose";
import { HttpProblem } from "../http/problem.ts";
import { Remembered } from "./remembered.ts";

export type FetchJson = (url: string) => Promise<unknown>;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** For `jwtVerify`. */
export type KeyFinder = JWTVerifyGetKey;

const staleAfter = 600_000;
const timeoutMs = 5_000;

/** A document of the issuer, or a 503 that says what is wrong with it. */
export const fetchJson: FetchJson = async (url) => {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return await response.json();
  } catch (error) {
    throw issuerAway(url, reasonOf(error));
  }
};

export const issuerAway = (url: string, reason: string): HttpProblem =>
  new HttpProblem(503, `Tokens cannot be checked now: ${url} is not readable (${reason}). Try again shortly.`, {
    "retry-after": 5,
  });

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1_000} s`;
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : error.message;
}

export class PublishedKeys {
  readonly #keys: Remembered<KeySet>;

  constructor(urlOf: () => Promise<string>, now: () => number, fetch: FetchJson = fetchJson) {
    const fetchKeys = async () => {
      const url = await urlOf();
      return keySet(await fetch(url), url);
    };
    this.#keys = new Remembered({ fetch: fetchKeys, now, staleAfter });
  }

  /** For `jwtVerify`: the key that a token names. */
  readonly find = async (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    const known = await this.#keys.current();
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await this.#keys.renewed();
      if (newer === null || newer === known) throw error;
      return newer(header, token);
    }
  };
}

function keySet(document: unknown, url: string): KeySet {
  if (isKeySet(document)) return createLocalJWKSet(document);
  throw issuerAway(url, "it holds no key set");
}

const isKeySet = (value: unknown): value is JSONWebKeySet =>
  typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);

/** Keys that were given as text: a key set, or one certificate or public key in PEM. */
export function keysFromText(text: string): KeyFinder {
  if (!text.includes("-----BEGIN")) {
    const document: unknown = JSON.parse(text);
    if (isKeySet(document)) return createLocalJWKSet(document);
    throw new Error("it holds no key set");
  }
  const pem = text.replaceAll("\\n", "\n");
  if (pem.split("-----BEGIN").length > 2) throw new Error("it holds several keys in PEM, which have no names");
  const key = createPublicKey(pem);
  // Tokens name their key, PEM does not: the one that is there must fit.
  return async () => key;
}
