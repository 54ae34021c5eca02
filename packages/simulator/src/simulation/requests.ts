// What the service's answers were like, seen from the machines.
import type { OperationId } from "@muster/contract";
import type { ObservedRequest } from "../http/connect.ts";
import { Histogram } from "./histogram.ts";

export type OperationFigures = Readonly<{
  operation: OperationId;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The service said no: often in good order, such as a stage that it has heard of already. */
  refused: number;
  /** No answer, or one that the service is to blame for. */
  failed: number;
}>;

export type RequestError = Readonly<{
  operation: OperationId;
  /** Null when nobody answered. */
  status: number | null;
  reason: string;
  count: number;
}>;

/** Reasons may name hosts and clusters; thousands of them would say the same. */
const mostErrors = 50;

export class Requests {
  readonly #operations = new Map<OperationId, { times: Histogram; refused: number; failed: number }>();
  readonly #errors = new Map<string, RequestError>();
  #all = new Histogram();

  readonly observe = ({ operation, milliseconds, failure }: ObservedRequest): void => {
    const figures = this.#operations.get(operation) ?? { times: new Histogram(), refused: 0, failed: 0 };
    this.#operations.set(operation, figures);
    figures.times.add(milliseconds);
    this.#all.add(milliseconds);
    if (failure === null) return;
    if (isRefusal(failure.status)) figures.refused += 1;
    else {
      figures.failed += 1;
      this.#remember(operation, failure);
    }
  };

  /** Forgets what was, for those who want figures of what comes. */
  clear(): void {
    this.#operations.clear();
    this.#errors.clear();
    this.#all = new Histogram();
  }

  get count(): number {
    return this.#all.count;
  }

  get failed(): number {
    return [...this.#operations.values()].reduce((sum, { failed }) => sum + failed, 0);
  }

  percentile(share: number): number | null {
    return this.#all.percentile(share);
  }

  /** Those that were asked for most often come first. */
  get operations(): OperationFigures[] {
    const all = [...this.#operations].map(([operation, { times, refused, failed }]) => ({
      operation,
      requests: times.count,
      p50Ms: times.percentile(0.5) ?? 0,
      p99Ms: times.percentile(0.99) ?? 0,
      maxMs: times.max ?? 0,
      refused,
      failed,
    }));
    return all.sort((one, other) => other.requests - one.requests);
  }

  get errors(): RequestError[] {
    return [...this.#errors.values()].sort((one, other) => other.count - one.count);
  }

  #remember(operation: OperationId, { status, reason }: NonNullable<ObservedRequest["failure"]>): void {
    const known = this.#errors.size < mostErrors;
    const told = known ? reason.slice(0, 200) : "and more of other kinds";
    const key = `${operation} ${status} ${told}`;
    const count = (this.#errors.get(key)?.count ?? 0) + 1;
    this.#errors.set(key, { operation, status, reason: told, count });
  }
}

const isRefusal = (status: number | null): boolean => status !== null && status < 500;
