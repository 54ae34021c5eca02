// How a simulation is getting on, for people: a few lines for a terminal, one for a file.
import type { Snapshot } from "./snapshot.ts";

const mostClusterLines = 12;

export function progressLine(snapshot: Snapshot): string {
  const { seconds, clusters } = snapshot;
  return `${seconds.toFixed(0).padStart(4)} s  ${counted(clusters.length, "cluster")}: ${clusterCounts(snapshot)}; hosts: ${hostCounts(snapshot)}; ${counted(snapshot.requests, "request")} (${requestFigures(snapshot)})`;
}

export function progressLines(snapshot: Snapshot, columns: number): readonly string[] {
  const { seconds, clusters } = snapshot;
  const all = clusters.reduce((sum, { percentage }) => sum + percentage, 0) / Math.max(1, clusters.length);
  const few = clusters.length <= mostClusterLines ? clusters : [];
  const width = Math.max(0, ...few.map(({ name }) => name.length));
  const lines = [
    `${bar(all)} ${all.toFixed(0).padStart(3)} %  ${seconds.toFixed(0)} s`,
    ...few.map(
      ({ name, status, percentage }) =>
        `  ${name.padEnd(width)}  ${bar(percentage, 20)} ${percentage.toFixed(0).padStart(3)} %  ${status ?? "not described yet"}`,
    ),
    ...(few.length > 0 ? [] : [`  clusters  ${clusterCounts(snapshot)}`]),
    `  hosts     ${hostCounts(snapshot)}`,
    `  requests  ${snapshot.requests}, ${requestFigures(snapshot)}`,
  ];
  return lines.map((line) => line.slice(0, columns));
}

/** Changes exactly when there is something new to say where lines cannot be taken back. */
export const progressKey = (snapshot: Snapshot): string => clusterCounts(snapshot);

function clusterCounts({ clusters }: Snapshot): string {
  const counts = new Map<string, number>();
  for (const { status } of clusters) {
    const said = status ?? "not described yet";
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return listed(counts);
}

const hostCounts = ({ hosts }: Snapshot): string => (hosts.size === 0 ? "none yet" : listed(hosts));

function requestFigures({ requests, failedRequests, p99Ms, seconds }: Snapshot): string {
  const latency = p99Ms === null ? "" : `, p99 ${p99Ms.toFixed(0)} ms`;
  const failed = failedRequests === 0 ? "" : `, ${failedRequests} failed`;
  return `${(requests / Math.max(seconds, 0.001)).toFixed(0)}/s${latency}${failed}`;
}

/** 1 cluster, 2 clusters. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${count} ${what}`).join(", ");

function bar(percentage: number, width = 30): string {
  const full = Math.round((Math.min(percentage, 100) / 100) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}
