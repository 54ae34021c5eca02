import type { Flag, Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { print, tableFlag } from "../../output.ts";
import {
  findClusterId,
  findHost,
  findInfraEnv,
  type HostScope,
  listClusters,
  listInfraEnvs,
} from "../../service/find.ts";
import { listHosts } from "../../service/hosts.ts";
import { infraEnvNames } from "../../service/names.ts";
import { type Service, serviceCommand } from "../../service/service-command.ts";
import { hostPage, hostTable, type Names } from "../../show/hosts.ts";
import { clusterFlag } from "../cluster/arguments.ts";
import { watch, watchFlags } from "../watch.ts";
import { hostArgument } from "./arguments.ts";

const scopeFlags: readonly Flag[] = [
  clusterFlag,
  { name: "infra-env", value: "INFRA-ENV", says: "Only those that booted its image", completes: infraEnvNames },
];

export const hostList = serviceCommand({
  flags: [...scopeFlags, { name: "status", value: "STATUS", says: "Only those in this status" }, tableFlag],
  details: () =>
    "Hosts are shown without the bulky parts of what they report; `muster host get -o json` has all of it.",
  async run(service, invocation, io) {
    const scope = await scopeOf(service, invocation);
    const status = invocation.value("status");
    const hosts = (await listHosts(service, scope)).filter((host) => status === undefined || host.status === status);
    const names = scope.cluster_id === undefined ? await clusterNamesOf(service) : new Map();
    await print(invocation, io, hosts, (wide) => hostTable(hosts, io, wide, { names }));
    return exitCode.ok;
  },
});

export const hostGet = serviceCommand({
  arguments: [hostArgument],
  flags: [tableFlag],
  async run(service, invocation, io) {
    const { params, hardware } = await findHost(service, invocation.args[0] ?? "");
    const host = await service.client.call("v2GetHost", { params });
    const names = new Map([...(await clusterNamesOf(service)), ...(await infraEnvNamesOf(service))]);
    await print(invocation, io, host, () => hostPage(host, hardware, names, io));
    return exitCode.ok;
  },
});

export const hostWatch = serviceCommand({
  arguments: [{ ...hostArgument, optional: true, says: "One host; all of them otherwise" }],
  flags: [...scopeFlags, ...watchFlags],
  details: () =>
    "Shows changes as they happen, until Ctrl-C. Where the output is no terminal, each changed line is printed.",
  async run(service, invocation, io) {
    const [word] = invocation.args;
    const scope = await scopeOf(service, invocation);
    const host = word === undefined ? {} : { host_id: (await findHost(service, word, scope)).id };
    const names = scope.cluster_id === undefined ? await clusterNamesOf(service) : new Map();
    return watch(service, invocation, io, {
      scope: { ...scope, ...host },
      withHosts: true,
      picture: ({ hosts }, wide) => hostTable(hosts, io, wide, { names, withAges: io.isTerminal }),
      items: ({ hosts }) => hosts,
    });
  },
});

async function scopeOf(service: Service, invocation: Invocation): Promise<HostScope> {
  const cluster = invocation.value("cluster");
  const infraEnv = invocation.value("infra-env");
  return {
    ...(cluster !== undefined && { cluster_id: await findClusterId(service, cluster) }),
    ...(infraEnv !== undefined && { infra_env_id: (await findInfraEnv(service, infraEnv)).id }),
  };
}

export async function clusterNamesOf(service: Service): Promise<Names> {
  return new Map((await listClusters(service)).map(({ id, name }) => [id, name]));
}

async function infraEnvNamesOf(service: Service): Promise<Names> {
  return new Map((await listInfraEnvs(service)).map(({ id, name }) => [id, name]));
}
