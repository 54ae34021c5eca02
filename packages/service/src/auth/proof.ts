// Where each kind of proof travels (reference service 1.1).
import type { Scheme } from "@muster/contract";
import type { FastifyRequest } from "fastify";
import type { RoutePolicy } from "./policy.ts";

export type Proof = Readonly<{ scheme: Scheme; token: string }>;

type Asked = Pick<FastifyRequest, "headers" | "query" | "params">;

const header =
  (name: string) =>
  ({ headers }: Asked): string | undefined => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };

const field = (source: unknown, name: string): string | undefined => {
  const value =
    typeof source === "object" && source !== null
      ? Object.entries(source).find(([key]) => key === name)?.[1]
      : undefined;
  return typeof value === "string" ? value : undefined;
};

/** Clients of the Agent-based Installer send the token alone, others put "Bearer" before it. */
const bearer = (asked: Asked): string | undefined => header("authorization")(asked)?.replace(/^Bearer\s+/i, "");

const places: Readonly<Record<Scheme, (asked: Asked) => string | undefined>> = {
  userAuth: bearer,
  agentAuth: header("x-secret-key"),
  watcherAuth: header("watcher-authorization"),
  urlAuth: ({ query }) => field(query, "api_key"),
  imageAuth: header("image-token"),
  imageURLAuth: ({ query }) => field(query, "image_token"),
};

export const placeNames: Readonly<Record<Scheme, string>> = {
  userAuth: "the header Authorization",
  agentAuth: "the header X-Secret-Key",
  watcherAuth: "the header Watcher-Authorization",
  urlAuth: "api_key in the link",
  imageAuth: "the header Image-Token",
  imageURLAuth: "image_token in the link",
};

/** The proofs that a request carries, of those that its route takes. */
export function proofsIn(asked: Asked, { auth, pathToken }: RoutePolicy): Proof[] {
  return auth.flatMap(({ scheme }) => {
    const token = pathToken === null ? places[scheme](asked) : field(asked.params, pathToken);
    return token === undefined || token === "" ? [] : [{ scheme, token }];
  });
}
