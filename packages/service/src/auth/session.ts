// A browser's session: who logged in, sealed in a cookie that only this service can read. Nothing is kept here.

import type { FastifyRequest } from "fastify";
import { EncryptJWT, jwtDecrypt } from "jose";
import { HttpProblem } from "../http/problem.ts";
import type { Caller } from "./caller.ts";
import { personFrom, type RoleRules } from "./people.ts";

export const sessionCookie = "muster_session";
export const loginCookie = "muster_login";

type Sealed = Readonly<Record<string, unknown>>;

export class Sessions {
  readonly #key: Uint8Array;
  readonly #rules: RoleRules;
  readonly secondsLong: number;

  constructor(key: Uint8Array, rules: RoleRules, timeMs: number) {
    this.#key = key;
    this.#rules = rules;
    this.secondsLong = Math.floor(timeMs / 1_000);
  }

  seal(purpose: string, content: Sealed, seconds: number): Promise<string> {
    return new EncryptJWT({ ...content })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setAudience(purpose)
      .setExpirationTime(`${seconds}s`)
      .encrypt(this.#key);
  }

  /** null: made by somebody else, for something else, or too long ago. */
  async open(purpose: string, sealed: string | undefined): Promise<Sealed | null> {
    if (sealed === undefined) return null;
    try {
      return (await jwtDecrypt(sealed, this.#key, { audience: purpose })).payload;
    } catch {
      return null;
    }
  }

  /** Roles are read anew each time: a change of settings counts at once. */
  readonly caller = async (request: FastifyRequest): Promise<Caller | null> => {
    const content = await this.open(sessionCookie, cookieOf(request, sessionCookie));
    const claims = content?.claims;
    if (typeof claims !== "object" || claims === null) return null;
    refuseOtherSites(request);
    return personFrom({ ...claims }, this.#rules);
  };
}

/** A page of another site may make a browser send its cookie along; it cannot hide where it is from. */
function refuseOtherSites({ method, headers }: FastifyRequest): void {
  if (method === "GET" || method === "HEAD") return;
  const site = headers["sec-fetch-site"];
  const { origin, host } = headers;
  const isForeign =
    site === undefined
      ? origin !== undefined && URL.parse(origin)?.host !== host
      : site !== "same-origin" && site !== "none";
  if (isForeign)
    throw new HttpProblem(403, "A page of another site sent this request with your session; it was refused.");
}

export function cookieOf({ headers }: Pick<FastifyRequest, "headers">, name: string): string | undefined {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

type CookieOptions = Readonly<{ seconds: number; path: string; secure: boolean }>;

export const cookie = (name: string, value: string, { seconds, path, secure }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
