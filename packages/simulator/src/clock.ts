import { Alarms } from "./alarms.ts";

/**
 * Time as machines see it. What takes them minutes may take milliseconds here; what they say of the hour is the truth,
 * because the service compares it with its own.
 */
export type Clock = Readonly<{
  /** How many simulated seconds pass in a real one. */
  speed: number;
  /** The real time, in milliseconds since the epoch. */
  now(): number;
  /** Simulated seconds since some moment; never goes back. */
  seconds(): number;
  /** Calls back after so many simulated seconds, unless cancelled by the function it returns. */
  after(seconds: number, ring: () => void): () => void;
}>;

/** A clock whose pace can be changed while machines live by it. */
export type PacedClock = Clock & Readonly<{ pace(speed: number): void }>;

export function createClock(speed = 1): PacedClock {
  return new AlarmClock(speed);
}

/** One timer for all who wait, however many they are. */
class AlarmClock implements PacedClock {
  readonly #alarms = new Alarms();
  #speed: number;
  /** What the machines' clock said, and when, at the last change of pace. */
  #from = { seconds: 0, real: performance.now() };
  #timer: Readonly<{ at: number; cancel: () => void }> | null = null;

  constructor(speed: number) {
    this.#speed = speed;
  }

  get speed(): number {
    return this.#speed;
  }

  now(): number {
    return Date.now();
  }

  seconds(): number {
    return this.#from.seconds + ((performance.now() - this.#from.real) / 1000) * this.#speed;
  }

  pace(speed: number): void {
    this.#from = { seconds: this.seconds(), real: performance.now() };
    this.#speed = speed;
    this.#stopTimer();
    this.#setTimer();
  }

  after(seconds: number, ring: () => void): () => void {
    const cancel = this.#alarms.add(this.seconds() + seconds, ring);
    this.#setTimer();
    return cancel;
  }

  #setTimer(): void {
    const at = this.#alarms.next;
    if (at === undefined || (this.#timer !== null && this.#timer.at <= at)) return;
    this.#stopTimer();
    const delay = ((at - this.seconds()) * 1000) / this.#speed;
    const ring = () => {
      this.#timer = null;
      this.#alarms.ringUntil(this.seconds());
      this.#setTimer();
    };
    this.#timer = { at, cancel: ringAfter(delay, ring) };
  }

  #stopTimer(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }
}

/** A timer never rings within its millisecond; a fleet at full speed must not wait for that. */
function ringAfter(milliseconds: number, ring: () => void): () => void {
  if (milliseconds < 0.5) {
    const soon = setImmediate(ring);
    return () => clearImmediate(soon);
  }
  // Longer than a timer can be: it rings early, finds nothing to do, and is set again.
  const timer = setTimeout(ring, Math.min(milliseconds, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/** Waits so many simulated seconds; rejects with the signal's reason when that comes first. */
export function wait(clock: Clock, seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(seconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Rejects when the signal says so, and never resolves: what a program does that has given up but not ended. */
export function blockForever(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
