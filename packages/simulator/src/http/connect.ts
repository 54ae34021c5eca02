import { randomUUID } from "node:crypto";
import { type Client, createClient } from "@muster/contract";
import { limitedFetch } from "./limited-fetch.ts";

export type ConnectOptions = Readonly<{
  /** What agents send as X-Secret-Key where the service asks for it. */
  agentToken?: string;
  /** What people send as bearer token. */
  userToken?: string;
  /** How many requests are under way at once. */
  connections?: number;
}>;

/** A client for any number of machines. Each request has an id of its own, as agents send it. */
export function connect(baseUrl: string, options: ConnectOptions = {}): Client {
  const { agentToken, userToken, connections = 64 } = options;
  return createClient({
    baseUrl,
    fetch: limitedFetch(connections),
    headers: () => ({
      "x-request-id": randomUUID(),
      ...(agentToken ? { "x-secret-key": agentToken } : {}),
      ...(userToken ? { authorization: `Bearer ${userToken}` } : {}),
    }),
  });
}
