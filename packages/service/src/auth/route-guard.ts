// How a route asks who calls, whether they may, and writes down what they did.
import type { RouteDefinition } from "@muster/contract";
import type { FastifyRequest } from "fastify";
import { HttpProblem } from "../http/problem.ts";
import type { Guarded } from "./access.ts";
import { anyone, type Caller } from "./caller.ts";
import { isNoteworthy, noteDeed } from "./deeds.ts";
import { policyOf } from "./policy.ts";

/**
 * The two halves of the guard of a route: who calls and whether the resources in the address are theirs, before a body is
 * read; then whether those in query and body are.
 */
export function guardOf(route: RouteDefinition, guarded: Guarded | null) {
  const policy = policyOf(route);
  if (guarded === null || policy.auth.length === 0) return null;
  const { guard, audit } = guarded;
  const enter = async (raw: FastifyRequest, body: unknown) => {
    const parts = { params: raw.params, query: raw.query, body };
    // Kept before anything is refused: who was refused is written down, too.
    raw.caller = await guard.identify(policy, raw, parts);
    await guard.authorise(policy, raw.caller, { params: raw.params });
  };
  const checkRest = async (raw: FastifyRequest, query: unknown, body: unknown): Promise<Caller> => {
    const caller = raw.caller ?? anyone;
    await guard.authorise(policy, caller, { query, body });
    guard.requireSubject(policy, caller, { params: raw.params, query, body });
    return caller;
  };
  // Where only the body names a resource, the proof can be held against nothing before.
  const isEarly = !policy.subjects.every(({ from }) => from === "body") || policy.subjects.length === 0;
  return {
    hooks: isEarly ? { onRequest: (raw: FastifyRequest) => enter(raw, undefined) } : {},
    check: async (raw: FastifyRequest, query: unknown, body: unknown): Promise<Caller> => {
      if (!isEarly) await enter(raw, body);
      return checkRest(raw, query, body);
    },
    isStillLetIn: async (raw: FastifyRequest, query: unknown): Promise<boolean> => {
      try {
        await enter(raw, undefined);
        await checkRest(raw, query, undefined);
        return true;
      } catch (error) {
        // An issuer or a database that is away proves nothing.
        return !(error instanceof HttpProblem && error.status < 500);
      }
    },
    note: (raw: FastifyRequest, status: number): Promise<void> | null =>
      raw.caller && isNoteworthy(policy, raw.caller) ? audit.record(noteDeed(policy, raw, raw.caller, status)) : null,
  };
}
