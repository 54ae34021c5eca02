import type { Cluster } from "@muster/contract";
import { failingIds } from "../conduct/describe.ts";
import type { ClusterRun, Unmet } from "./cluster-run.ts";
import { Histogram } from "./histogram.ts";
import type { OperationFigures, RequestError, Requests } from "./requests.ts";

export type SimulationReport = Readonly<{
  seed: string;
  speed: number;
  /** Real seconds from start to end. */
  seconds: number;
  /** Whether somebody ended it before it was done. */
  wasStopped: boolean;
  /** Whether everything that was expected came true. */
  isMet: boolean;
  /** The first hundred; `unmetCount` counts all. */
  unmet: readonly Unmet[];
  unmetCount: number;
  hosts: number;
  clusters: Readonly<{ total: number; installed: number; byStatus: Readonly<Record<string, number>> }>;
  /** Real seconds from the start of each installation to its end, as the service tells them. */
  installSeconds: Readonly<{ count: number; p50: number; p99: number; max: number }> | null;
  /** How many hosts and clusters fail a validation at the end, by its id. */
  validationFailures: Readonly<Record<string, number>>;
  operations: readonly OperationFigures[];
  requests: Readonly<{ total: number; perSecond: number; p50Ms: number; p99Ms: number; failed: number }>;
  errors: readonly RequestError[];
  /** What machines noticed that should not happen between them and a service that understand each other. */
  troubles: readonly string[];
}>;

const mostShown = 100;

type Run = Readonly<{
  runs: readonly ClusterRun[];
  seed: string;
  speed: number;
  seconds: number;
  requests: Requests;
  wasStopped: boolean;
}>;

export function reportOf({ runs, seed, speed, seconds, requests, wasStopped }: Run): SimulationReport {
  const clusters = runs.flatMap(({ cluster }) => cluster ?? []);
  const unmet = runs.flatMap((run) => run.unmet);
  return rounded({
    seed,
    speed,
    seconds,
    wasStopped,
    isMet: runs.every(({ isMet }) => isMet),
    unmet: unmet.slice(0, mostShown),
    unmetCount: unmet.length,
    hosts: runs.reduce((sum, run) => sum + run.hosts.length, 0),
    clusters: {
      total: runs.length,
      installed: clusters.filter(isInstalled).length,
      byStatus: tally(clusters.map(({ status }) => status)),
    },
    installSeconds: installSeconds(clusters),
    validationFailures: tally(clusters.flatMap(failuresOf)),
    operations: requests.operations,
    requests: {
      total: requests.count,
      perSecond: requests.count / seconds,
      p50Ms: requests.percentile(0.5) ?? 0,
      p99Ms: requests.percentile(0.99) ?? 0,
      failed: requests.failed,
    },
    errors: requests.errors,
    troubles: runs.flatMap(({ troubles }) => troubles).slice(0, mostShown),
  });
}

/** Nobody measures the sixteenth digit. */
function rounded(report: SimulationReport): SimulationReport {
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  const { seconds, installSeconds, requests, operations } = report;
  return {
    ...report,
    seconds: round(seconds),
    installSeconds: installSeconds && {
      ...installSeconds,
      p50: round(installSeconds.p50),
      p99: round(installSeconds.p99),
    },
    requests: {
      ...requests,
      perSecond: round(requests.perSecond),
      p50Ms: round(requests.p50Ms),
      p99Ms: round(requests.p99Ms),
    },
    operations: operations.map((one) => ({
      ...one,
      p50Ms: round(one.p50Ms),
      p99Ms: round(one.p99Ms),
      maxMs: round(one.maxMs),
    })),
  };
}

const isInstalled = ({ status }: Cluster): boolean => status === "installed" || status === "adding-hosts";

const failuresOf = ({ validations_info, hosts = [] }: Cluster): string[] => [
  ...failingIds(validations_info),
  ...hosts.flatMap((host) => failingIds(host.validations_info)),
];

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}

function installSeconds(clusters: readonly Cluster[]): SimulationReport["installSeconds"] {
  const spread = new Histogram();
  for (const { install_started_at, install_completed_at, status } of clusters) {
    if (!install_started_at || !install_completed_at || (status !== "installed" && status !== "adding-hosts")) continue;
    spread.add((Date.parse(install_completed_at) - Date.parse(install_started_at)) / 1_000);
  }
  const [p50, p99, max] = [spread.percentile(0.5), spread.percentile(0.99), spread.max];
  if (p50 === null || p99 === null || max === null) return null;
  return { count: spread.count, p50, p99, max };
}
