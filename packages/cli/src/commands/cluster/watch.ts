import { findClusterId } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { clusterTable } from "../../show/clusters.ts";
import { hostTable } from "../../show/hosts.ts";
import { watch, watchFlags } from "../watch.ts";
import { clusterArgument } from "./arguments.ts";

export const clusterWatch = serviceCommand({
  arguments: [{ ...clusterArgument, optional: true, says: "One cluster, with its hosts; all clusters otherwise" }],
  flags: watchFlags,
  details: () =>
    "Shows changes as they happen, until Ctrl-C. Where the output is no terminal, each changed line is printed.",
  async run(service, invocation, io) {
    const [word] = invocation.args;
    if (word === undefined) {
      return watch(service, invocation, io, {
        scope: {},
        withHosts: false,
        picture: ({ clusters }, wide) => clusterTable(clusters, io, wide, io.isTerminal),
        items: ({ clusters }) => clusters,
      });
    }
    return watch(service, invocation, io, {
      scope: { cluster_id: await findClusterId(service, word) },
      withHosts: true,
      picture: ({ clusters, hosts }, wide) =>
        `${clusterTable(clusters, io, wide, io.isTerminal)}\n${hostTable(hosts, io, wide, { withAges: io.isTerminal })}`,
      items: ({ clusters, hosts }) => [...clusters, ...hosts],
    });
  },
});
