import { Missing } from "../aggregates/actor.ts";
import { loginPath } from "../auth/browser-login.ts";
import type { Handlers } from "../http/handler.ts";
import { conflict, notFound } from "../http/problem.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Service } from "../service.ts";

/** Muster's own: who may come in, how people log in, who changed what, and machines that are shut out. */
export function accessHandlers({ access, settings, aggregates, now }: Service) {
  const { guarded, type } = access;

  const login = () => {
    if (guarded?.login) return guarded.login;
    throw notFound(`Nobody logs in here: AUTH_TYPE is ${type}. With oidc people log in at an issuer.`);
  };

  const shutOut = () => {
    if (guarded) return guarded.shutOut;
    throw conflict(
      "AUTH_TYPE is none: nobody is asked who they are, so nobody can be shut out. Choose another AUTH_TYPE first.",
    );
  };

  const hostAccess = (hostId: string) => {
    const revocation = guarded?.shutOut.find(hostId);
    const revoked = revocation && {
      revoked_at: wireTime(revocation.revokedAt) ?? "",
      revoked_by: revocation.revokedBy,
    };
    return { status: 200, body: { host_id: hostId, ...revoked } } as const;
  };

  return {
    musterGetAccess: () => {
      const { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_CLIENT_ID: clientId, MUSTER_OIDC_SCOPES: scopes } = settings;
      const forPeople =
        type === "oidc" && issuer !== undefined && clientId !== undefined
          ? { issuer, client_id: clientId, scopes, login_path: loginPath }
          : {};
      return { status: 200, body: { auth_type: type, ...forPeople } };
    },
    musterGetMe: ({ caller: { userName, orgId, role } }) => ({
      status: 200,
      body: { user_name: userName, role, ...(orgId !== "" && { org_id: orgId }) },
    }),
    musterLogin: async ({ query, raw, reply }) => {
      const { location, cookies } = await login().begin(raw, query.return_to);
      reply.header("set-cookie", cookies);
      return { status: 302, body: undefined, headers: { location, "cache-control": "no-store" } };
    },
    musterLoginCallback: async ({ query, raw, reply }) => {
      const { location, cookies } = await login().finish(raw, query);
      reply.header("set-cookie", cookies);
      return { status: 302, body: undefined, headers: { location, "cache-control": "no-store" } };
    },
    musterLogout: ({ raw, reply }) => {
      const cookies = guarded?.login?.logout(raw);
      if (cookies) reply.header("set-cookie", cookies);
      return { status: 204, body: undefined };
    },
    musterListAudit: async ({ query }) => {
      const entries =
        (await guarded?.audit.list({
          limit: query.limit,
          before: query.before,
          userName: query.user_name,
          clusterId: query.cluster_id,
          infraEnvId: query.infra_env_id,
          hostId: query.host_id,
        })) ?? [];
      const last = entries.length === query.limit ? entries.at(-1)?.number : undefined;
      return { status: 200, body: { entries, ...(last !== undefined && { next_before: last }) } };
    },
    musterGetHostAccess: async ({ params }) => {
      if (!guarded?.shutOut.has(params.host_id) && !(await aggregates.place(params.host_id))) throw new Missing();
      return hostAccess(params.host_id);
    },
    musterRevokeHost: async ({ params, caller }) => {
      const list = shutOut();
      // Only a machine that has called can be shut out: an id that nobody knows is a slip of the pen.
      if (!(await aggregates.place(params.host_id))) throw new Missing();
      await list.add(params.host_id, { revokedAt: now(), revokedBy: caller.userName });
      return hostAccess(params.host_id);
    },
    musterReadmitHost: async ({ params }) => {
      const list = shutOut();
      if (!list.has(params.host_id) && !(await aggregates.place(params.host_id))) throw new Missing();
      await list.remove(params.host_id);
      return hostAccess(params.host_id);
    },
  } satisfies Handlers;
}
