// The services a person works with, by name: `$XDG_CONFIG_HOME/muster/contexts.json`, readable by its owner only.
//
//   { "current": "lab", "contexts": { "lab": { "server": "https://lab:8090", "token": { "access": "…" } } } }
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Io } from "../command.ts";
import { Failure } from "../failure.ts";
import { fileFailure } from "../files.ts";
import { parsedJson } from "../parsed-json.ts";

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

/** One command at a time: what is read here nobody changes before it is written. Hands back what is there then. */
export async function changeContexts(
  env: Environment,
  change: (known: Contexts) => Contexts | Promise<Contexts>,
): Promise<Contexts> {
  const path = contextsPath(env);
  const lock = `${path}.lock`;
  await take(lock).catch((error: unknown) => {
    throw fileFailure(error, path, "written");
  });
  try {
    const known = await readContexts(env);
    const changed = await change(known);
    if (changed !== known) await write(path, changed);
    return changed;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Longer than an issuer is waited for. */
const longestHeldMs = 60_000;

async function take(lock: string): Promise<void> {
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      return await writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
    else await pause(20);
  }
}

/** Whoever took it was killed, here or on another machine. */
async function isLeftBehind(lock: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > longestHeldMs) return true;
    process.kill(Number(await readFile(lock, "utf8")), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Written beside and moved into place: readers see the old file or the new one, and only the owner sees either. */
async function write(path: string, contexts: Contexts): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  try {
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
  await changeContexts(env, ({ current = name, contexts }) => ({
    current,
    contexts: { ...contexts, [name]: context },
  }));
}

function contextsIn(text: string): Contexts | undefined {
  const value = parsedJson(text);
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
