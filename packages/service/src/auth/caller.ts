import type { Role, Scheme } from "@muster/contract";

/** Who a cluster or infra-env belongs to. */
export type Owner = Readonly<{ userName: string; orgId: string }>;

/** What a caller's word reaches. */
export type Reach =
  /** As its owner. */
  | Readonly<{ kind: "everything" }>
  /** Everything, as an administrator: what is for owners alone is not theirs. */
  | Readonly<{ kind: "oversight" }>
  /** What is the caller's own; with `sharesOrg` also to look at what is their organisation's. */
  | Readonly<{ kind: "own"; sharesOrg: boolean }>
  /** What a token was made for: an infra-env with its hosts, a cluster, or one host. */
  | Readonly<{ kind: "token"; infraEnvId: string | null; clusterId: string | null; hostId: string | null }>;

/** Who is calling, once that is known. */
export type Caller = Readonly<{
  userName: string;
  orgId: string;
  emailDomain: string;
  role: Role;
  /** How they proved it; null where nobody asked. */
  scheme: Scheme | null;
  reach: Reach;
}>;

/** With AUTH_TYPE=none everyone is the administrator (reference service 9.4). */
export const anyone: Caller = {
  userName: "admin",
  orgId: "",
  emailDomain: "",
  role: "admin",
  scheme: null,
  reach: { kind: "everything" },
};

export const isOwner = (caller: Caller, owner: Owner): boolean => caller.userName === owner.userName;

/** Whether a person sees a resource at all: what they do not see answers 404. */
export function maySee(caller: Caller, owner: Owner): boolean {
  const { reach } = caller;
  switch (reach.kind) {
    case "everything":
    case "oversight":
      return true;
    case "own":
      return isOwner(caller, owner) || (reach.sharesOrg && caller.orgId !== "" && caller.orgId === owner.orgId);
    case "token":
      return false;
  }
}

/** Which owners' resources a list shows: all, or those of one user, or of one organisation. */
export type Visible = Readonly<
  { kind: "all" } | { kind: "user"; userName: string } | { kind: "org"; userName: string; orgId: string }
>;

export function visibleTo({ reach, userName, orgId }: Caller): Visible {
  if (reach.kind !== "own") return { kind: "all" };
  return reach.sharesOrg && orgId !== "" ? { kind: "org", userName, orgId } : { kind: "user", userName };
}
