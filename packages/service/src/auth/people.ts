// What a token of single sign-on says about a person, and what that lets them do.

import type { Role } from "@muster/contract";
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { HttpProblem } from "../http/problem.ts";
import type { Settings } from "../settings/index.ts";
import type { Caller } from "./caller.ts";
import { expiredToken, refusedToken } from "./local-tokens.ts";

export type RoleRules = Pick<
  Settings,
  | "ADMIN_USERS"
  | "ENABLE_ORG_TENANCY"
  | "MUSTER_ROLES_CLAIM"
  | "MUSTER_ADMIN_ROLES"
  | "MUSTER_READ_ONLY_ADMIN_ROLES"
  | "MUSTER_USER_ROLES"
>;

export type Expected = Readonly<{
  algorithms: string[];
  issuer?: string;
  audience?: string[];
}>;

/** The claims of a token whose signature, maker, audience and time are right. */
export async function verifiedClaims(token: string, keys: JWTVerifyGetKey, expected: Expected): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, { ...expected, clockTolerance: 5 })).payload;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    if (error instanceof errors.JWTExpired) throw expiredToken();
    if (error instanceof errors.JWTClaimValidationFailed) {
      throw refusedToken(`The token is not for this service: its claim ${error.claim} does not fit. Log in again.`);
    }
    throw refusedToken("The token cannot be trusted: its signature or form is wrong. Log in again.");
  }
}

/** Who the claims are about. Throws 403 where they name nobody, or nobody who may come in. */
export function personFrom(claims: JWTPayload, settings: RoleRules): Caller {
  const userName = text(claims.username) ?? text(claims.preferred_username) ?? text(claims.email) ?? text(claims.sub);
  if (userName === undefined)
    throw new HttpProblem(403, "The token names no user: it has neither a name nor a subject.");
  const role = roleOf(userName, rolesIn(claims, settings.MUSTER_ROLES_CLAIM), settings);
  if (role === null) {
    throw new HttpProblem(
      403,
      `${userName} has no role here. Needed: one of those in MUSTER_USER_ROLES, MUSTER_ADMIN_ROLES or MUSTER_READ_ONLY_ADMIN_ROLES, in the claim ${settings.MUSTER_ROLES_CLAIM}.`,
    );
  }
  return {
    userName,
    orgId: text(claims.org_id) ?? text(claims.organization) ?? "",
    emailDomain: text(claims.email)?.split("@")[1] ?? "",
    role,
    scheme: "userAuth",
    reach: role === "user" ? { kind: "own", sharesOrg: settings.ENABLE_ORG_TENANCY } : { kind: "oversight" },
  };
}

function roleOf(userName: string, roles: readonly string[], settings: RoleRules): Role | null {
  const has = (wanted: readonly string[]) => wanted.some((role) => roles.includes(role));
  if (settings.ADMIN_USERS?.includes(userName) || has(settings.MUSTER_ADMIN_ROLES)) return "admin";
  if (has(settings.MUSTER_READ_ONLY_ADMIN_ROLES)) return "read-only-admin";
  return settings.MUSTER_USER_ROLES === undefined || has(settings.MUSTER_USER_ROLES) ? "user" : null;
}

/** The claim may lie deeper, such as `realm_access.roles`. */
function rolesIn(claims: JWTPayload, path: string): string[] {
  let found: unknown = claims[path];
  if (found === undefined) {
    found = claims;
    for (const name of path.split(".")) {
      found =
        typeof found === "object" && found !== null
          ? Object.entries(found).find(([key]) => key === name)?.[1]
          : undefined;
    }
  }
  if (typeof found === "string") return found.split(/[\s,]+/);
  return Array.isArray(found) ? found.filter((role) => typeof role === "string") : [];
}

const text = (claim: unknown): string | undefined => (typeof claim === "string" && claim !== "" ? claim : undefined);
