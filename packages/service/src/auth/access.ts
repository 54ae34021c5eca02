// Who may come in and how, put together from the settings.
import { join } from "node:path";
import type { Logger } from "pino";
import type { Aggregates } from "../aggregates/aggregates.ts";
import { databaseFrom, type Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import type { Db } from "../store/database.ts";
import { Audit } from "./audit.ts";
import { BrowserLogin } from "./browser-login.ts";
import { factsFrom, infraEnvsOf } from "./facts.ts";
import { Guard } from "./guard.ts";
import { Issuer } from "./issuer.ts";
import { KeptSecrets } from "./kept-secrets.ts";
import { derivedKey, type KeyPair, keptKeyPair, readKeyPair } from "./key-pair.ts";
import { LinkTokens } from "./link-tokens.ts";
import { LocalTokens } from "./local-tokens.ts";
import { type KeyFinder, keysFromText, PublishedKeys } from "./published-keys.ts";
import { Sessions } from "./session.ts";
import { ShutOut } from "./shut-out.ts";
import { oidcExpected, personVerifier, type Verifier, verifiersFor } from "./verifiers.ts";

export type Access = Readonly<{
  type: Settings["AUTH_TYPE"];
  links: LinkTokens;
  /** null with AUTH_TYPE=none: nobody is asked anything. */
  guarded: Guarded | null;
}>;

export type Guarded = Readonly<{
  guard: Guard;
  audit: Audit;
  shutOut: ShutOut;
  /** Where people log in at an issuer. */
  login: BrowserLogin | null;
  /** Writes what is only in memory. */
  close(): Promise<void>;
}>;

type Sources = Readonly<{
  settings: Settings;
  db: Db;
  aggregates: Aggregates;
  log: Logger;
  now: () => number;
  scopeChecked: (allowed: boolean) => void;
}>;

export async function createAccess(sources: Sources): Promise<Access> {
  const { settings, db, aggregates, log, now } = sources;
  const { AUTH_TYPE: type } = settings;
  const secrets = new KeptSecrets(db, aggregates);
  const links = (tokens: LocalTokens | null) =>
    new LinkTokens({ type, tokens, secrets, expirationMs: settings.IMAGE_EXPIRATION_TIME, now });
  if (type === "none") return { type, links: links(null), guarded: null };

  const keys = await keyPair(settings, log);
  const tokens = new LocalTokens(keys);
  const shutOut = new ShutOut(db);
  await shutOut.start();
  const people = peopleFrom(settings, keys, now);
  const tools = { settings, tokens, secrets, now, infraEnvsOf: (id: string) => infraEnvsOf(aggregates, id) };
  const guard = new Guard({
    authType: type,
    verifiers: verifiersFor(type, { tools, person: people.verify }),
    facts: factsFrom({ db, aggregates, isRevoked: shutOut.has }),
    session: people.sessions?.caller ?? null,
    scopeChecked: sources.scopeChecked,
  });
  const audit = new Audit(db, log, settings.MUSTER_AUDIT_KEEP);
  const close = async () => {
    shutOut.stop();
    await audit.flush();
  };
  return { type, links: links(tokens), guarded: { guard, audit, shutOut, login: people.login, close } };
}

async function keyPair(settings: Settings, log: Logger): Promise<KeyPair> {
  const given = readKeyPair(settings);
  if (given === null) {
    const path = join(settings.MUSTER_DATA_DIR, "keys", "token.pem");
    if (databaseFrom(settings).kind === "embedded")
      log.info({ path }, "tokens are signed with the key in the data directory");
    else {
      log.warn(
        { path },
        "tokens are signed with the key in the data directory, and no other replica takes them: give all of them the same EC_PRIVATE_KEY_PEM",
      );
    }
    return keptKeyPair(path);
  }
  const mustSign = settings.AUTH_TYPE !== "agent-installer-local";
  if (mustSign && given.privateKey === null) {
    throw new StartError(
      `EC_PUBLIC_KEY_PEM is set and EC_PRIVATE_KEY_PEM is not, but with AUTH_TYPE=${settings.AUTH_TYPE} this service signs tokens`,
      "give the private key too, or neither: then the first start makes a pair",
    );
  }
  return given;
}

type People = Readonly<{ verify: Verifier | null; sessions: Sessions | null; login: BrowserLogin | null }>;

function peopleFrom(settings: Settings, keys: KeyPair, now: () => number): People {
  if (settings.AUTH_TYPE === "rhsso") {
    const verify = personVerifier(publishedKeys(settings, now), async () => ({ algorithms: ["RS256"] }), settings);
    return { verify, sessions: null, login: null };
  }
  const { MUSTER_OIDC_ISSUER: url, MUSTER_OIDC_CLIENT_ID: clientId } = settings;
  if (settings.AUTH_TYPE !== "oidc" || url === undefined || clientId === undefined || keys.privateKey === null) {
    return { verify: null, sessions: null, login: null };
  }
  const issuer = new Issuer(url, now);
  const audience = [...(settings.MUSTER_OIDC_AUDIENCE ?? [clientId])];
  const sessions = new Sessions(derivedKey(keys.privateKey, "session"), settings, settings.MUSTER_SESSION_TIME);
  const login = new BrowserLogin({
    issuer,
    sessions,
    rules: settings,
    clientId,
    clientSecret: settings.MUSTER_OIDC_CLIENT_SECRET,
    scopes: settings.MUSTER_OIDC_SCOPES,
    publicUrl: settings.MUSTER_OIDC_REDIRECT_URL,
  });
  return { verify: personVerifier(issuer.keys, oidcExpected(issuer, audience), settings), sessions, login };
}

function publishedKeys({ JWKS_CERT: text, JWKS_URL: url }: Settings, now: () => number): Readonly<{ find: KeyFinder }> {
  if (text === undefined) return new PublishedKeys(async () => url, now);
  try {
    return { find: keysFromText(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `JWKS_CERT cannot be read (${why})`,
      "give a key set in JSON, or one certificate or public key in PEM, or JWKS_URL instead",
    );
  }
}
