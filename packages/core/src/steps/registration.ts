import * as wire from "@muster/contract";
import type { Host } from "../model/host.ts";
import type { Policy } from "../policy.ts";

/** Without it an agent sleeps an hour after its runner failed (reference host-side G1). */
const retrySeconds = 60;

/** What a registering agent is told to start. It builds the command itself; only the arguments matter. */
export function registrationCommand({ id, infraEnvId }: Pick<Host, "id" | "infraEnvId">, { agentImage }: Policy) {
  const request = wire.toWire(wire.NextStepCmdRequest, { infraEnvId, hostId: id, agentVersion: agentImage });
  return { command: "", args: [JSON.stringify(request)], retrySeconds };
}
