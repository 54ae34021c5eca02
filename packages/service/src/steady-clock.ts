// The time that the service counts in. Somebody may set the clock of the machine, or it may have slept: if an hour passed at
// once, every host would seem silent for that hour, and every stage late. So the service follows a clock that jumps slowly.
import type { Instant } from "@muster/core";

/** Usual corrections are followed as they come. */
const smallMs = 2_000;
/** A clock that is off by days was never set: there is nothing to be careful about. */
const neverSetMs = 24 * 3_600_000;
/** How much faster or slower time goes meanwhile: an hour is made up for in two. */
const share = 0.5;

type Sources = Readonly<{
  wall: () => number;
  /** Milliseconds since anything, never set by anybody. */
  elapsed: () => number;
  /** Told once for each jump, how far the machine's clock is ahead. */
  jumped: (milliseconds: number) => void;
}>;

export function steadyClock({ wall, elapsed, jumped }: Sources): () => Instant {
  let shown = wall();
  let at = elapsed();
  let following = false;
  return () => {
    const moment = elapsed();
    const passed = Math.max(0, moment - at);
    at = moment;
    const ahead = wall() - (shown + passed);
    const distance = Math.abs(ahead);
    const isJump = distance > smallMs && distance <= neverSetMs;
    if (isJump && !following) jumped(ahead);
    following = isJump;
    shown += passed + (isJump ? Math.sign(ahead) * Math.min(distance, passed * share) : ahead);
    return Math.floor(shown);
  };
}
