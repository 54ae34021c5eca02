// The services a person works with, by name: `$XDG_CONFIG_HOME/muster/contexts.json`, readable by its owner only.
//
//   { "current": "lab", "contexts": { "lab": { "server": "https://lab:8090", "token": { "access": "…" } } } }
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Io } from "../command.ts";
import { Failure } from "../failure.ts";
import { fileFailure } from "../files.ts";

/** What proves who is calling. Only `access` travels to the service; the others renew it. Never printed. */
export type Token = Readonly<{
  access: string;
  refresh?: string;
  /** ISO time after which `access` is of no use. */
  expires_at?: string;
  /** Who gave it, and to which client, where it came from a login. */
  issuer?: string;
  client_id?: string;
}>;

export type Context = Readonly<{
  server: string;
  token?: Token;
  /** A PEM file with certificates that are trusted besides those of the system. */
  ca_file?: string;
}>;

export type Contexts = Readonly<{
  current?: string;
  contexts: Readonly<Record<string, Context>>;
}>;

type Environment = Io["env"];

export function contextsPath(env: Environment): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  return join(base, "muster", "contexts.json");
}

/** No file is no contexts. */
export async function readContexts(env: Environment): Promise<Contexts> {
  const path = contextsPath(env);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing) return undefined;
    throw fileFailure(error, path, "read");
  });
  if (text === undefined) return { contexts: {} };
  const found = contextsIn(text);
  if (found === undefined) {
    throw new Failure(`${path} does not hold contexts.`, "Correct it, or delete it and set your contexts again.");
  }
  return found;
}

/** Written beside and moved into place: readers see the old file or the new one, and only the owner sees either. */
export async function writeContexts(env: Environment, contexts: Contexts): Promise<void> {
  const path = contextsPath(env);
  const fresh = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(fresh, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
    await chmod(fresh, 0o600);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw fileFailure(error, path, "written");
  }
}

/** A name such as `constructor` is one that nobody saved, too. */
export function contextNamed({ contexts }: Contexts, name: string): Context | undefined {
  return Object.hasOwn(contexts, name) ? contexts[name] : undefined;
}

/** Changes one context, or adds it; the first one becomes the current one. */
export async function saveContext(env: Environment, name: string, context: Context): Promise<void> {
  const known = await readContexts(env);
  await writeContexts(env, {
    current: known.current ?? name,
    contexts: { ...known.contexts, [name]: context },
  });
}

function contextsIn(text: string): Contexts | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !isRecord(value.contexts)) return undefined;
  const contexts: Record<string, Context> = {};
  for (const [name, context] of Object.entries(value.contexts)) {
    if (!isContext(context)) return undefined;
    contexts[name] = context;
  }
  const { current } = value;
  return typeof current === "string" && Object.hasOwn(contexts, current) ? { current, contexts } : { contexts };
}

function isContext(value: unknown): value is Context {
  return (
    isRecord(value) &&
    typeof value.server === "string" &&
    (value.ca_file === undefined || typeof value.ca_file === "string") &&
    (value.token === undefined ||
      (isRecord(value.token) && Object.values(value.token).every(isText) && isText(value.token.access)))
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
