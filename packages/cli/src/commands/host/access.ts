import { hostAction } from "./action.ts";

export const hostRevoke = hostAction(
  (client, { host_id }) => client.call("musterRevokeHost", { params: { host_id } }),
  () => "is shut out: no token lets it speak for itself any more",
  "A machine that was stolen also knows the token of its infra-env: make that a new one as well, by\n`muster infra-env regenerate-signing-key`. Hosts with a token of their own stay connected.",
);

export const hostReadmit = hostAction(
  (client, { host_id }) => client.call("musterReadmitHost", { params: { host_id } }),
  () => "may call again",
  "Undoes `muster host revoke`.",
);
