// Completion of names: asks the service, and is silent when it does not answer.
import type { Completer, HalfTyped } from "../command.ts";
import { hostName, listClusters, listInfraEnvs } from "./find.ts";
import { listHosts } from "./hosts.ts";
import { completionService, type Service } from "./service-command.ts";

type Named = Readonly<{ id: string; name: string }>;

const completer =
  (list: (service: Service) => Promise<readonly Named[]>): Completer =>
  async (line: HalfTyped) =>
    words(await list(await completionService(line)));

export const clusterNames = completer(listClusters);
export const infraEnvNames = completer(listInfraEnvs);
export const hostNames = completer(async (service) =>
  (await listHosts(service)).map((host) => ({ id: host.id, name: hostName(host) })),
);

/** A name that several share, or that a shell would take apart, is of no use: its id is. */
function words(items: readonly Named[]): string[] {
  const counts = Map.groupBy(items, ({ name }) => name);
  return items.map(({ id, name }) => (/^[\w.@+-]+$/.test(name) && counts.get(name)?.length === 1 ? name : id)).sort();
}
