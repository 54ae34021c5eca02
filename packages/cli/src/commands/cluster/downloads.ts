import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { outputFlag, print } from "../../output.ts";
import { fileArgument, offeredName, saveTo, sendToOutput } from "../../service/download.ts";
import { findCluster, findClusterId, findHost } from "../../service/find.ts";
import { hostNames } from "../../service/names.ts";
import { serviceCommand } from "../../service/service-command.ts";
import { bytes } from "../../show/measures.ts";
import { columns } from "../../text.ts";
import { clusterArgument } from "./arguments.ts";

export const clusterLogs = serviceCommand({
  arguments: [clusterArgument, fileArgument],
  flags: [
    { name: "host", value: "HOST", says: "Only the logs of this host", completes: hostNames },
    { name: "controller", says: "Only the logs of the controller in the new cluster" },
  ],
  details: () =>
    "Logs are collected when an installation ends or fails. Without FILE they are saved under the name that the service gives.",
  async run(service, invocation, io) {
    const [word = "", file] = invocation.args;
    const { id: cluster_id, name } = await findCluster(service, word);
    const hostWord = invocation.value("host");
    if (hostWord !== undefined && invocation.has("controller")) {
      throw usageFailure("--host and --controller ask for different logs.", "Give one of them.");
    }
    const query =
      hostWord !== undefined
        ? { logs_type: "host" as const, host_id: (await findHost(service, hostWord, { cluster_id })).id }
        : { logs_type: invocation.has("controller") ? ("controller" as const) : ("all" as const) };
    const response = await service.client.call("V2DownloadClusterLogs", { params: { cluster_id }, query });
    if (file === "-") {
      await sendToOutput(response.body, io);
      return exitCode.ok;
    }
    const path = file ?? offeredName(response, `${name}_logs.tar.gz`);
    io.out(`${path}: ${bytes(await saveTo(path, response.body, { io, secret: true }))}\n`);
    return exitCode.ok;
  },
});

export const clusterKubeconfig = serviceCommand({
  arguments: [clusterArgument, { ...fileArgument, says: "Where to write it, for its owner only; printed otherwise" }],
  flags: [{ name: "no-ingress", says: "The one that is there before the cluster is finished" }],
  async run(service, invocation, io) {
    const [word = "", file = "-"] = invocation.args;
    const cluster_id = await findClusterId(service, word);
    const file_name = invocation.has("no-ingress") ? "kubeconfig-noingress" : "kubeconfig";
    const response = await service.client.call("V2DownloadClusterCredentials", {
      params: { cluster_id },
      query: { file_name },
    });
    if (file === "-") io.out(await response.text());
    else {
      await saveTo(file, response.body, { io, secret: true });
      io.out(`${file} is written; try: KUBECONFIG=${file} kubectl get nodes\n`);
    }
    return exitCode.ok;
  },
});

export const clusterCredentials = serviceCommand({
  arguments: [clusterArgument],
  flags: [outputFlag],
  details: () => "Prints the password of the administrator. They are there once the cluster is installed.",
  async run(service, invocation, io) {
    const cluster_id = await findClusterId(service, invocation.args[0] ?? "");
    const credentials = await service.client.call("V2GetCredentials", { params: { cluster_id } });
    const { username = "", password = "", console_url = "" } = credentials;
    await print(
      invocation,
      io,
      credentials,
      () =>
        `${columns([
          ["username", username],
          ["password", password],
          ["console", console_url],
        ])}\n`,
    );
    return exitCode.ok;
  },
});
