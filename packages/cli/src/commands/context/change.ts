import { resolve } from "node:path";
import type { Argument, Command } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { readTextInput, statInput } from "../../files.ts";
import { checkServer, unknownContext } from "../../service/choose.ts";
import { type Context, changeContexts, contextNamed, readContexts, saveContext } from "../../service/contexts.ts";

const nameArgument: Argument = {
  name: "NAME",
  says: "The name of the context",
  completes: async ({ env }) => Object.keys((await readContexts(env)).contexts),
};

export const contextSet: Command = {
  arguments: [{ ...nameArgument, says: "The name of the context, new or known" }],
  flags: [
    { name: "server", value: "URL", says: "Where the service is" },
    {
      name: "token-file",
      value: "FILE",
      says: "A file with a bearer token; - reads standard input",
      completes: "files",
    },
    { name: "no-token", says: "Forget the token" },
    { name: "ca-file", value: "FILE", says: "A PEM file with certificates to trust, too", completes: "files" },
  ],
  details: () =>
    "Fields that are not given stay as they are. A token stays with the server it was given for: a new server forgets it.\nThe first context becomes the current one.",
  async run(invocation, io) {
    const [name = ""] = invocation.args;
    if (!/^[\w.@:/-]+$/.test(name))
      throw usageFailure(`"${name}" is no name for a context.`, "Use letters, digits and -_.@:/.");
    const known = contextNamed(await readContexts(io.env), name);
    const asked = invocation.value("server");
    const server = asked === undefined ? known?.server : checkServer(asked, "--server");
    if (server === undefined)
      throw usageFailure(`context ${name} has no server yet.`, "Say where the service is: --server URL.");
    const tokenFile = invocation.value("token-file");
    const caFile = invocation.value("ca-file");
    if (caFile !== undefined) await statInput(caFile);
    const kept: Partial<Context> = known?.server === server ? known : {};
    const { token, ...rest } = kept;
    const access = tokenFile === undefined ? undefined : (await readTextInput(tokenFile, io)).trim();
    if (access === "") throw usageFailure("the token is empty.", "Check the file, or leave --token-file out.");
    const nextToken = access !== undefined ? { access } : invocation.has("no-token") ? undefined : token;
    await saveContext(io.env, name, {
      ...rest,
      server,
      ...(nextToken && { token: nextToken }),
      ...(caFile !== undefined && { ca_file: resolve(caFile) }),
    });
    io.out(`context ${name} is ${server}\n`);
    return exitCode.ok;
  },
};

export const contextUse: Command = {
  arguments: [nameArgument],
  async run({ args: [name = ""] }, io) {
    const { contexts } = await changeContexts(io.env, (known) => {
      if (contextNamed(known, name) === undefined) throw unknownContext(name, Object.keys(known.contexts), io.env);
      return { ...known, current: name };
    });
    io.out(`commands now talk to ${contexts[name]?.server} (context ${name})\n`);
    return exitCode.ok;
  },
};

export const contextDelete: Command = {
  arguments: [nameArgument],
  async run({ args: [name = ""] }, io) {
    await changeContexts(io.env, (known) => {
      const { current, contexts } = known;
      if (contextNamed(known, name) === undefined) throw unknownContext(name, Object.keys(contexts), io.env);
      const { [name]: _, ...others } = contexts;
      return { contexts: others, ...(current !== undefined && current !== name && { current }) };
    });
    io.out(`context ${name} is forgotten, and its token with it\n`);
    return exitCode.ok;
  },
};
