// Muster's own: who may come in, how people log in, who changed what, and machines that are shut out.
import { Type } from "typebox";
import { AccessInfo, AuditList, HostAccess, Me } from "../models/muster/access.ts";
import { Default, Fields, Int64, Uuid } from "../schema.ts";
import { muster } from "./groups.ts";
import { defineRoutes, editors, errors, open, readers, user } from "./route.ts";

const audit = Fields({
  limit: Default(Type.Integer({ minimum: 1, maximum: 1_000 }), 100),
  before: Type.Optional(Int64({ minimum: 1 })),
  user_name: Type.Optional(Type.String({ maxLength: 256 })),
  cluster_id: Type.Optional(Uuid()),
  infra_env_id: Type.Optional(Uuid()),
  host_id: Type.Optional(Uuid()),
});

export const accessRoutes = defineRoutes(muster, {
  musterGetAccess: {
    method: "GET",
    path: "/access",
    summary: "Tell which kind of proof the service asks for, and where people get one.",
    auth: open,
    responses: { 200: AccessInfo },
  },
  musterGetMe: {
    method: "GET",
    path: "/access/me",
    summary: "Tell the caller who they are to the service.",
    auth: readers,
    responses: { 200: Me },
  },
  musterLogin: {
    method: "GET",
    path: "/access/login",
    summary: "Send a browser to the issuer to log in, and from there to where it wants to go.",
    auth: open,
    query: Fields({ return_to: Type.Optional(Type.String({ maxLength: 2_048 })) }),
    responses: { 302: null, ...errors(400, 404, 503) },
  },
  musterLoginCallback: {
    method: "GET",
    path: "/access/callback",
    summary: "Take a browser back from the issuer and begin its session.",
    auth: open,
    query: Fields({
      code: Type.Optional(Type.String({ maxLength: 4_096 })),
      state: Type.Optional(Type.String({ maxLength: 256 })),
      iss: Type.Optional(Type.String({ maxLength: 2_048 })),
      session_state: Type.Optional(Type.String({ maxLength: 1_024 })),
      error: Type.Optional(Type.String({ maxLength: 256 })),
      error_description: Type.Optional(Type.String({ maxLength: 2_048 })),
      error_uri: Type.Optional(Type.String({ maxLength: 2_048 })),
      scope: Type.Optional(Type.String({ maxLength: 2_048 })),
    }),
    responses: { 302: null, ...errors(400, 404, 503) },
  },
  musterLogout: {
    method: "POST",
    path: "/access/logout",
    summary: "End the session of a browser.",
    auth: open,
    responses: { 204: null },
  },
  musterListAudit: {
    method: "GET",
    path: "/audit",
    summary: "List who changed what, newest first.",
    auth: [user("admin", "read-only-admin")],
    query: audit,
    responses: { 200: AuditList, ...errors(400, 503) },
  },
  musterGetHostAccess: {
    method: "GET",
    path: "/hosts/{host_id}/access",
    summary: "Tell whether a machine is shut out.",
    auth: readers,
    responses: { 200: HostAccess, ...errors(404) },
  },
  musterRevokeHost: {
    method: "POST",
    path: "/hosts/{host_id}/access/revoke",
    summary: "Shut a machine out: no token lets it speak for this host any more.",
    auth: editors,
    responses: { 200: HostAccess, ...errors(404, 409) },
  },
  musterReadmitHost: {
    method: "POST",
    path: "/hosts/{host_id}/access/readmit",
    summary: "Let a machine in again that was shut out.",
    auth: editors,
    responses: { 200: HostAccess, ...errors(404, 409) },
  },
});
