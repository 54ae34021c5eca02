// What the command line says to an OpenID Connect issuer: log a person in with a browser here, with a browser elsewhere, and
// renew what they got.
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../failure.ts";
import type { Token } from "../service/contexts.ts";

export type Client = Readonly<{ issuer: string; clientId: string; scopes: string }>;

type Tell = (text: string) => void;
type Fields = ReadonlyMap<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);

async function ask(url: string, form?: Readonly<Record<string, string>>): Promise<{ ok: boolean; fields: Fields }> {
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) }).catch((error: unknown) => {
    throw new Failure(`the issuer does not answer at ${url}.`, "Check the network and try again.", undefined, error);
  });
  return { ok: response.ok, fields: fieldsOf(await response.json().catch(() => null)) };
}

/** An address out of the issuer's own description of itself. */
async function door({ issuer }: Client, name: string): Promise<string> {
  const { fields } = await ask(`${issuer}/.well-known/openid-configuration`);
  const found = fields.get(name);
  if (typeof found === "string") return found;
  throw new Failure(
    `the issuer ${issuer} offers no ${name}.`,
    "Log in the other way (with or without --device), or give --token-file.",
  );
}

const random = () => randomBytes(32).toString("base64url");

/** With a browser on this machine: the issuer sends it back to a port that is open here for the moment. */
export async function loginWithBrowser(client: Client, tell: Tell, signal: AbortSignal): Promise<Token> {
  const [state, verifier] = [random(), random()];
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const redirectUri = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/callback`;
  try {
    const url = new URL(await door(client, "authorization_endpoint"));
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: withRefresh(client.scopes),
      state,
      code_challenge: hash("sha256", verifier, "base64url"),
      code_challenge_method: "S256",
    })) {
      url.searchParams.set(name, value);
    }
    tell(`Open this address in a browser on this machine to log in:\n\n  ${url.href}\n\n`);
    const code = await codeAt(server, state, signal);
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
    return await exchange(client, form);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function codeAt(server: ReturnType<typeof createServer>, state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () =>
      reject(new Failure("the login was interrupted.", "Run `muster login` again.")),
    );
    server.on("request", (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      const code = searchParams.get("code");
      if (pathname !== "/callback" || searchParams.get("state") !== state) {
        response.writeHead(404).end();
        return;
      }
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.end(
        code ? "You are logged in. You can close this page.\n" : "Nobody was logged in. See the terminal.\n",
      );
      if (code) resolve(code);
      else reject(refused(searchParams.get("error")));
    });
  });
}

/** With a browser on any machine: a short code leads from there to here. */
export async function loginWithDevice(client: Client, tell: Tell, signal: AbortSignal): Promise<Token> {
  const at = await door(client, "device_authorization_endpoint");
  const { ok, fields } = await ask(at, { client_id: client.clientId, scope: withRefresh(client.scopes) });
  const text = (name: string) => String(fields.get(name) ?? "");
  if (!ok || text("device_code") === "") throw refused(text("error"));
  tell(`Open ${text("verification_uri")} in any browser, and enter the code ${text("user_code")}\n`);
  let seconds = Number(fields.get("interval") ?? 5);
  const until = Date.now() + Number(fields.get("expires_in") ?? 600) * 1_000;
  const form = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: text("device_code") };
  while (Date.now() < until) {
    await pause(seconds * 1_000, undefined, { signal });
    const answer = await ask(await door(client, "token_endpoint"), { ...form, client_id: client.clientId });
    if (answer.ok) return tokenFrom(client, answer.fields);
    const why = answer.fields.get("error");
    if (why === "slow_down") seconds += 5;
    else if (why !== "authorization_pending") throw refused(why);
  }
  throw new Failure("nobody entered the code in time.", "Run `muster login --device` again.");
}

/** A fresh token for one that ends, or null where the issuer wants the person again. */
export async function renew(token: Token, scopes: string): Promise<Token | null> {
  if (token.refresh === undefined || token.issuer === undefined || token.client_id === undefined) return null;
  const client = { issuer: token.issuer, clientId: token.client_id, scopes };
  const form = { grant_type: "refresh_token", refresh_token: token.refresh, client_id: client.clientId };
  const { ok, fields } = await ask(await door(client, "token_endpoint"), form);
  return ok ? tokenFrom(client, fields, token.refresh) : null;
}

const withRefresh = (scopes: string): string =>
  scopes.split(" ").includes("offline_access") ? scopes : `${scopes} offline_access`;

async function exchange(client: Client, form: Readonly<Record<string, string>>): Promise<Token> {
  const { ok, fields } = await ask(await door(client, "token_endpoint"), { ...form, client_id: client.clientId });
  if (!ok) throw refused(fields.get("error"));
  return tokenFrom(client, fields);
}

/** The ID token is what the service reads; what issuers call an access token is often for themselves alone. */
function tokenFrom({ issuer, clientId }: Client, fields: Fields, kept?: string): Token {
  const [access, refresh] = [fields.get("id_token"), fields.get("refresh_token") ?? kept];
  if (typeof access !== "string") {
    throw new Failure(
      "the issuer gave no ID token.",
      "Ask for the scope openid: MUSTER_OIDC_SCOPES of the service sets it.",
    );
  }
  const expiresAt = expiryOf(access);
  return {
    access,
    issuer,
    client_id: clientId,
    ...(typeof refresh === "string" && { refresh }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  };
}

export function expiryOf(token: string): string | null {
  try {
    const exp: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).exp;
    return typeof exp === "number" ? new Date(exp * 1_000).toISOString() : null;
  } catch {
    return null;
  }
}

const refused = (why: unknown): Failure =>
  new Failure(
    `the issuer let nobody in${typeof why === "string" && why !== "" ? ` (${why.slice(0, 60)})` : ""}.`,
    "Run `muster login` again, or ask whoever looks after the issuer.",
  );
