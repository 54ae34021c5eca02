import type { Changes } from "../../changes.ts";
import { aboutHost } from "../../events/subject.ts";
import { type Host, hostName } from "../../model/host.ts";

/** The agent was told to replace itself. */
export const startAgentUpgrade = (host: Host, agentImage: string): Changes =>
  tell(host, "upgrade_agent_started", agentImage);

/** Nothing changes here: the new agent registers with its version, or is told again at the next poll. */
export function receiveAgentUpgrade(
  host: Host,
  { agentImage, succeeded }: Readonly<{ agentImage: string; succeeded: boolean }>,
): Changes {
  return tell(host, succeeded ? "upgrade_agent_finished" : "upgrade_agent_failed", agentImage);
}

type Told = "upgrade_agent_started" | "upgrade_agent_finished" | "upgrade_agent_failed";

function tell(host: Host, name: Told, agentImage: string): Changes {
  const told = aboutHost(name, host, { host_name: hostName(host), agent_image: agentImage });
  return { cluster: {}, hosts: new Map(), events: [told] };
}
