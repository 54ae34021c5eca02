// How often the programs on a machine try again when the service does not answer (reference host-side A4, B2).
import { ApiError, ConnectionError } from "@muster/contract";
import { type Clock, wait } from "../clock.ts";

/** How many more tries an error is worth. */
export type Patience = (error: unknown) => number;

const statusOf = (error: unknown): number | null => (error instanceof ApiError ? error.status : null);

export const agentPatience: Patience = (error) =>
  error instanceof ConnectionError || statusOf(error) === 503 || statusOf(error) === 504 ? 3 : 0;

const notYet = new Set([404, 423, 425]);
const notNow = new Set([408, 429]);

const patience =
  (most: number): Patience =>
  (error) => {
    if (error instanceof ConnectionError) return most;
    const status = statusOf(error);
    if (status === null) return 0;
    if (notYet.has(status)) return 10;
    return notNow.has(status) || status >= 500 ? most : 0;
  };

export const installerPatience = patience(360);
export const controllerPatience = patience(15);

type Trying = Readonly<{ patience: Patience; clock: Clock; random: () => number; signal: AbortSignal }>;

export async function patiently<Value>(
  call: () => Promise<Value>,
  { patience, clock, random, signal }: Trying,
): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (tries >= patience(error)) throw error;
      await wait(clock, random() * Math.min(10, 2 * 2 ** tries), signal);
    }
  }
}
