import { jsonSchema, V2ClusterUpdateParams } from "@muster/contract";
import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { checked } from "../../params/checked.ts";
import { secretFields, secretFlags } from "../../params/files.ts";
import { fieldsFromPairs } from "../../params/pairs.ts";
import { pairArgument, pairHelp } from "../../params/set.ts";
import { findClusterId } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { clusterPage } from "../../show/clusters.ts";
import { clusterArgument } from "./arguments.ts";

const schema = jsonSchema(V2ClusterUpdateParams);

export const clusterSet = serviceCommand({
  arguments: [clusterArgument, pairArgument(schema)],
  flags: [...secretFlags, tableFlag],
  details: (width) => pairHelp(schema, width, "muster cluster set lab api_vips=192.0.2.5 ingress_vips=192.0.2.6"),
  async run(service, invocation, io) {
    const [word = "", ...pairs] = invocation.args;
    const fields = { ...fieldsFromPairs(schema, pairs), ...(await secretFields(invocation, io, "ssh_public_key")) };
    if (Object.keys(fields).length === 0) throw usageFailure("nothing is to be set.", "Give KEY=VALUE, or a flag.");
    const body = checked(V2ClusterUpdateParams, fields);
    const cluster_id = await findClusterId(service, word);
    const cluster = await service.client.call("V2UpdateCluster", { params: { cluster_id }, body });
    await print(invocation, io, cluster, (wide) => clusterPage(cluster, io, wide));
    return exitCode.ok;
  },
});
