import { HttpProblem } from "../http/problem.ts";

/** What was asked for and refused is told too: whoever looks later sees why nothing happened (reference service 9.1). */
export const orTell = <Value>(work: Promise<Value>, tell: (reason: string) => Promise<unknown>): Promise<Value> =>
  work.catch(async (error) => {
    if (error instanceof HttpProblem) await tell(error.message);
    throw error;
  });
