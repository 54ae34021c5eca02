import type { Changes } from "../../changes.ts";
import { aboutHost } from "../../events/subject.ts";
import { type Host, hostName } from "../../model/host.ts";

/** Nothing changes here: the new agent registers with its version, or is told again at the next poll. */
export function receiveAgentUpgrade(
  host: Host,
  { agentImage, succeeded }: Readonly<{ agentImage: string; succeeded: boolean }>,
): Changes {
  const name = succeeded ? "upgrade_agent_finished" : "upgrade_agent_failed";
  const told = aboutHost(name, host, { host_name: hostName(host), agent_image: agentImage });
  return { cluster: {}, hosts: new Map(), events: [told] };
}
