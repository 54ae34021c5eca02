import type { Clock } from "../clock.ts";

const givesUpAfter = 900;

/** Growing pauses between polls that fail; null when it is time to start over. */
export class Backoff {
  readonly #clock: Clock;
  readonly #random: () => number;
  #interval = 0.5;
  #since: number | null = null;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): number | null {
    this.#since ??= this.#clock.seconds();
    if (this.#clock.seconds() - this.#since > givesUpAfter) return null;
    const pause = this.#interval * (0.5 + this.#random());
    this.#interval = Math.min(60, this.#interval * 1.5);
    return pause;
  }

  reset(): void {
    this.#interval = 0.5;
    this.#since = null;
  }
}
