import type { Tracing } from "../tracing/tracing.ts";
import type { Metrics, Operation } from "./metrics.ts";

/** Does the work, tells how long it took, and makes it a span where traces are wanted. */
export type Measured = <Value>(operation: Operation, work: () => Promise<Value>) => Promise<Value>;

export const measuredBy =
  (metrics: Pick<Metrics, "observeOperation">, tracing: Tracing | null): Measured =>
  async (operation, work) => {
    const began = performance.now();
    try {
      return await (tracing ? tracing.within(operation, work) : work());
    } finally {
      metrics.observeOperation(operation, performance.now() - began);
    }
  };
