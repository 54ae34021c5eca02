import { randomUUID } from "node:crypto";
import { type Client, createClient } from "@muster/contract";
import { type PooledFetch, pooledFetch } from "./pooled-fetch.ts";

export type ConnectOptions = Readonly<{
  /** What agents send as X-Secret-Key where the service asks for it. */
  agentToken?: string;
  /** What people send as bearer token. */
  userToken?: string;
  connections?: number;
  /** Shared with other clients. */
  fetch?: PooledFetch;
}>;

/** A client whose calls share a few connections, each with an id of its own as agents send it. */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client & { close(): void } {
  const { agentToken, userToken, connections, fetch = pooledFetch(connections ? { connections } : {}) } = options;
  const client = createClient({
    baseUrl,
    fetch,
    headers: () => ({
      "x-request-id": randomUUID(),
      ...(agentToken ? { "x-secret-key": agentToken } : {}),
      ...(userToken ? { authorization: `Bearer ${userToken}` } : {}),
    }),
  });
  return { ...client, close: () => fetch.close() };
}
