import { randomUUID } from "node:crypto";
import { ApiError, type Client, createClient, type OperationId } from "@muster/contract";
import { slots } from "./slots.ts";

export type ConnectOptions = Readonly<{
  /** What agents send as X-Secret-Key where the service asks for it. */
  agentToken?: string;
  /** What people send as bearer token; a function is asked each time, so that it can be renewed. */
  userToken?: string | (() => Promise<string | undefined>);
  /** How many requests are under way at once. */
  connections?: number;
  /** Told of every request: how long the answer took, without the wait for a connection, and how it ended. */
  observe?: (request: ObservedRequest) => void;
}>;

export type ObservedRequest = Readonly<{
  operation: OperationId;
  milliseconds: number;
  /** Null when nobody answered. */
  failure: null | Readonly<{ status: number | null; reason: string }>;
}>;

/**
 * A client for any number of machines: connections are kept and shared, thousands need no more than a few. Each request
 * has an id of its own, as agents send it.
 */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  const { agentToken, userToken, connections = 64, observe } = options;
  const client = createClient({
    baseUrl,
    headers: async () => {
      const bearer = typeof userToken === "function" ? await userToken() : userToken;
      return {
        "x-request-id": randomUUID(),
        ...(agentToken ? { "x-secret-key": agentToken } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      };
    },
  });
  const inTurn = slots(connections);
  const timed = observe ? timer(observe) : untimed;
  return {
    call: (id, ...call) => inTurn(() => timed(id, () => client.call(id, ...call))),
    send: (id, ...call) => inTurn(() => timed(id, () => client.send(id, ...call))),
  };
}

function timer(observe: NonNullable<ConnectOptions["observe"]>) {
  return async <Value>(operation: OperationId, work: () => Promise<Value>): Promise<Value> => {
    const started = performance.now();
    const done = (failure: ObservedRequest["failure"]) =>
      observe({ operation, milliseconds: performance.now() - started, failure });
    try {
      const value = await work();
      done(null);
      return value;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      done({ status: error instanceof ApiError ? error.status : null, reason });
      throw error;
    }
  };
}

const untimed = <Value>(_: OperationId, work: () => Promise<Value>): Promise<Value> => work();
