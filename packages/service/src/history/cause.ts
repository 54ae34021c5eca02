// Why something changed: whoever decides notes it, without every function on the way having to pass it on.
import { AsyncLocalStorage } from "node:async_hooks";
import type { RouteDefinition } from "@muster/contract";

export type Cause = Readonly<{
  kind: "request" | "agent" | "refresh" | "time" | "service";
  operation?: string;
  step?: string;
  requestId?: string;
}>;

const scope = new AsyncLocalStorage<Cause>();

/** Everything decided during the work, also later in its name, was caused by this. */
export const causedBy = <Value>(cause: Cause, work: () => Value): Value => scope.run(cause, work);

/** Outside of requests the service does things in its own name: preparations, housekeeping. */
export const currentCause = (): Cause => scope.getStore() ?? { kind: "service" };

/** Machines prove who they are as agents; everybody else is a person or a program of one. */
export function causeOfRequest(route: RouteDefinition, requestId: string, body: unknown): Cause {
  const isMachine = route.auth.length > 0 && route.auth.every(({ scheme }) => scheme === "agentAuth");
  if (!isMachine) return { kind: "request", operation: route.id, requestId };
  const step = typeof body === "object" && body !== null && "step_type" in body ? body.step_type : undefined;
  return { kind: "agent", operation: route.id, ...(typeof step === "string" && { step: step.slice(0, 64) }) };
}

/** `agent v2PostStepReply inventory`, several with commas: a row of history needs no more. */
export const causesText = (causes: readonly Cause[]): string =>
  [
    ...new Set(
      causes.map(({ kind, operation, step, requestId }) =>
        [kind, operation, step ?? requestId].filter(Boolean).join(" "),
      ),
    ),
  ]
    .slice(0, mostCauses)
    .join(",");

// Hundreds of replies may be decided together; a few tell enough.
const mostCauses = 8;

export const readCauses = (text: string): Cause[] =>
  text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [kind = "service", operation, detail] = part.split(" ");
      return {
        kind: kind as Cause["kind"],
        ...(operation && { operation }),
        ...(detail && (kind === "agent" ? { step: detail } : { requestId: detail })),
      };
    });
