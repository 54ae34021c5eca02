// Whether somebody who is known may do what they ask. Facts come in as functions; the decision is made here.
import type { Role } from "@muster/contract";
import { HttpProblem } from "../http/problem.ts";
import type { HostPlace } from "../store/host-places.ts";
import { type Caller, isOwner, maySee, type Owner } from "./caller.ts";
import type { RoutePolicy, SubjectKind } from "./policy.ts";

/** One resource that a request is about. */
export type Named = Readonly<{ kind: SubjectKind; id: string }>;

export type Whereabouts = HostPlace & Readonly<{ isGone: boolean }>;

export type Facts = Readonly<{
  /** null: there is no such resource, nor was there lately. */
  owner(subject: Named): Promise<Owner | null>;
  /** Whether hosts of the infra-env belong to the cluster, or are meant to. */
  serves(infraEnvId: string, clusterId: string): Promise<boolean>;
  /** Where a host is, or was before it was deleted. */
  place(hostId: string): Promise<Whereabouts | null>;
  isRevoked(hostId: string): boolean;
}>;

const words: Readonly<Record<SubjectKind, string>> = {
  cluster: "cluster",
  "infra-env": "infra-env",
  host: "host",
  self: "host",
};

/** To those who may not see it, a resource is not there (reference service 9.4). */
const unseen = ({ kind, id }: Named): HttpProblem =>
  new HttpProblem(
    404,
    `There is no ${words[kind]} ${id}, or it is not yours. List the resources to see which there are.`,
  );

export const forbidden = (reason: string): HttpProblem => new HttpProblem(403, reason);

/** The roles that a route names; undefined: any will do. */
function rolesOf({ auth }: RoutePolicy): readonly Role[] | undefined {
  const roles = auth.find(({ scheme }) => scheme === "userAuth")?.roles;
  return roles?.length ? roles : undefined;
}

/** Before any resource is looked at: may this kind of person call this at all? */
export function checkRole(caller: Caller, policy: RoutePolicy): void {
  if (caller.scheme !== "userAuth" || caller.reach.kind === "everything") return;
  if (policy.changes && caller.role === "read-only-admin") {
    throw forbidden(
      `${caller.userName} is a read-only-admin, who changes nothing: ${policy.id} needs a user or an admin.`,
    );
  }
  const roles = rolesOf(policy);
  // An admin is a user of what is their own; whether it is turns out with the resource.
  const asUser = caller.role === "admin" && roles?.includes("user");
  if (roles === undefined || roles.includes(caller.role) || asUser) return;
  throw forbidden(`${caller.userName} is ${caller.role}; ${policy.id} needs ${roles.join(" or ")}.`);
}

/** May the caller do this with that resource? */
export async function checkSubject(caller: Caller, subject: Named, policy: RoutePolicy, facts: Facts): Promise<void> {
  if (caller.scheme !== "userAuth") return checkMachine(caller, subject, facts);
  if (caller.reach.kind === "everything") return;
  const isForOwners = rolesOf(policy)?.includes(caller.role) === false;
  if (caller.reach.kind === "oversight" && !isForOwners) return;
  const owner = await facts.owner(subject);
  // What does not exist has no owner: the operation itself says so.
  if (owner === null) return;
  if (!maySee(caller, owner)) throw unseen(subject);
  const needsOwner = isForOwners || policy.changes || policy.discloses;
  if (needsOwner && !isOwner(caller, owner)) {
    throw forbidden(`${words[subject.kind]} ${subject.id} belongs to ${owner.userName}, who alone may do this.`);
  }
}

async function checkMachine({ reach }: Caller, subject: Named, facts: Facts): Promise<void> {
  if (subject.kind === "host" || subject.kind === "self") checkRevoked(subject.id, facts);
  if (reach.kind !== "token") return;
  if (reach.hostId !== null) checkRevoked(reach.hostId, facts);
  if (!(await reaches(reach, subject, facts))) throw unseen(subject);
}

type TokenReach = Extract<Caller["reach"], { kind: "token" }>;

async function reaches(
  { infraEnvId, clusterId, hostId }: TokenReach,
  { kind, id }: Named,
  facts: Facts,
): Promise<boolean> {
  switch (kind) {
    case "infra-env":
      if (infraEnvId !== null) return infraEnvId === id;
      return clusterId !== null && (id === clusterId || (await facts.serves(id, clusterId)));
    case "cluster":
      if (clusterId === id) return true;
      if (hostId !== null) return (await facts.place(hostId))?.clusterId === id;
      return infraEnvId !== null && (await facts.serves(infraEnvId, id));
    case "self":
      return hostId === null ? mayBecome(id, { infraEnvId, clusterId }, facts) : hostId === id;
    case "host": {
      if (hostId !== null) return hostId === id;
      const place = await facts.place(id);
      // Whether the host belongs to the infra-env in the address is the operation's question.
      if (place === null) return true;
      return place.infraEnvId === infraEnvId || (clusterId !== null && place.clusterId === clusterId);
    }
  }
}

/** A machine that boots another image moves (reference service 1.3), but nobody takes somebody else's host away with an image of theirs. */
async function mayBecome(
  hostId: string,
  { infraEnvId, clusterId }: Pick<TokenReach, "infraEnvId" | "clusterId">,
  { place, owner }: Facts,
): Promise<boolean> {
  const home = await place(hostId);
  if (home === null || home.isGone || home.infraEnvId === infraEnvId) return true;
  const to: Named =
    infraEnvId !== null ? { kind: "infra-env", id: infraEnvId } : { kind: "cluster", id: clusterId ?? "" };
  const owners = await Promise.all([owner({ kind: "infra-env", id: home.infraEnvId }), owner(to)]);
  return owners[0]?.userName === owners[1]?.userName;
}

function checkRevoked(id: string, facts: Facts): void {
  if (facts.isRevoked(id)) {
    throw forbidden(`Host ${id} was shut out. Whoever looks after it can let it in again: muster host readmit ${id}.`);
  }
}
