// One connection that follows the feed. A reader that does not keep up is cut off: it knows the last position it has read,
// and comes back from there.
import { once } from "node:events";
import type { ServerResponse } from "node:http";

const goodbyeMs = 500;
/** Whoever takes nothing for so long holds a place that others could have. */
const patienceMs = 30_000;

export class Reader {
  readonly #response: ServerResponse;
  readonly #mostBuffered: number;
  readonly #dropped: () => void;
  /** While it is told what it has missed, the present has to wait. */
  catchingUp = true;

  readonly #patienceMs: number;

  constructor(response: ServerResponse, mostBuffered: number, dropped: () => void, patience = patienceMs) {
    this.#response = response;
    this.#mostBuffered = mostBuffered;
    this.#dropped = dropped;
    this.#patienceMs = patience;
  }

  get gone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  send(bytes: Uint8Array): void {
    if (this.catchingUp || this.gone) return;
    if (this.#response.writableLength > this.#mostBuffered) {
      this.#drop();
      return;
    }
    this.#response.write(bytes);
  }

  /** For the past, which can wait until there is room, for a while. */
  async sendPatiently(text: string): Promise<void> {
    if (this.gone || this.#response.write(text)) return;
    const left = new AbortController();
    const giveUp = setTimeout(() => this.#drop(), this.#patienceMs);
    await Promise.race([
      once(this.#response, "drain", { signal: left.signal }),
      once(this.#response, "close", { signal: left.signal }),
    ]).finally(() => {
      clearTimeout(giveUp);
      left.abort();
    });
  }

  #drop(): void {
    this.#dropped();
    this.#response.destroy();
  }

  onGone(left: () => void): void {
    this.#response.once("close", left);
  }

  /** A reader that does not read would never let go. */
  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), goodbyeMs).unref();
  }
}
