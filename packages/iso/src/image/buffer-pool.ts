import { KiB, MiB } from "../bytes.ts";

const largest = MiB;
const smallest = 64 * KiB;

/**
 * Buffers that streams lend and give back. Few streams get large buffers, which is what makes them fast; many streams
 * get smaller ones, so that all of them together stay near the budget and none waits for a slow one.
 */
export class BufferPool {
  readonly #budget: number;
  readonly #free = new Map<number, Buffer[]>();
  #kept = 0;
  #streams = 0;

  constructor(budget: number = 48 * MiB) {
    this.#budget = budget;
  }

  /** A stream begins; call the result when it ends. */
  enter(): () => void {
    this.#streams += 1;
    let inside = true;
    return () => {
      if (inside) this.#streams -= 1;
      inside = false;
    };
  }

  /** A buffer for the next part of `wanted` bytes; it may be smaller or larger than that. */
  take(wanted: number): Buffer {
    const size = this.#sizeFor(wanted);
    const buffer = this.#free.get(size)?.pop();
    if (buffer === undefined) return Buffer.allocUnsafeSlow(size);
    this.#kept -= size;
    return buffer;
  }

  give(buffer: Buffer): void {
    if (this.#kept + buffer.length > this.#budget) return;
    this.#kept += buffer.length;
    const free = this.#free.get(buffer.length);
    if (free) free.push(buffer);
    else this.#free.set(buffer.length, [buffer]);
  }

  #sizeFor(wanted: number): number {
    // Each stream holds two: one is filled while the other is sent.
    const share = this.#budget / (2 * Math.max(this.#streams, 1));
    let size = smallest;
    while (size < wanted && size * 2 <= Math.min(share, largest)) size *= 2;
    return size;
  }
}

/** One pool for the whole process: its budget is what all streams share. */
export const sharedBufferPool = new BufferPool();
