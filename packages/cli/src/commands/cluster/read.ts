import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import { findCluster, listClusters } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { clusterPage, clusterTable } from "../../show/clusters.ts";
import { clusterArgument } from "./arguments.ts";

export const clusterList = serviceCommand({
  flags: [tableFlag],
  async run(service, invocation, io) {
    const clusters = await listClusters(service);
    await print(invocation, io, clusters, (wide) => clusterTable(clusters, io, wide));
    return exitCode.ok;
  },
});

export const clusterGet = serviceCommand({
  arguments: [clusterArgument],
  flags: [tableFlag],
  async run(service, invocation, io) {
    const cluster = await findCluster(service, invocation.args[0] ?? "");
    await print(invocation, io, cluster, (wide) => clusterPage(cluster, io, wide));
    return exitCode.ok;
  },
});
