// Which service a command line talks to, and as whom.

import type { Flag, Io } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { type Context, type Contexts, contextNamed, contextsPath, readContexts } from "./contexts.ts";

export const defaultServer = "http://localhost:8090";

export const serviceFlags: readonly Flag[] = [
  {
    name: "server",
    value: "URL",
    says: "The service (also: MUSTER_SERVER; http://localhost:8090 where nothing is set)",
  },
  {
    name: "context",
    value: "NAME",
    says: "The service by the name of its context (also: MUSTER_CONTEXT)",
    completes: async ({ env }) => Object.keys((await readContexts(env)).contexts),
  },
];

export type Chosen = Context &
  Readonly<{
    /** What decided, for messages: `--server`, `MUSTER_SERVER`, `context lab`, `the default`. */
    because: string;
    /** The context that is kept for this service, if there is one. */
    name?: string;
  }>;

type Asked = Readonly<{ value(flag: string): string | undefined }>;

/** `--server`, `--context`, MUSTER_SERVER, MUSTER_CONTEXT, the current context, the default: the first of them that is there. */
export async function chooseService(asked: Asked, env: Io["env"]): Promise<Chosen> {
  const known = await readContexts(env);
  const chosen = choose(asked, env, known);
  const access = env.MUSTER_TOKEN || undefined;
  return { ...chosen, ...(access && { token: { access } }) };
}

function choose(asked: Asked, env: Io["env"], known: Contexts): Chosen {
  const server = asked.value("server");
  const context = asked.value("context");
  if (server !== undefined && context !== undefined) {
    throw usageFailure("--server and --context both name a service.", "Give one of them.");
  }
  if (server !== undefined) return withKnown(server, "--server", known);
  if (context !== undefined) return named(context, known, env);
  if (env.MUSTER_SERVER) return withKnown(env.MUSTER_SERVER, "MUSTER_SERVER", known);
  if (env.MUSTER_CONTEXT) return named(env.MUSTER_CONTEXT, known, env);
  if (known.current !== undefined) return named(known.current, known, env);
  return withKnown(defaultServer, "the default", known);
}

/** A token is only ever sent to the service it was saved for. Of several contexts for it the current one counts. */
function withKnown(asked: string, because: string, { contexts, current }: Contexts): Chosen {
  const server = checkServer(asked, because);
  const same = Object.entries(contexts).filter(([, context]) => sameServer(context.server, server));
  const [name, context] = same.find(([each]) => each === current) ?? same[0] ?? [];
  return { ...context, server, because, ...(name !== undefined && { name }) };
}

function named(name: string, known: Contexts, env: Io["env"]): Chosen {
  const context = contextNamed(known, name);
  if (context === undefined) throw unknownContext(name, Object.keys(known.contexts), env);
  return { ...context, server: checkServer(context.server, `context ${name}`), because: `context ${name}`, name };
}

export function unknownContext(name: string, names: readonly string[], env: Io["env"]): Failure {
  const remedy =
    names.length === 0
      ? "Make one with `muster context set NAME --server URL`."
      : `Choose one of: ${names.join(", ")}; or make it with \`muster context set ${name} --server URL\`.`;
  return new Failure(`there is no context "${name}" in ${contextsPath(env)}.`, remedy);
}

/** An address that requests can be sent to, without a slash at its end. */
export function checkServer(text: string, because: string): string {
  const url = urlOf(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.hostname === "") {
    throw usageFailure(
      `"${text}" from ${because} is no address of a service.`,
      "Write it as in http://muster.example.com:8090.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw usageFailure(
      `the address from ${because} holds more than a host, a port and a path.`,
      "Write it as in https://muster.example.com:8090; a token goes into a file (`muster context set --token-file`).",
    );
  }
  return plain(url.href);
}

/** Both as people write them. */
export const sameServer = (one: string, other: string): boolean =>
  plain(urlOf(one)?.href ?? one) === plain(urlOf(other)?.href ?? other);

const urlOf = (text: string): URL | null => URL.parse(text.includes("://") ? text : `http://${text}`);
const plain = (server: string): string => server.replace(/\/+$/, "");
