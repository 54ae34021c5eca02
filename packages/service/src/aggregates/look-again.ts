import type { Host } from "@muster/core";
import { Missing } from "./actor.ts";
import type { Aggregate, Root } from "./aggregate.ts";

/** What was looked up before a decision has moved by the time it is made. */
export class Elsewhere extends Missing {}

const attempts = 5;

/** Does the work again, from the look on, while it finds that things have moved; before that, forgets what misled it. */
export async function lookAgain<Value>(work: () => Promise<Value>, forget = () => {}): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Elsewhere) || attempt === attempts) throw error;
      forget();
    }
  }
}

/** A host where it was said to be. It may have been bound or unbound since: its agent must not be told that it is gone. */
export function hostIn({ hosts }: Aggregate<Root>, hostId: string): Host {
  const host = hosts.get(hostId);
  if (!host) throw new Elsewhere();
  return host;
}
