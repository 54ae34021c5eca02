// Who reaches whom, from the reports of the hosts themselves.
import type { ConnectivityRemoteHost, ConnectivityReport, Host } from "@muster/contract";

export type Level = "all" | "some" | "none" | "unknown" | "self";
export type Cell = Readonly<{ level: Level; reached: number; tried: number; rttMs: number | null }>;
export type Matrix = Readonly<{
  /** Two hosts may have the same name. */
  ids: readonly string[];
  names: readonly string[];
  cells: readonly (readonly Cell[])[];
  hidden: number;
}>;

const nothing: Cell = { level: "unknown", reached: 0, tried: 0, rttMs: null };

/** At most so many hosts make a picture; those with trouble come first, then by name. */
export function connectivityMatrix(hosts: readonly Host[], most = 60): Matrix {
  const reports = new Map(hosts.map((host) => [host.id, remotesOf(host)]));
  const cellOf = (from: Host, to: Host): Cell => {
    if (from.id === to.id) return { ...nothing, level: "self" };
    const remotes = reports.get(from.id);
    if (!remotes) return nothing;
    const remote = remotes.get(to.id);
    // A host that reports, and not of this one, has not found it.
    return remote ? judge(remote) : { ...nothing, level: "none" };
  };
  const nameOf = (host: Host) => host.requested_hostname ?? host.id;
  const troubles = new Map(
    hosts.map((from) => [from.id, hosts.length > most ? hosts.filter((to) => isBad(cellOf(from, to))).length : 0]),
  );
  const shown = hosts
    .toSorted(
      (one, other) =>
        (troubles.get(other.id) ?? 0) - (troubles.get(one.id) ?? 0) ||
        nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true }),
    )
    .slice(0, most);
  return {
    ids: shown.map(({ id }) => id),
    names: shown.map(nameOf),
    cells: shown.map((from) => shown.map((to) => cellOf(from, to))),
    hidden: hosts.length - shown.length,
  };
}

const isBad = ({ level }: Cell): boolean => level === "none" || level === "some";

/** By host: a thousand of them are asked for a million times. */
function remotesOf({ connectivity }: Host): ReadonlyMap<string, ConnectivityRemoteHost> | null {
  if (!connectivity) return null;
  const { remote_hosts = [] }: ConnectivityReport = JSON.parse(connectivity);
  return new Map(remote_hosts.map((remote) => [remote.host_id ?? "", remote]));
}

function judge({ l2_connectivity: near = [], l3_connectivity: far = [] }: ConnectivityRemoteHost): Cell {
  const paths = [...near, ...far];
  if (paths.length === 0) return nothing;
  const reached = paths.filter(({ successful }) => successful).length;
  const times = far.flatMap(({ successful, average_rtt_ms }) => (successful && average_rtt_ms ? [average_rtt_ms] : []));
  return {
    level: reached === paths.length ? "all" : reached > 0 ? "some" : "none",
    reached,
    tried: paths.length,
    rttMs: times.length > 0 ? Math.max(...times) : null,
  };
}
