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

export function createClock(speed = 1): Clock {
  return {
    speed,
    now: () => Date.now(),
    seconds: () => (performance.now() / 1000) * speed,
    after: (seconds, ring) => {
      const delay = (seconds * 1000) / speed;
      // A timer never rings within its millisecond; a fleet at full speed must not wait for that.
      if (delay < 0.5) {
        const soon = setImmediate(ring);
        return () => clearImmediate(soon);
      }
      const timer = setTimeout(ring, delay);
      return () => clearTimeout(timer);
    },
  };
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
