import { type Host, HostUpdateParams, jsonSchema } from "@muster/contract";
import { exitCode } from "../../exit-code.ts";
import { Failure, usageFailure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { checked } from "../../params/checked.ts";
import { fieldsFromPairs } from "../../params/pairs.ts";
import { pairArgument, pairHelp } from "../../params/set.ts";
import { fileArgument, offeredName, saveTo, sendToOutput } from "../../service/download.ts";
import { findCluster, findHost } from "../../service/find.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { nameOf } from "../../show/hosts.ts";
import { bytes } from "../../show/measures.ts";
import { clusterArgument } from "../cluster/arguments.ts";
import { type Act, hostAction } from "./action.ts";
import { hostArgument } from "./arguments.ts";

const schema = jsonSchema(HostUpdateParams);
const aliases = { name: "host_name", role: "host_role", labels: "node_labels" };

export const hostSet = serviceCommand({
  arguments: [hostArgument, pairArgument(schema)],
  flags: [tableFlag],
  details: (width) => pairHelp(schema, width, "muster host set 3f2a role=worker name=worker-1 labels=rack=7,row=b"),
  async run(service, invocation, io) {
    const [word = "", ...pairs] = invocation.args;
    const fields = fieldsFromPairs(schema, pairs, aliases);
    if (Object.keys(fields).length === 0) throw usageFailure("nothing is to be set.", "Give KEY=VALUE.");
    const body = checked(HostUpdateParams, fields);
    const { params } = await findHost(service, word);
    const host = await service.client.call("v2UpdateHost", { params, body });
    await print(invocation, io, host, () => `host ${nameOf(host)} is changed: ${host.role}, ${host.status}\n`);
    return exitCode.ok;
  },
});

/** With the status that it has then. */
const action = (act: Act<Host>, says: string, details: string) =>
  hostAction(act, ({ status }) => `${says}: ${status}`, details);

export const hostUnbind = action(
  (client, params) => client.call("UnbindHost", { params }),
  "goes back to the pool",
  "The machine boots the live image again before it can be used.",
);
export const hostInstall = action(
  (client, params) => client.call("v2InstallHost", { params }),
  "is being installed",
  "For hosts of a cluster that is installed already and takes more (`muster cluster add-hosts`).",
);
export const hostReset = action(
  (client, params) => client.call("v2ResetHost", { params }),
  "starts over",
  "For hosts that failed to join a cluster that is installed already.",
);

export const hostBind = serviceCommand({
  arguments: [hostArgument, clusterArgument],
  flags: [tableFlag],
  async run(service, invocation, io) {
    const [hostWord = "", clusterWord = ""] = invocation.args;
    // A host that changes hands is forgotten and asked anew, its name included.
    const found = await findHost(service, hostWord);
    const { id: cluster_id, name } = await findCluster(service, clusterWord);
    const host = await service.client.call("BindHost", { params: found.params, body: { cluster_id } });
    await print(invocation, io, host, () => `host ${nameOf(found)} belongs to cluster ${name}: ${host.status}\n`);
    return exitCode.ok;
  },
});

export const hostDelete = serviceCommand({
  arguments: [hostArgument],
  details: () => "A machine that still runs the live image registers again.",
  async run(service, invocation, io) {
    const host = await findHost(service, invocation.args[0] ?? "");
    await service.client.call("v2DeregisterHost", { params: host.params });
    io.out(`host ${nameOf(host)} (${host.id}) is gone\n`);
    return exitCode.ok;
  },
});

export const hostLogs = serviceCommand({
  arguments: [hostArgument, fileArgument],
  async run(service, invocation, io) {
    const [word = "", file] = invocation.args;
    const host = await findHost(service, word);
    const { cluster_id } = host;
    if (cluster_id === undefined) {
      throw new Failure(
        `host ${nameOf(host)} belongs to no cluster, and has no logs here.`,
        "Logs come with an installation.",
      );
    }
    const query = { logs_type: "host" as const, host_id: host.id };
    const response = await service.client.call("V2DownloadClusterLogs", { params: { cluster_id }, query });
    if (file === "-") {
      await sendToOutput(response.body, io);
      return exitCode.ok;
    }
    const path = file ?? offeredName(response, `${nameOf(host)}_logs.tar.gz`);
    io.out(`${path}: ${bytes(await saveTo(path, response.body, { io, secret: true }))}\n`);
    return exitCode.ok;
  },
});
