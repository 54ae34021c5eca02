import { type Changes, noChanges } from "../changes.ts";
import { aboutHost } from "../events/subject.ts";
import { hostLifecycleFacts } from "../lifecycle/host-facts.ts";
import { hostMachine, moveHost } from "../lifecycle/host-machine.ts";
import { type Host, type HostProgress, type HostStage, type HostStatus, hostName, isDay2 } from "../model/host.ts";
import { refuseStage } from "../progress/accept-stage.ts";
import { percentageAt, stagesOf } from "../progress/stages.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { HostFacts } from "../validations/facts.ts";
import { changesOf } from "./move.ts";
import { hostIsNot } from "./wrong-status.ts";

export type ProgressReport = Readonly<{ stage: HostStage; info: string }>;

const longestInfo = 2_048;

/** Reports that come too late to matter: accepted, because their senders would repeat them for ever. */
const settled: ReadonlySet<HostStatus> = new Set<HostStatus>(["installed", "resetting-pending-user-action"]);

/** The installer, the bootstrap host or the controller says how far a host is (reference service 3.5, host-side G12). */
export function reportProgress(facts: HostFacts, report: ProgressReport): Outcome<Changes> {
  const { host, cluster, policy } = facts;
  if (settled.has(host.status)) return done(noChanges);
  const isFailure = report.stage === "Failed";
  const on = isFailure ? "installation-failed" : "progress";
  if (!hostMachine.allows(on).includes(host.status)) {
    return refused(hostIsNot(host, hostMachine.allows(on), "report the progress of hosts that are being installed"));
  }
  // An added host is not watched after its reboot: that it reboots is the last thing known of it.
  const leaves = isDay2(host) && report.stage === "Rebooting" && !policy.kubeApi;
  const stages = stagesOf(host, cluster, policy);
  const refusal = refuseStage(host, stages, report.stage);
  if (refusal) return refused(refusal);

  const stage = leaves ? "Done" : report.stage;
  const info = report.info.slice(0, longestInfo);
  const progress = advance(host.progress, stage, info, stages, facts.now);
  const because = `The installation failed: ${info || "the installer gave no reason"}`;
  const move = moveHost(hostLifecycleFacts({ ...facts, host: { ...host, progress } }, because), on);
  if (move?.kind !== "moved")
    return refused(hostIsNot(host, hostMachine.allows(on), "report progress only while the host is being installed"));
  const told = isNews(host, progress) ? [progressEvent(host, report.stage, info)] : [];
  return done(changesOf(facts, { ...move, host: { ...move.host, progress }, events: [...told, ...move.events] }));
}

function advance(
  before: HostProgress,
  stage: HostStage,
  info: string,
  stages: readonly HostStage[],
  now: number,
): HostProgress {
  const moves = stage !== before.stage;
  return {
    stage,
    info,
    percentage: stage === "Failed" ? before.percentage : percentageAt(stage, stages),
    stageStartedAt: moves ? now : before.stageStartedAt,
    stageUpdatedAt: now,
    stageTimedOut: moves ? false : before.stageTimedOut,
  };
}

const isNews = ({ progress }: Host, { stage, info }: HostProgress): boolean =>
  stage !== progress.stage || info !== progress.info;

const progressEvent = (host: Host, stage: HostStage, info: string) =>
  aboutHost("host_install_progress_updated", host, {
    host_name: hostName(host),
    event: `stage "${stage}"${info ? `, ${info}` : ""}.`,
  });
