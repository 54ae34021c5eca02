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
  /** Told of every request: how long it took from the moment at which it was to be sent, and how it ended. */
  observe?: (request: ObservedRequest) => void;
}>;

export type ObservedRequest = Readonly<{
  operation: OperationId;
  milliseconds: number;
  /** Null when nobody answered. */
  failure: null | Readonly<{ status: number | null; reason: string }>;
}>;

export type Connection = Client & {
  /** The same connections, for machines that show this token and nothing else. */
  asAgent(token: string): Client;
};

type Fields = Readonly<Record<string, string>>;

/**
 * A client for any number of machines: connections are kept and shared, thousands need no more than a few. Each request
 * has an id of its own, as agents send it.
 */
export function connect(baseUrl: string, options: ConnectOptions = {}): Connection {
  const { agentToken, userToken, connections = 64, observe } = options;
  const inTurn = slots(connections);
  const timed = observe ? timer(observe) : untimed;
  const showing = (proof: () => Fields | Promise<Fields>): Client => {
    const client = createClient({
      baseUrl,
      headers: async () => ({ "x-request-id": randomUUID(), ...(await proof()) }),
    });
    // A wait for a connection is part of what a machine experiences, and grows when the service falls behind.
    return {
      call: (id, ...call) => timed(id, () => inTurn(() => client.call(id, ...call))),
      send: (id, ...call) => timed(id, () => inTurn(() => client.send(id, ...call))),
    };
  };
  const everybody = showing(async () => {
    const bearer = typeof userToken === "function" ? await userToken() : userToken;
    return {
      ...(agentToken ? { "x-secret-key": agentToken } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    };
  });
  return { ...everybody, asAgent: (token) => showing(() => ({ "x-secret-key": token })) };
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
