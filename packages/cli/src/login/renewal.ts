// A token that ends is renewed before it is used, however long a command runs, and kept for the next one.
import type { Io } from "../command.ts";
import { type Chosen, sameServer } from "../service/choose.ts";
import { changeContexts, contextNamed, type Token } from "../service/contexts.ts";
import { renew } from "./issuer.ts";

/** Clocks differ, and a request takes a while. */
const earlyMs = 60_000;
/** An issuer that does not renew a token which is still good is asked again after this. */
const againMs = 10_000;

/** Hands over the token of now, whenever it is asked. */
export function tokenKeeper({ token, name, server }: Chosen, env: Io["env"]): () => Promise<string | undefined> {
  let current = token;
  let renewing: Promise<void> | null = null;
  let notBefore = 0;
  const renewCurrent = async (context: string) => {
    try {
      current = (await renewed(context, server, env)) ?? current;
    } catch (error) {
      if (current === undefined || endsWithin(current, 0)) throw error;
    } finally {
      renewing = null;
      notBefore = Date.now() + againMs;
    }
  };
  return async () => {
    const isDue = current?.refresh !== undefined && endsWithin(current, Date.now() < notBefore ? 0 : earlyMs);
    if (isDue && name !== undefined) {
      renewing ??= renewCurrent(name);
      await renewing;
    }
    return current?.access;
  };
}

/** By one command at a time: an issuer that sees a refresh token twice may end the login. */
async function renewed(name: string, server: string, env: Io["env"]): Promise<Token | undefined> {
  const changed = await changeContexts(env, async (known) => {
    const context = contextNamed(known, name);
    // Nobody is logged in any more, or another command was first.
    if (context?.token === undefined || !endsWithin(context.token, earlyMs)) return known;
    const fresh = await renew(context.token, "openid");
    return fresh === null ? known : { ...known, contexts: { ...known.contexts, [name]: { ...context, token: fresh } } };
  });
  const context = contextNamed(changed, name);
  return context && sameServer(context.server, server) ? context.token : undefined;
}

const endsWithin = ({ expires_at }: Token, milliseconds: number): boolean =>
  expires_at !== undefined && Date.parse(expires_at) - milliseconds <= Date.now();
