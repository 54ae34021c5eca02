// Closed loops: each starts its next step as soon as the last one is done, as a machine that waits for its answer does.
import { percentile } from "./statistics.ts";

export type Load = Readonly<{
  /** Steps done per second. */
  throughput: number;
  p50Ms: number;
  p99Ms: number;
  steps: number;
  errors: number;
}>;

export type LoadPlan = Readonly<{
  loops: number;
  seconds: number;
  /** One step; `turn` counts up over all loops. A step that throws counts as an error. */
  step(turn: number): Promise<void>;
}>;

export async function runLoad({ loops, seconds, step }: LoadPlan): Promise<Load> {
  const latencies: number[] = [];
  let errors = 0;
  let turn = 0;
  const started = performance.now();
  const end = started + seconds * 1_000;
  const loop = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      try {
        await step(turn++);
        latencies.push(performance.now() - begun);
      } catch {
        errors += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  const elapsed = (performance.now() - started) / 1_000;
  return {
    throughput: latencies.length / elapsed,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    steps: latencies.length,
    errors,
  };
}
