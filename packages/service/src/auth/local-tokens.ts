// Tokens that this service signs itself (ES256): for agents, for links, for one host.
import { hash, type KeyObject } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { HttpProblem } from "../http/problem.ts";
import type { KeyPair } from "./key-pair.ts";

export type Claims = Readonly<{
  infraEnvId: string | null;
  clusterId: string | null;
  hostId: string | null;
  /** Changes with every new signing key of the infra-env; tokens of other makers have none. */
  generation: string | null;
  /** What the token is for, where its maker says so (reference installer 4.1). */
  scheme: string | null;
  /** The moment in seconds after which it is of no use. */
  expiresAt: number | null;
}>;

type Named = Readonly<{
  infra_env_id?: string;
  cluster_id?: string;
  host_id?: string;
  generation?: string;
  jti?: string;
}>;

export const refusedToken = (reason: string): HttpProblem =>
  new HttpProblem(401, reason, { "www-authenticate": "Bearer" });

export const expiredToken = (): HttpProblem => refusedToken("The token has expired. Get a new one and try again.");

/** Machines show the same token once a minute: a signature that was right stays right. */
const remembered = 20_000;

export class LocalTokens {
  readonly #keys: KeyPair;
  readonly #verified = new Map<string, Claims>();

  constructor(keys: KeyPair) {
    this.#keys = keys;
  }

  get canSign(): boolean {
    return this.#keys.privateKey !== null;
  }

  async sign(claims: Named): Promise<string> {
    const { privateKey } = this.#keys;
    if (privateKey === null) throw new Error("tokens are signed elsewhere: this service has no private key");
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", typ: "JWT" }).sign(privateKey);
  }

  async verify(token: string, nowSeconds: number): Promise<Claims> {
    const known = this.#verified.get(token);
    const claims = known ?? (await check(token, this.#keys.publicKey));
    if (claims.expiresAt !== null && claims.expiresAt <= nowSeconds) {
      this.#verified.delete(token);
      throw expiredToken();
    }
    if (!known) {
      if (this.#verified.size >= remembered) this.#verified.clear();
      this.#verified.set(token, claims);
    }
    return claims;
  }
}

async function check(token: string, publicKey: KeyObject): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ["ES256"], clockTolerance: 5 });
    return {
      infraEnvId: text(payload.infra_env_id),
      clusterId: text(payload.cluster_id),
      hostId: text(payload.host_id),
      generation: text(payload.generation),
      scheme: text(payload.auth_scheme),
      expiresAt: payload.exp ?? null,
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredToken();
    throw refusedToken("The token was not made by this service, or for it. Get one from it and try again.");
  }
}

const text = (claim: unknown): string | null => (typeof claim === "string" && claim !== "" ? claim : null);

/** Tells one signing key of an infra-env from the next, and tells nothing about it. */
export const generationOf = (signingKey: string): string =>
  hash("sha256", `muster generation ${signingKey}`).slice(0, 16);
