// How a browser logs in: to the issuer with a question that only this browser can ask (PKCE, state, nonce), and back.
import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { JWTPayload } from "jose";
import { badRequest, HttpProblem } from "../http/problem.ts";
import { exchangeCode, type Issuer } from "./issuer.ts";
import { personFrom, type RoleRules, verifiedClaims } from "./people.ts";
import { cookie, cookieOf, loginCookie, type Sessions, sessionCookie } from "./session.ts";
import { oidcExpected } from "./verifiers.ts";

export const loginPath = "/api/muster/v1/access/login";
const callbackPath = "/api/muster/v1/access/callback";
const accessPath = "/api/muster/v1/access";
/** How long somebody may take to type their password. */
const patienceSeconds = 900;

type Options = Readonly<{
  issuer: Issuer;
  sessions: Sessions;
  rules: RoleRules;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  /** Where browsers reach the service; undefined: the address that they used. */
  publicUrl: string | undefined;
}>;

export type Redirect = Readonly<{ location: string; cookies: readonly string[] }>;

export type Returned = Readonly<{
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}>;

const random = (): string => randomBytes(32).toString("base64url");

export class BrowserLogin {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async begin(request: FastifyRequest, returnTo: string | undefined): Promise<Redirect> {
    const { issuer, sessions, clientId, scopes } = this.#options;
    const [state, nonce, verifier] = [random(), random(), random()];
    const url = new URL((await issuer.doors()).authorization);
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: clientId,
      redirect_uri: this.#callback(request),
      scope: scopes,
      state,
      nonce,
      code_challenge: hash("sha256", verifier, "base64url"),
      code_challenge_method: "S256",
    })) {
      url.searchParams.set(name, value);
    }
    const asked = { state, nonce, verifier, returnTo: localPath(returnTo) };
    const sealed = await sessions.seal(loginCookie, asked, patienceSeconds);
    const options = { seconds: patienceSeconds, path: accessPath, secure: this.#isSecure(request) };
    return { location: url.href, cookies: [cookie(loginCookie, sealed, options)] };
  }

  async finish(request: FastifyRequest, { code, state, error }: Returned): Promise<Redirect> {
    const { issuer, sessions, clientId, clientSecret, rules } = this.#options;
    const asked = await sessions.open(loginCookie, cookieOf(request, loginCookie));
    if (error !== undefined)
      throw badRequest(`The issuer let nobody in (${error.slice(0, 60)}). Log in again at ${loginPath}.`);
    if (asked === null || code === undefined || state === undefined || !isSame(asked.state, state)) {
      throw badRequest(`This browser did not begin this login, or took too long. Begin again at ${loginPath}.`);
    }
    const idToken = await exchangeCode((await issuer.doors()).token, {
      clientId,
      clientSecret,
      code,
      verifier: String(asked.verifier),
      redirectUri: this.#callback(request),
    });
    const claims = await verifiedClaims(idToken, issuer.keys.find, await oidcExpected(issuer, [clientId])());
    if (!isSame(asked.nonce, claims.nonce)) {
      throw new HttpProblem(401, `The token answers another login. Begin again at ${loginPath}.`);
    }
    // Refused now, where a person sees why, and not with every request that follows.
    personFrom(claims, rules);
    const sealed = await sessions.seal(sessionCookie, { claims: needed(claims, rules) }, sessions.secondsLong);
    const secure = this.#isSecure(request);
    return {
      location: localPath(asked.returnTo),
      cookies: [
        cookie(sessionCookie, sealed, { seconds: sessions.secondsLong, path: "/", secure }),
        cookie(loginCookie, "", { seconds: 0, path: accessPath, secure }),
      ],
    };
  }

  logout(request: FastifyRequest): readonly string[] {
    return [cookie(sessionCookie, "", { seconds: 0, path: "/", secure: this.#isSecure(request) })];
  }

  #callback({ protocol, host }: FastifyRequest): string {
    return `${this.#options.publicUrl ?? `${protocol}://${host}`}${callbackPath}`;
  }

  #isSecure({ protocol }: FastifyRequest): boolean {
    return protocol === "https" || (this.#options.publicUrl?.startsWith("https://") ?? false);
  }
}

/** Browsers drop large cookies: only what says who somebody is goes into the session. */
function needed(claims: JWTPayload, { MUSTER_ROLES_CLAIM: rolesClaim }: RoleRules): JWTPayload {
  const names = [
    "sub",
    "username",
    "preferred_username",
    "email",
    "org_id",
    "organization",
    rolesClaim.split(".")[0] ?? "",
  ];
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name) || name === rolesClaim));
}

/** Only within this service: a link must not lead from its login to somebody else's page. */
function localPath(text: unknown): string {
  if (typeof text !== "string" || !text.startsWith("/") || /^\/[/\\]/.test(text) || /[\p{Cc}]/u.test(text)) return "/";
  return text;
}

function isSame(expected: unknown, given: unknown): boolean {
  const [a, b] = [Buffer.from(String(expected)), Buffer.from(String(given))];
  return typeof expected === "string" && typeof given === "string" && a.length === b.length && timingSafeEqual(a, b);
}
