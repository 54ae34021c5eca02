// The hot path: every agent asks once a minute. It waits for no refresh and writes nothing.
import { randomBytes } from "node:crypto";
import type { Steps } from "@muster/contract";
import {
  type Host,
  hostChanges,
  isCheckInNews,
  type NextStepsOptions,
  nextSteps,
  startAgentUpgrade,
} from "@muster/core";
import { changeHost } from "../aggregates/change-host.ts";
import { bootLinks } from "../infra-envs/file-link.ts";
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
  const { host, snapshot } = await aggregates.host(infraEnvId, hostId, false);
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
  const links = service.access.guarded && host.status === "reclaiming" ? await reclaimLinks(service, host) : {};
  const steps = nextSteps(asking, snapshot, policy, now, stepId, links);
  const { nextInstructionSeconds, postStepAction, instructions } = steps;
  if (instructions.some(({ stepType }) => stepType === "upgrade-agent")) {
    await changeHost(service, { infraEnvId, hostId }, (facts) => ({
      changes: startAgentUpgrade(facts.host, policy.agentImage),
      answer: undefined,
    }));
  }
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

/** A host that is given back boots its infra-env's image again, for which it needs a token where one is asked for. */
async function reclaimLinks(service: Service, { infraEnvId }: Host): Promise<NextStepsOptions> {
  return { bootArtifacts: await bootLinks(service, (await service.aggregates.pool(infraEnvId)).root) };
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
