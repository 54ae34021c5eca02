// Who reaches whom, from the reports of the hosts themselves.
import type { ConnectivityRemoteHost, ConnectivityReport, Host } from "@muster/contract";

export type Level = "all" | "some" | "none" | "unknown" | "self";
export type Cell = Readonly<{ level: Level; reached: number; tried: number; rttMs: number | null }>;
export type Matrix = Readonly<{ names: readonly string[]; cells: readonly (readonly Cell[])[]; hidden: number }>;

const nothing: Cell = { level: "unknown", reached: 0, tried: 0, rttMs: null };

/** At most so many hosts make a picture; those with trouble come first, then by name. */
export function connectivityMatrix(hosts: readonly Host[], most = 60): Matrix {
  const reports = new Map(hosts.map((host) => [host.id, reportOf(host)]));
  const cellOf = (from: Host, to: Host): Cell => {
    if (from.id === to.id) return { ...nothing, level: "self" };
    const report = reports.get(from.id);
    if (!report) return nothing;
    const remote = report.remote_hosts?.find(({ host_id }) => host_id === to.id);
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
    names: shown.map(nameOf),
    cells: shown.map((from) => shown.map((to) => cellOf(from, to))),
    hidden: hosts.length - shown.length,
  };
}

const isBad = ({ level }: Cell): boolean => level === "none" || level === "some";

const reportOf = ({ connectivity }: Host): ConnectivityReport | null =>
  connectivity ? JSON.parse(connectivity) : null;

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
