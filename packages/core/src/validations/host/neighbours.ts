// Look-ups over the hosts of a cluster, made once per list of hosts: all of them ask during one refresh.
import type { Host } from "../../model/host.ts";

type Neighbours = Readonly<{
  byId: ReadonlyMap<string, Host>;
  idsByName: ReadonlyMap<string, readonly string[]>;
}>;

const known = new WeakMap<readonly Host[], Neighbours>();

export function neighbours(hosts: readonly Host[]): Neighbours {
  const before = known.get(hosts);
  if (before) return before;
  const idsByName = new Map<string, string[]>();
  for (const host of hosts) {
    const name = nameOf(host);
    const ids = idsByName.get(name);
    if (ids) ids.push(host.id);
    else idsByName.set(name, [host.id]);
  }
  const made = { byId: new Map(hosts.map((host) => [host.id, host])), idsByName };
  known.set(hosts, made);
  return made;
}

/** Empty until the host says its name or somebody gives it one. */
export const nameOf = (host: Host): string => host.requestedHostname || host.inventory?.hostname || "";
