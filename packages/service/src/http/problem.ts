// Errors that become answers. The status is the wire's; the sentence says what was found, what is needed and what to do.
import type { Outcome } from "@muster/core";
import { refusalSentence } from "@muster/core";

export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;

  constructor(status: number, reason: string, headers: Readonly<Record<string, string | number>> = {}) {
    super(reason);
    this.status = status;
    this.headers = headers;
  }
}

export const badRequest = (reason: string) => new HttpProblem(400, reason);
export const notFound = (reason: string) => new HttpProblem(404, reason);
export const conflict = (reason: string) => new HttpProblem(409, reason);

/** The value of an outcome, or the refusal as an answer. */
export function orRefuse<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === "done") return outcome.value;
  throw new HttpProblem(outcome.refusal.status, refusalSentence(outcome.refusal));
}
