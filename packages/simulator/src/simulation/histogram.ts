/** Each bucket ends two per cent above the one before: close enough for people, and small however many values come. */
const growth = Math.log(1.02);
const smallest = 0.01;

/** How values are spread, in a few hundred numbers. */
export class Histogram {
  readonly #buckets: number[] = [];
  #count = 0;
  #max = 0;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(value / smallest) / growth));
    const index = Number.isFinite(bucket) ? bucket : 0;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count += 1;
    this.#max = Math.max(this.#max, value);
  }

  /** Nearest rank, at most two per cent too high. Null when there is nothing to rank. */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(1, Math.ceil(share * this.#count));
    let seen = 0;
    for (const [bucket, count = 0] of this.#buckets.entries()) {
      seen += count;
      if (seen >= rank) return Math.min(smallest * Math.exp(bucket * growth), this.#max);
    }
    return this.#max;
  }

  get max(): number | null {
    return this.#count === 0 ? null : this.#max;
  }
}
