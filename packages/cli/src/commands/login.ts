import { createClient } from "@muster/contract";
import type { Command, Invocation, Io } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { readTextFile } from "../files.ts";
import { expiryOf, loginWithBrowser, loginWithDevice } from "../login/issuer.ts";
import { type Chosen, chooseService, sameServer, serviceFlags } from "../service/choose.ts";
import {
  type Context,
  changeContexts,
  contextNamed,
  readContexts,
  saveContext,
  type Token,
} from "../service/contexts.ts";
import { trustAuthority } from "../service/service-command.ts";
import { serviceFailure } from "../service/service-failure.ts";

export const login: Command = {
  flags: [
    { name: "device", says: "Log in with a browser on another machine: a code is shown here" },
    {
      name: "token-file",
      value: "FILE",
      says: "Keep the token in this file instead of logging in; - reads the standard input",
      completes: "files",
    },
    ...serviceFlags,
  ],
  details: () =>
    "The token is kept with the context of the service, readable by you only, and renewed while the issuer allows.\nmuster logout forgets it. A service without logins (AUTH_TYPE) is told apart and needs none.",
  async run(invocation, io) {
    const chosen = await chooseService(invocation, io.env);
    await trustAuthority(chosen);
    const token = await tokenFor(chosen, invocation, io);
    if (token === null) {
      io.out(`${chosen.server} asks nobody who they are (AUTH_TYPE=none): there is nothing to log in to.\n`);
      return exitCode.ok;
    }
    const me = await whoIs(chosen, token);
    const name = await contextName(chosen, io);
    const { server, ca_file } = chosen;
    const context: Context = { server, token, ...(ca_file !== undefined && { ca_file }) };
    await saveContext(io.env, name, context);
    const until = token.expires_at === undefined ? "" : `, until ${token.expires_at}`;
    io.out(
      `You are ${me.user_name} (${me.role}) at ${server}${token.refresh === undefined ? until : ""}. Context: ${name}\n`,
    );
    return exitCode.ok;
  },
};

async function tokenFor(chosen: Chosen, invocation: Invocation, io: Io): Promise<Token | null> {
  const file = invocation.value("token-file");
  if (file !== undefined) {
    const access = (file === "-" ? await io.input() : await readTextFile(file)).trim();
    const expiresAt = expiryOf(access);
    return { access, ...(expiresAt !== null && { expires_at: expiresAt }) };
  }
  const info = await createClient({ baseUrl: chosen.server })
    .call("musterGetAccess")
    .catch((error: unknown) => {
      throw serviceFailure(error, chosen);
    });
  if (info.auth_type === "none") return null;
  const { issuer, client_id: clientId, scopes = "openid" } = info;
  if (issuer === undefined || clientId === undefined) {
    throw new Failure(
      `people do not log in at ${chosen.server}: its AUTH_TYPE is ${info.auth_type}.`,
      "Get a token from whoever runs it, and give it with --token-file.",
    );
  }
  const client = { issuer, clientId, scopes };
  const logIn = invocation.has("device") ? loginWithDevice : loginWithBrowser;
  return logIn(client, (text) => io.err(text), io.interruption());
}

async function whoIs(chosen: Chosen, token: Token) {
  const headers = { authorization: `Bearer ${token.access}` };
  const client = createClient({ baseUrl: chosen.server, headers });
  return client.call("musterGetMe").catch((error: unknown) => {
    throw serviceFailure(error, chosen);
  });
}

/** The context of this service, or a new one by the name of its host, with as much of the address as no other has. */
async function contextName({ server, name }: Chosen, io: Io): Promise<string> {
  if (name !== undefined) return name;
  const known = await readContexts(io.env);
  const { hostname, host } = new URL(server);
  return [hostname, host].find((free) => contextNamed(known, free) === undefined) ?? server;
}

export const logout: Command = {
  flags: serviceFlags,
  details: () => "The token is forgotten here. The issuer may still take it until it ends.",
  async run(invocation, io) {
    const { server } = await chooseService(invocation, io.env);
    let had = false;
    await changeContexts(io.env, (known) => {
      const entries = Object.entries(known.contexts).map(([name, context]): [string, Context] => {
        if (context.token === undefined || !sameServer(context.server, server)) return [name, context];
        const { token: _, ...rest } = context;
        had = true;
        return [name, rest];
      });
      return { ...known, contexts: Object.fromEntries(entries) };
    });
    io.out(had ? `You are logged out of ${server}.\n` : `You were not logged in at ${server}.\n`);
    return exitCode.ok;
  },
};
