// A token that ends is renewed before it is used, and kept for the next command.
import type { Io } from "../command.ts";
import type { Chosen } from "../service/choose.ts";
import { readContexts, writeContexts } from "../service/contexts.ts";
import { renew } from "./issuer.ts";

/** Clocks differ, and a request takes a while. */
const earlyMs = 60_000;

export async function withFreshToken(chosen: Chosen, env: Io["env"]): Promise<Chosen> {
  const { token } = chosen;
  if (token?.refresh === undefined || token.expires_at === undefined) return chosen;
  if (Date.parse(token.expires_at) - earlyMs > Date.now()) return chosen;
  const fresh = await renew(token, "openid");
  if (fresh === null) return chosen;
  const known = await readContexts(env);
  const contexts = Object.entries(known.contexts).map(([name, context]) => [
    name,
    context.token?.refresh === token.refresh ? { ...context, token: fresh } : context,
  ]);
  await writeContexts(env, { ...known, contexts: Object.fromEntries(contexts) });
  return { ...chosen, token: fresh };
}
