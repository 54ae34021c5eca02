// A host in its surroundings, and how a cause about it is put.
import { hostDeadlines, soonestAfter } from "../lifecycle/wake.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";
import type { Policy } from "../policy.ts";
import { aboutHost, type Cause, type Evidence, type Level, type Observed } from "./cause.ts";
import type { OwnCauseId } from "./glossary.ts";

export type HostSituation = Readonly<{
  host: Host;
  cluster: Cluster | null;
  hosts: readonly Host[];
  policy: Policy;
  now: Instant;
  observed: Observed;
}>;

type Words = Readonly<{ found: string; needed: string; remedy: string }>;

export function hostCause(
  { host, cluster, policy, now }: HostSituation,
  id: OwnCauseId,
  level: Level,
  words: Words,
  evidence?: Evidence,
): Cause {
  return {
    id,
    level,
    subject: aboutHost(host),
    ...words,
    evidence: evidence ?? { observation: "its status", detail: host.status, observedAt: host.statusUpdatedAt },
    until: soonestAfter(now, hostDeadlines(host, cluster, policy)),
  };
}

export const waits =
  (id: OwnCauseId, words: Words) =>
  (situation: HostSituation): Cause[] => [hostCause(situation, id, "waiting", words)];

export const stageEvidence = ({ progress, statusUpdatedAt }: Host): Evidence => ({
  observation: "the last progress that was reported",
  detail: [progress.stage ?? "nothing yet", progress.info].filter(Boolean).join(": "),
  observedAt: progress.stageUpdatedAt ?? statusUpdatedAt,
});
