// What of a request is written down: who, what, about which resource, with which outcome. Neither body nor query.
import type { FastifyRequest } from "fastify";
import { uuidIn } from "../http/uuid.ts";
import type { Deed } from "./audit.ts";
import type { Caller } from "./caller.ts";
import type { RoutePolicy } from "./policy.ts";

/** People's changes, and what opens a cluster. Machines report all day long; their reports are the events. */
export const isNoteworthy = ({ changes, discloses }: RoutePolicy, { scheme }: Caller): boolean =>
  scheme === "userAuth" && (changes || discloses);

export function noteDeed(policy: RoutePolicy, request: FastifyRequest, caller: Caller, status: number): Deed {
  const params = new Map(Object.entries(request.params ?? {}));
  const id = (name: string) => uuidIn(params.get(name));
  return {
    time: Date.now(),
    userName: caller.userName,
    orgId: caller.orgId,
    role: caller.role,
    operation: policy.id,
    status,
    clusterId: id("cluster_id"),
    infraEnvId: id("infra_env_id"),
    hostId: id("host_id"),
    requestId: request.id,
    address: request.ip,
  };
}
