import { hash } from "node:crypto";

/** Hexadecimal digits that depend on the seed and nothing else, 64 of them. */
export const digitsOf = (seed: string): string => hash("sha256", seed);

/** Numbers from 0 up to 1, the same for the same seed, so that a run can be repeated. */
export function randomFrom(seed: string): () => number {
  let state = Number.parseInt(digitsOf(seed).slice(0, 8), 16);
  // Mulberry32: one word of state is enough for jitter, and thousands of machines each hold one.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
