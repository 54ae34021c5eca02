import { KiB, MiB } from "../bytes.ts";

const largest = MiB;
const smallest = 64 * KiB;
/** Up to this many streams read the next chunk while one is being sent; with more, others use that time anyway. */
const mostReadingAhead = 8;

/**
 * Buffers that streams lend and give back. Few streams get large buffers, which is what makes them fast; many streams
 * get smaller ones, so that all of them together stay near the budget and none waits for a slow one.
 */
export class BufferPool {
  readonly #budget: number;
  readonly #free = new Map<number, Buffer[]>();
  #kept = 0;
  #streams = 0;
  /** The largest buffer that a stream gets now. */
  #size = largest;

  constructor(budget: number = 32 * MiB) {
    this.#budget = budget;
  }

  /** A stream begins; call the result when it ends. */
  enter(): () => void {
    this.#resize(1);
    let inside = true;
    return () => {
      if (inside) this.#resize(-1);
      inside = false;
    };
  }

  get readsAhead(): boolean {
    return this.#streams <= mostReadingAhead;
  }

  /** A buffer for the next part of `wanted` bytes; it may be smaller or larger than that. */
  take(wanted: number): Buffer {
    let size = smallest;
    while (size < wanted && size < this.#size) size *= 2;
    const buffer = this.#free.get(size)?.pop();
    if (buffer === undefined) return Buffer.allocUnsafeSlow(size);
    this.#kept -= size;
    return buffer;
  }

  give(buffer: Buffer): void {
    if (buffer.length > this.#size || this.#kept + buffer.length > this.#budget) {
      release(buffer);
      return;
    }
    this.#kept += buffer.length;
    const free = this.#free.get(buffer.length);
    if (free) free.push(buffer);
    else this.#free.set(buffer.length, [buffer]);
  }

  #resize(change: number): void {
    this.#streams += change;
    const share = this.#budget / Math.max(this.#streams * (this.readsAhead ? 2 : 1), 1);
    this.#size = smallest;
    while (this.#size < largest && this.#size * 2 <= share) this.#size *= 2;
    for (const [size, free] of this.#free) {
      if (size <= this.#size) continue;
      for (const buffer of free) release(buffer);
      this.#kept -= size * free.length;
      this.#free.delete(size);
    }
  }
}

/** Frees the memory now: what waits for the garbage collector adds up to more than the budget. */
function release(buffer: Buffer): void {
  if (buffer.buffer instanceof ArrayBuffer) buffer.buffer.transfer(0);
}

/** One pool for the whole process: its budget is what all streams share. */
export const sharedBufferPool = new BufferPool();
