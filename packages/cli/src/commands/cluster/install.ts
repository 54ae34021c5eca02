import type { LeanCluster, LeanHost } from "@muster/contract";
import type { Flag, Invocation, Io } from "../../command.ts";
import { type ExitCode, exitCode } from "../../exit-code.ts";
import { Failure, usageFailure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { findCluster } from "../../service/find.ts";
import { liveView, type View } from "../../service/live.ts";
import { type Service, serviceCommand } from "../../service/service-command.ts";
import { nameOf } from "../../show/hosts.ts";
import { parseDuration } from "../../show/measures.ts";
import { oneLine } from "../../table.ts";
import { clusterArgument } from "./arguments.ts";

export const waitFlags: readonly Flag[] = [
  { name: "wait", says: "Wait for the end, with progress; the exit code tells how it ended" },
  { name: "timeout", value: "TIME", says: "The longest to wait, as in 90m or 2h (default 3h)" },
];

export const clusterInstall = serviceCommand({
  arguments: [clusterArgument],
  flags: [...waitFlags, tableFlag],
  details: () =>
    "With --wait it exits with 0 when the cluster is installed, 1 when it failed, was cancelled or did not begin, 6 after --timeout.",
  async run(service, invocation, io) {
    const timeout = timeoutOf(invocation);
    const { id, name } = await findCluster(service, invocation.args[0] ?? "");
    const started = await service.client.call("v2InstallCluster", { params: { cluster_id: id } });
    if (!invocation.has("wait")) {
      await print(
        invocation,
        io,
        started,
        () =>
          `cluster ${name} is being installed: ${started.status}. \`muster cluster watch ${name}\` shows how far it is.\n`,
      );
      return exitCode.ok;
    }
    const code = await untilInstalled(service, { id, name, timeout, startedAt: started.status_updated_at }, io);
    const ended = await service.client.call("v2GetCluster", { params: { cluster_id: id } });
    await print(invocation, io, ended, () => `cluster ${name} is installed\n`);
    return code;
  },
});

export function timeoutOf(invocation: Invocation): number {
  const text = invocation.value("timeout") ?? "3h";
  const timeout = parseDuration(text);
  if (timeout === undefined) throw usageFailure(`"${text}" is no length of time.`, "Write it as in 90s, 45m or 2h.");
  return timeout;
}

type Awaited = Readonly<{ id: string; name: string; timeout: number; startedAt: string | undefined }>;

async function untilInstalled(service: Service, { id, name, timeout, startedAt }: Awaited, io: Io): Promise<ExitCode> {
  const outOfTime = AbortSignal.timeout(timeout);
  const interrupted = io.interruption();
  const signal = AbortSignal.any([outOfTime, interrupted]);
  const say = progressPrinter(io);
  for await (const view of liveView(service, {
    scope: { cluster_id: id },
    signal,
    intervalMs: 3_000,
    withHosts: true,
  })) {
    const [cluster] = view.clusters;
    if (cluster === undefined)
      throw new Failure(`cluster ${name} was deleted while it was being installed.`, "Nothing is left to wait for.");
    say(progressLine(cluster, view));
    if (cluster.status === "installed" || cluster.status === "adding-hosts") return exitCode.ok;
    if (cluster.status === "error" || cluster.status === "cancelled") throw installFailure(cluster, view.hosts, name);
    if (isBack(cluster, startedAt)) throw notBegun(cluster, view.hosts, name);
  }
  if (interrupted.aborted) {
    throw new Failure(
      `you stopped waiting; the installation of ${name} goes on.`,
      `\`muster cluster watch ${name}\` shows it, \`muster cluster cancel ${name}\` ends it.`,
      exitCode.interrupted,
    );
  }
  throw new Failure(
    `cluster ${name} was not installed within the time of --timeout; the installation goes on.`,
    `\`muster cluster explain ${name}\` tells what it waits for.`,
    exitCode.timeout,
  );
}

/** Preparation failed or was cancelled. A view from before the install may still say that the cluster is ready. */
const isBack = ({ status, status_updated_at }: LeanCluster, startedAt: string | undefined): boolean =>
  ["ready", "insufficient", "pending-for-input"].includes(status) &&
  (startedAt === undefined || status_updated_at === undefined || Date.parse(status_updated_at) > Date.parse(startedAt));

function progressLine(cluster: LeanCluster, { hosts, lost }: View): string {
  const stages = Map.groupBy(hosts, ({ progress, status }) => progress?.current_stage || status);
  const counted = [...stages].map(([stage, those]) => `${those.length} ${stage}`).join(", ");
  const percent = cluster.progress?.total_percentage ?? 0;
  return oneLine(
    `${cluster.name}: ${cluster.status} ${percent}% (${counted})${lost === undefined ? "" : `; the service does not answer: ${lost}`}`,
  );
}

/** A line for each change; on the error stream, so that what is printed stays for programs. */
function progressPrinter(io: Io): (line: string) => void {
  let last = "";
  return (line) => {
    if (line === last) return;
    last = line;
    io.err(`${line}\n`);
  };
}

function reasonsOf(cluster: LeanCluster, hosts: readonly LeanHost[], bad: LeanHost["status"]): string {
  const broken = hosts
    .filter(({ status }) => status === bad)
    .map((host) => `${nameOf(host)}: ${oneLine(host.status_info)}`);
  const { status = "", reason = "" } = cluster["last-installation-preparation"] ?? {};
  return [oneLine(cluster.status_info), ...(status === "failed" ? [oneLine(reason)] : []), ...broken].join("\n  ");
}

function notBegun(cluster: LeanCluster, hosts: readonly LeanHost[], name: string): Failure {
  return new Failure(
    `the installation of ${name} did not begin, the cluster is ${cluster.status}: ${reasonsOf(cluster, hosts, "insufficient")}`,
    `\`muster cluster explain ${name}\` tells what to do, \`muster cluster history ${name}\` what happened; then install it again.`,
  );
}

function installFailure(cluster: LeanCluster, hosts: readonly LeanHost[], name: string): Failure {
  return new Failure(
    `cluster ${name} is ${cluster.status}: ${reasonsOf(cluster, hosts, "error")}`,
    `\`muster cluster explain ${name}\` tells what to do, \`muster cluster logs ${name}\` fetches the logs, \`muster cluster reset ${name}\` starts over.`,
  );
}
