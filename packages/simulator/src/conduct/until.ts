// Waiting for the service to get somewhere: looks often, gives up in time, and says what it saw last.
import { setTimeout as sleep } from "node:timers/promises";
import { isAway } from "./asking.ts";

export type Until<Value> = Readonly<{
  /** What is waited for, to complete "waited for …". */
  what: string;
  look: () => Promise<Value>;
  holds: (value: Value) => boolean;
  /** A reason why waiting on is pointless. */
  hopeless?: (value: Value) => string | null;
  /** The last value in words, for the message when it never held. */
  describe?: (value: Value) => string;
  /** Real seconds, however fast the machines' clocks go. */
  withinSeconds?: number;
  everyMilliseconds?: number;
}>;

/** The first value for which the condition holds. A service that is away for a moment is waited for too. */
export async function until<Value>(wanted: Until<Value>): Promise<Value> {
  const { what, look, holds, hopeless, withinSeconds = 30, everyMilliseconds = 20 } = wanted;
  const describe = wanted.describe ?? ((value: Value) => JSON.stringify(value)?.slice(0, 2_000) ?? "nothing");
  const deadline = performance.now() + withinSeconds * 1000;
  for (;;) {
    const seen = await attempt(look);
    if (seen.kind === "value") {
      if (holds(seen.value)) return seen.value;
      const reason = hopeless?.(seen.value);
      if (reason) throw new Error(`waited for ${what}, which cannot come: ${reason}\n${describe(seen.value)}`);
    }
    if (performance.now() > deadline) {
      const last = seen.kind === "value" ? describe(seen.value) : seen.error.message;
      throw new Error(`waited ${withinSeconds} s for ${what} in vain; last seen:\n${last}`);
    }
    await sleep(everyMilliseconds);
  }
}

type Seen<Value> = { kind: "value"; value: Value } | { kind: "nothing"; error: Error };

async function attempt<Value>(look: () => Promise<Value>): Promise<Seen<Value>> {
  try {
    return { kind: "value", value: await look() };
  } catch (error) {
    if (isAway(error) && error instanceof Error) return { kind: "nothing", error };
    throw error;
  }
}
