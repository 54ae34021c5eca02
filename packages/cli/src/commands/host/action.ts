import type { Client } from "@muster/contract";
import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import { findHost } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { nameOf } from "../../show/hosts.ts";
import { hostArgument } from "./arguments.ts";

export type Act<Answer> = (
  client: Client,
  params: Readonly<{ infra_env_id: string; host_id: string }>,
) => Promise<Answer>;

/** A command that asks the service to do one thing to one host. */
export const hostAction = <Answer>(act: Act<Answer>, says: (answer: Answer) => string, details: string) =>
  serviceCommand({
    arguments: [hostArgument],
    flags: [tableFlag],
    details: () => details,
    async run(service, invocation, io) {
      const found = await findHost(service, invocation.args[0] ?? "");
      const answer = await act(service.client, found.params);
      await print(invocation, io, answer, () => `host ${nameOf(found)} ${says(answer)}\n`);
      return exitCode.ok;
    },
  });
