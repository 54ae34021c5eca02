// Commands that talk to a service: which one, as whom, and what to say when it does not work.
import { type Client, createClient } from "@muster/contract";
import type { Argument, Command, Flag, HalfTyped, Invocation, Io } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { readTextFile } from "../files.ts";
import { tokenKeeper } from "../login/renewal.ts";
import { type Chosen, chooseService, serviceFlags } from "./choose.ts";
import { serviceFailure } from "./service-failure.ts";

export type Service = Readonly<{
  client: Client;
  server: string;
  /** What proves who is calling, as it is now: it ends, and is renewed. */
  token(): Promise<string | undefined>;
}>;

type ServiceCommand = Readonly<{
  arguments?: readonly Argument[];
  flags?: readonly Flag[];
  details?(columns: number): string;
  run(service: Service, invocation: Invocation, io: Io): Promise<ExitCode>;
}>;

export function serviceCommand({ run, flags = [], ...rest }: ServiceCommand): Command {
  return {
    ...rest,
    flags: [...flags, ...serviceFlags],
    async run(invocation, io) {
      const chosen = await chooseService(invocation, io.env);
      try {
        return await run(await connect(chosen, tokenKeeper(chosen, io.env)), invocation, io);
      } catch (error) {
        throw serviceFailure(error, chosen);
      }
    },
  };
}

/** For completion: an answer that takes longer than a person waits is none. */
export async function completionService(line: HalfTyped): Promise<Service> {
  const chosen = await chooseService(line, line.env);
  return connect(chosen, async () => chosen.token?.access, AbortSignal.timeout(1_000));
}

/** From now on this program trusts the context's own authority, too. */
export async function trustAuthority({ ca_file }: Pick<Chosen, "ca_file">): Promise<void> {
  if (ca_file === undefined) return;
  const { getCACertificates, setDefaultCACertificates } = await import("node:tls");
  setDefaultCACertificates([...getCACertificates("default"), await readTextFile(ca_file)]);
}

async function connect(chosen: Chosen, token: Service["token"], signal?: AbortSignal): Promise<Service> {
  await trustAuthority(chosen);
  const headers = async () => {
    const access = await token();
    return access === undefined ? {} : { authorization: `Bearer ${access}` };
  };
  const { server } = chosen;
  return { client: createClient({ baseUrl: server, headers, ...(signal && { signal }) }), server, token };
}
