import type { Overlay } from "@muster/iso";

type Entry = { readonly overlay: Promise<Overlay>; bytes: number };

/**
 * Images by what they were made from and for, so that the ranges of one download are parts of one image. Those that were
 * not asked for longest are forgotten first.
 */
export class Overlays {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #known = new Map<string, Entry>();
  #bytes = 0;

  constructor(most = 500, mostBytes = 64 * 1024 ** 2) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  find(key: string, make: () => Promise<Overlay>): Promise<Overlay> {
    const known = this.#known.get(key);
    if (known) {
      // The oldest entry of a map is the one that was put in first.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known.overlay;
    }
    const made: Entry = { overlay: make(), bytes: 0 };
    this.#known.set(key, made);
    made.overlay.then(
      ({ heldBytes }) => this.#weigh(key, made, heldBytes),
      () => this.#forget(key, made),
    );
    this.#tidy();
    return made.overlay;
  }

  /** What a config and its networks take is known when they are made. */
  #weigh(key: string, entry: Entry, bytes: number): void {
    if (this.#known.get(key) !== entry) return;
    entry.bytes = bytes;
    this.#bytes += bytes;
    this.#tidy();
  }

  #forget(key: string, entry: Entry): void {
    if (this.#known.get(key) !== entry) return;
    this.#known.delete(key);
    this.#bytes -= entry.bytes;
  }

  #tidy(): void {
    for (const [key, entry] of this.#known) {
      if (this.#known.size <= this.#most && this.#bytes <= this.#mostBytes) return;
      this.#forget(key, entry);
    }
  }
}
