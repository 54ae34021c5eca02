import type { Overlay } from "@muster/iso";

/** Images by what they were made from and for, so that the ranges of one download are parts of one image. */
export class Overlays {
  readonly #most: number;
  readonly #known = new Map<string, Promise<Overlay>>();

  constructor(most = 500) {
    this.#most = most;
  }

  find(key: string, make: () => Promise<Overlay>): Promise<Overlay> {
    const known = this.#known.get(key);
    if (known) {
      // The oldest entry of a map is the one that was put in first.
      this.#known.delete(key);
      this.#known.set(key, known);
      return known;
    }
    const made = make();
    this.#known.set(key, made);
    made.catch(() => this.#known.delete(key));
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#most) break;
      this.#known.delete(oldest);
    }
    return made;
  }
}
