// Steps that change the machine they run on.
import {
  DownloadBootArtifactsRequest,
  LogsGatherCmdRequest,
  RebootForReclaimRequest,
  type StepType,
  UpgradeAgentRequest,
  type UpgradeAgentResponse,
} from "@muster/contract";
import type { InstallerContainer } from "../installer/installer-container.ts";
import { logArchive } from "../logs.ts";
import type { Machine } from "../machine/machine.ts";
import { readRequest } from "../steps/answer.ts";
import { answered, type Outcome, succeeded } from "../steps/outcome.ts";
import type { HostLink } from "./host-link.ts";

/** What such steps need of the machine. */
export type Hands = Readonly<{
  machine: Machine;
  link: HostLink;
  installer: InstallerContainer;
  pause(seconds: number, signal: AbortSignal): Promise<void>;
  rebootSoon(): void;
}>;

export type Action = (args: readonly string[], hands: Hands, signal: AbortSignal) => Promise<Outcome>;

export const actions: Readonly<Partial<Record<StepType, Action>>> = {
  install: (args, hands, signal) => hands.installer.run(args, signal),
  "stop-installation": async (_, hands, signal) => {
    await hands.pause(5, signal);
    hands.installer.stop();
    return succeeded();
  },
  "logs-gather": gatherLogs,
  "upgrade-agent": async (args, hands, signal) => {
    const request = readRequest(UpgradeAgentRequest, args);
    if (request.kind === "invalid") return request.outcome;
    await hands.pause(20, signal);
    return answered({ ...request.value, result: "success" } satisfies UpgradeAgentResponse);
  },
  "download-boot-artifacts": async (args, hands, signal) => {
    const request = readRequest(DownloadBootArtifactsRequest, args);
    if (request.kind === "invalid") return request.outcome;
    await hands.pause(30, signal);
    return succeeded(`kernel and initrd are in ${request.value.host_fs_mount_dir}/boot/discovery`);
  },
  "reboot-for-reclaim": async (args, hands) => {
    const request = readRequest(RebootForReclaimRequest, args);
    if (request.kind === "invalid") return request.outcome;
    hands.rebootSoon();
    return succeeded();
  },
};

/** Says that logs come, packs them, hands them in (reference host-side A10). */
async function gatherLogs(args: readonly string[], hands: Hands, signal: AbortSignal): Promise<Outcome> {
  const request = readRequest(LogsGatherCmdRequest, args);
  if (request.kind === "invalid") return request.outcome;
  const { machine, link } = hands;
  await link.logsProgress("requested", signal);
  await hands.pause(10, signal);
  const archive = await logArchive(`logs_host_${machine.hostId}`, {
    "agent.logs": `${machine.hostname} was asked for its logs\n`,
    "mount.logs": "NAME MAJ:MIN SIZE TYPE\n",
    ...(request.value.bootstrap ? { "bootkube.logs": "the temporary control plane was started here\n" } : {}),
  });
  await link.logsProgress("collecting", signal);
  await link.uploadLogs(request.value.cluster_id, archive, signal);
  await link.logsProgress("completed", signal);
  return succeeded();
}
