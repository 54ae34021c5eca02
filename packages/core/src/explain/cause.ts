// What an explanation is made of.
import type { Cluster } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";
import type { Instant } from "../model/instant.ts";

export type Subject = Readonly<{ kind: "cluster" | "host"; id: string; name: string }>;

export type Evidence = Readonly<{
  /** What was looked at. */
  observation: string;
  detail?: string;
  /** When it was made; unknown when its history is no longer kept. */
  observedAt: Instant | null;
}>;

/** `blocking`: somebody must act. `waiting`: it resolves itself. `warning`: it holds nothing back. */
export type Level = "blocking" | "waiting" | "warning";

export type Cause = Readonly<{
  id: string;
  level: Level;
  subject: Subject;
  found: string;
  needed: string;
  remedy: string;
  evidence: Evidence;
  /** When time alone changes the answer, unless news come first. */
  until: Instant | null;
}>;

/** `blocked`: somebody must act. `ready`: somebody may. `failed`, `done`: it is over. */
export type Outlook = "blocked" | "waiting" | "moving" | "ready" | "failed" | "done";

export type Explanation = Readonly<{
  subject: Subject;
  status: string;
  statusInfo: string;
  statusSince: Instant;
  outlook: Outlook;
  nextStatus: string | null;
  summary: string;
  /** The most important first. */
  causes: readonly Cause[];
}>;

/** When a report of a host was last different from the one before; null when that is not known. */
export type Observed = (hostId: string, field: keyof Host) => Instant | null;

export const aboutHost = (host: Host): Subject => ({ kind: "host", id: host.id, name: hostName(host) });
export const aboutCluster = ({ id, name }: Cluster): Subject => ({ kind: "cluster", id, name });

export const causeSentence = ({ found, needed, remedy }: Cause): string =>
  `Found ${found}; needed: ${needed}. To do: ${remedy}.`;

const levels: readonly Level[] = ["blocking", "waiting", "warning"];

/** What must be solved first: without contact nothing else is known, without input much cannot be checked. */
const first: readonly string[] = [
  "connected",
  "media-connected",
  "no-hosts",
  "pull-secret-set",
  "dns-domain-defined",
  "has-inventory",
  "machine-cidr-defined",
  "api-vips-defined",
  "ingress-vips-defined",
  "sufficient-masters-count",
  "has-min-cpu-cores",
  "has-min-memory",
  "has-min-valid-disks",
];

const rank = ({ id, level }: Cause): number => {
  const place = first.indexOf(id);
  return levels.indexOf(level) * 100 + (place === -1 ? first.length : place);
};

/** Causes of one rank stay in the order in which they were found. */
export const byImportance = (causes: readonly Cause[]): Cause[] => causes.toSorted((a, b) => rank(a) - rank(b));
