import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Int64, Model, Uuid } from "../../schema.ts";

export const AccessInfo = Model("muster-access", {
  auth_type: Enumeration(["none", "local", "agent-installer-local", "rhsso", "oidc"]),
  /** Where people log in, with the client that programs of theirs are there. */
  issuer: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.String()),
  /** Where a browser begins to log in. */
  login_path: Type.Optional(Type.String()),
});
export type AccessInfo = Static<typeof AccessInfo>;

export const Me = Model("muster-me", {
  user_name: Type.String(),
  org_id: Type.Optional(Type.String()),
  role: Enumeration(["admin", "read-only-admin", "user"]),
});
export type Me = Static<typeof Me>;

export const AuditEntry = Model("muster-audit-entry", {
  number: Int64(),
  time: DateTime(),
  user_name: Type.String(),
  org_id: Type.Optional(Type.String()),
  role: Enumeration(["admin", "read-only-admin", "user"]),
  operation: Type.String(),
  status: Type.Integer(),
  cluster_id: Type.Optional(Uuid()),
  infra_env_id: Type.Optional(Uuid()),
  host_id: Type.Optional(Uuid()),
  request_id: Uuid(),
  /** Where the request came from. */
  address: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditList = Model("muster-audit-list", {
  entries: Type.Array(AuditEntry),
  /** To go on reading: give it as `before`. */
  next_before: Type.Optional(Int64()),
});
export type AuditList = Static<typeof AuditList>;

export const HostAccess = Model("muster-host-access", {
  host_id: Uuid(),
  /** Since when the service refuses what the machine says. */
  revoked_at: Type.Optional(DateTime()),
  /** Who shut it out. */
  revoked_by: Type.Optional(Type.String()),
});
export type HostAccess = Static<typeof HostAccess>;
