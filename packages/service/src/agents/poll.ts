// The hot path: every agent asks once a minute. It waits for no refresh and writes nothing.
import { randomBytes } from "node:crypto";
import type { Steps } from "@muster/contract";
import { hostChanges, isCheckInNews, nextSteps } from "@muster/core";
import { changeHost } from "../aggregates/change-host.ts";
import type { Service } from "../service.ts";

export type Poll = Readonly<{
  infraEnvId: string;
  hostId: string;
  /** The machine's own clock, in seconds. */
  timestamp: number | undefined;
  agentVersion: string | undefined;
}>;

export async function poll(service: Service, { infraEnvId, hostId, timestamp, agentVersion }: Poll): Promise<Steps> {
  const { aggregates, policy } = service;
  const now = service.now();
  const { host, snapshot } = await aggregates.host(infraEnvId, hostId);
  const clock = timestamp ?? null;
  const seen = aggregates.presence.refine(host);
  aggregates.presence.record(hostId, infraEnvId, now, clock);
  if (isCheckInNews(seen, clock, now)) aggregates.refreshHost(host);
  if (agentVersion && agentVersion !== host.discoveryAgentVersion) {
    await changeHost(service, { infraEnvId, hostId }, (facts) => ({
      changes: hostChanges(facts.host, { discoveryAgentVersion: agentVersion }),
      answer: undefined,
    }));
  }
  // The host that was read does not know the version that it has just told.
  const asking = agentVersion ? { ...host, discoveryAgentVersion: agentVersion } : host;
  const { nextInstructionSeconds, postStepAction, instructions } = nextSteps(asking, snapshot, policy, now, stepId);
  return {
    next_instruction_seconds: nextInstructionSeconds,
    post_step_action: postStepAction,
    instructions: instructions.map(({ stepType, stepId, args }) => ({
      step_type: stepType,
      step_id: stepId,
      args: [...args],
    })),
  };
}

const stepId = (type: string): string => `${type}-${randomHex()}`;

// One call for many ids: asking the system for four bytes at a time costs more than the rest of a poll.
let pool = Buffer.alloc(0);
let used = 0;

function randomHex(): string {
  if (used + 4 > pool.length) {
    pool = randomBytes(4_096);
    used = 0;
  }
  used += 4;
  return pool.toString("hex", used - 4, used);
}
