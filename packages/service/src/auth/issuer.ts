// An OpenID Connect issuer: where its doors are, which keys it signs with, and how a code becomes a token.
import { HttpProblem } from "../http/problem.ts";
import { type FetchJson, fetchJson, issuerAway, PublishedKeys } from "./published-keys.ts";
import { Remembered } from "./remembered.ts";

export type Doors = Readonly<{ issuer: string; authorization: string; token: string; keys: string }>;

const staleAfter = 3_600_000;

export class Issuer {
  readonly url: string;
  readonly keys: PublishedKeys;
  readonly #doors: Remembered<Doors>;

  constructor(url: string, now: () => number, fetch: FetchJson = fetchJson) {
    const place = `${url}/.well-known/openid-configuration`;
    this.url = url;
    this.#doors = new Remembered({ fetch: async () => readDoors(await fetch(place), place), now, staleAfter });
    this.keys = new PublishedKeys(async () => (await this.doors()).keys, now, fetch);
  }

  doors(): Promise<Doors> {
    return this.#doors.current();
  }
}

function readDoors(document: unknown, place: string): Doors {
  const found = new Map(typeof document === "object" && document !== null ? Object.entries(document) : []);
  const read = (name: string): string => {
    const value: unknown = found.get(name);
    if (typeof value === "string" && URL.canParse(value)) return value;
    throw issuerAway(place, `${name} is missing`);
  };
  return {
    issuer: read("issuer"),
    authorization: read("authorization_endpoint"),
    token: read("token_endpoint"),
    keys: read("jwks_uri"),
  };
}

export type Exchange = Readonly<{
  clientId: string;
  clientSecret: string | undefined;
  code: string;
  verifier: string;
  redirectUri: string;
}>;

/** The ID token that a code of the issuer stands for. */
export async function exchangeCode(door: string, exchange: Exchange): Promise<string> {
  const { clientId, clientSecret, code, verifier, redirectUri } = exchange;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    client_id: clientId,
  });
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? "")}`).toString(
    "base64",
  );
  const response = await fetch(door, {
    method: "POST",
    body,
    headers: { accept: "application/json", ...(clientSecret !== undefined && { authorization: `Basic ${basic}` }) },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    throw issuerAway(door, error instanceof Error ? error.message : String(error));
  });
  const answer: unknown = await response.json().catch(() => null);
  const fields = new Map(typeof answer === "object" && answer !== null ? Object.entries(answer) : []);
  const token: unknown = fields.get("id_token");
  if (response.ok && typeof token === "string") return token;
  const why: unknown = fields.get("error");
  throw new HttpProblem(
    response.ok ? 503 : 401,
    `The issuer gave no ID token (${typeof why === "string" ? why.slice(0, 60) : response.status}). Log in again; if it stays so, check client and scopes.`,
  );
}
