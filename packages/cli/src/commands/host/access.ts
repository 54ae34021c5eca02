import type { Client, HostAccess } from "@muster/contract";
import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import { findHost } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { nameOf } from "../../show/hosts.ts";
import { hostArgument } from "./arguments.ts";

const change = (act: (client: Client, host_id: string) => Promise<HostAccess>, says: string, details: string) =>
  serviceCommand({
    arguments: [hostArgument],
    flags: [tableFlag],
    details: () => details,
    async run(service, invocation, io) {
      const found = await findHost(service, invocation.args[0] ?? "");
      const access = await act(service.client, found.params.host_id);
      await print(invocation, io, access, () => `host ${nameOf(found)} ${says}\n`);
      return exitCode.ok;
    },
  });

export const hostRevoke = change(
  (client, host_id) => client.call("musterRevokeHost", { params: { host_id } }),
  "is shut out: no token lets it speak for itself any more",
  "A machine that was stolen also knows the token of its infra-env: make that a new one as well, by\n`muster infra-env regenerate-signing-key`. Hosts with a token of their own stay connected.",
);

export const hostReadmit = change(
  (client, host_id) => client.call("musterReadmitHost", { params: { host_id } }),
  "may call again",
  "Undoes `muster host revoke`.",
);
