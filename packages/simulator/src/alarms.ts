/** A moment at which somebody wants to be called; `ring` is gone once it was cancelled. */
type Alarm = { readonly at: number; ring: (() => void) | null };

/** Alarms in the order of their moments: a binary heap, because ten thousand machines wait at once. */
export class Alarms {
  readonly #heap: Alarm[] = [];

  /** The earliest moment at which an alarm rings. */
  get next(): number | undefined {
    this.#dropCancelled();
    return this.#heap[0]?.at;
  }

  /** Calls back at the moment; the function it returns cancels that. */
  add(at: number, ring: () => void): () => void {
    const alarm: Alarm = { at, ring };
    this.#heap.push(alarm);
    this.#rise(this.#heap.length - 1);
    // What the call back holds on to is free at once; the alarm itself goes when its moment comes.
    return () => {
      alarm.ring = null;
    };
  }

  /** Rings all alarms up to a moment, in order. */
  ringUntil(moment: number): void {
    for (let next = this.next; next !== undefined && next <= moment; next = this.next) this.#take()?.ring?.();
  }

  #dropCancelled(): void {
    while (this.#heap[0]?.ring === null) this.#take();
  }

  #take(): Alarm | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first;
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfLater(parent, index)) return;
      index = parent;
    }
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.#isLater(left, right) ? right : left;
      if (!this.#swapIfLater(index, child)) return;
      index = child;
    }
  }

  #isLater(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    return first !== undefined && second !== undefined && first.at > second.at;
  }

  #swapIfLater(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined || first.at <= second.at) return false;
    this.#heap[one] = second;
    this.#heap[other] = first;
    return true;
  }
}
