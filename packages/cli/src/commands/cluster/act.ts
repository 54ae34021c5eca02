import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import { findCluster } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { clusterArgument } from "./arguments.ts";

/** Commands that ask the service to do one thing to one cluster. */
const action = (
  operation: "V2CancelInstallation" | "v2ResetCluster" | "TransformClusterToAddingHosts",
  says: string,
  details: string,
) =>
  serviceCommand({
    arguments: [clusterArgument],
    flags: [tableFlag],
    details: () => details,
    async run(service, invocation, io) {
      const { id } = await findCluster(service, invocation.args[0] ?? "");
      const cluster = await service.client.call(operation, { params: { cluster_id: id } });
      await print(invocation, io, cluster, () => `cluster ${cluster.name} ${says}: ${cluster.status}\n`);
      return exitCode.ok;
    },
  });

export const clusterCancel = action(
  "V2CancelInstallation",
  "is cancelled",
  "Hosts keep what is on their disks; `muster cluster reset` makes the cluster installable again.",
);
export const clusterReset = action(
  "v2ResetCluster",
  "starts over",
  "Hosts that run the live image go back to being checked; those that do not must boot it again.",
);
export const clusterAddHosts = action(
  "TransformClusterToAddingHosts",
  "takes more hosts",
  "An installed cluster only; its new hosts boot an image of `muster infra-env create --cluster`.",
);

export const clusterDelete = serviceCommand({
  arguments: [clusterArgument],
  async run(service, invocation, io) {
    const { id, name } = await findCluster(service, invocation.args[0] ?? "");
    await service.client.call("v2DeregisterCluster", { params: { cluster_id: id } });
    io.out(`cluster ${name} (${id}) is gone\n`);
    return exitCode.ok;
  },
});
