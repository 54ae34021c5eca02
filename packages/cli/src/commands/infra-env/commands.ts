import { type InfraEnv, InfraEnvCreateParams, InfraEnvUpdateParams, jsonSchema } from "@muster/contract";
import type { Argument } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { usageFailure } from "../../failure.ts";
import { print, tableFlag } from "../../output.ts";
import { checked } from "../../params/checked.ts";
import { fileFlag, readDescriptions, secretFields, secretFlags } from "../../params/files.ts";
import { fieldFlags, fieldsFromFlags } from "../../params/flags.ts";
import { type Fields, fieldsFromPairs } from "../../params/pairs.ts";
import { pairArgument, pairHelp } from "../../params/set.ts";
import { staticNetworkFlag, staticNetworks } from "../../params/static-network.ts";
import { findClusterId, findInfraEnv, listInfraEnvs } from "../../service/find.ts";
import { listHosts } from "../../service/hosts.ts";
import { clusterNames, infraEnvNames } from "../../service/names.ts";
import { type Service, serviceCommand } from "../../service/service-command.ts";
import { hostTable } from "../../show/hosts.ts";
import { infraEnvPage, infraEnvTable } from "../../show/infra-envs.ts";
import { clusterNamesOf } from "../host/read.ts";

export const infraEnvArgument: Argument = {
  name: "INFRA-ENV",
  says: "Its name, its id, or the beginning of the id",
  completes: infraEnvNames,
};

const createSchema = jsonSchema(InfraEnvCreateParams);
const updateSchema = jsonSchema(InfraEnvUpdateParams);

export const infraEnvList = serviceCommand({
  flags: [tableFlag],
  async run(service, invocation, io) {
    const infraEnvs = await listInfraEnvs(service);
    const names = await clusterNamesOf(service);
    await print(invocation, io, infraEnvs, (wide) => infraEnvTable(infraEnvs, names, io, wide));
    return exitCode.ok;
  },
});

export const infraEnvGet = serviceCommand({
  arguments: [infraEnvArgument],
  flags: [tableFlag],
  async run(service, invocation, io) {
    const infraEnv = await findInfraEnv(service, invocation.args[0] ?? "");
    const names = await clusterNamesOf(service);
    await print(invocation, io, infraEnv, () => infraEnvPage(infraEnv, names));
    return exitCode.ok;
  },
});

export const infraEnvHosts = serviceCommand({
  arguments: [infraEnvArgument],
  flags: [tableFlag],
  async run(service, invocation, io) {
    const { id } = await findInfraEnv(service, invocation.args[0] ?? "");
    const hosts = await listHosts(service, { infra_env_id: id });
    const names = await clusterNamesOf(service);
    await print(invocation, io, hosts, (wide) => hostTable(hosts, io, wide, { names }));
    return exitCode.ok;
  },
});

export const infraEnvCreate = serviceCommand({
  arguments: [{ name: "NAME", says: "What the infra-env is called", optional: true }],
  flags: [
    fileFlag,
    ...secretFlags,
    {
      name: "cluster",
      value: "CLUSTER",
      says: "The cluster that its hosts belong to; a pool otherwise",
      completes: clusterNames,
    },
    staticNetworkFlag,
    ...fieldFlags(createSchema, ["name", "pull_secret", "static_network_config"]),
    tableFlag,
  ],
  details:
    () => `A field that is given both in a file and by a flag is what the flag says. In files cluster_id may be a name, too.

  muster infra-env create lab --cluster lab --pull-secret-file pull-secret.json --ssh-key-file ~/.ssh/id_ed25519.pub
  muster infra-env create pool --pull-secret-file - --static-network node-1.yaml --static-network node-2.yaml`,
  async run(service, invocation, io) {
    const [name] = invocation.args;
    const described = await readDescriptions(invocation, io, "infra-envs");
    const networks = await staticNetworks(invocation, io);
    const cluster = invocation.value("cluster");
    const said = {
      ...fieldsFromFlags(createSchema, invocation),
      ...(await secretFields(invocation, io, "ssh_authorized_key")),
      ...(name !== undefined && { name }),
      ...(cluster !== undefined && { cluster_id: cluster }),
      ...(networks.length > 0 && { static_network_config: networks }),
    };
    const wanted = [];
    for (const { fields, from } of described) {
      const whole = await withCluster(service, { ...fields, ...said });
      if (whole.pull_secret === undefined) {
        throw usageFailure("there is no pull secret.", "Give it with --pull-secret-file FILE, or - to type it in.");
      }
      wanted.push(checked(InfraEnvCreateParams, whole, from));
    }
    const made: InfraEnv[] = [];
    for (const body of wanted) made.push(await service.client.call("RegisterInfraEnv", { body }));
    await print(invocation, io, made.length === 1 ? made[0] : made, () =>
      made
        .map(
          ({ name: called, id }) =>
            `infra-env ${called} is there: ${id}. \`muster infra-env image ${called}\` fetches its image.\n`,
        )
        .join(""),
    );
    return exitCode.ok;
  },
});

async function withCluster(service: Service, fields: Fields): Promise<Fields> {
  const { cluster_id } = fields;
  return typeof cluster_id === "string" ? { ...fields, cluster_id: await findClusterId(service, cluster_id) } : fields;
}

export const infraEnvSet = serviceCommand({
  arguments: [infraEnvArgument, pairArgument(updateSchema)],
  flags: [...secretFlags, staticNetworkFlag, tableFlag],
  details: (width) =>
    pairHelp(updateSchema, width, "muster infra-env set lab image_type=minimal-iso kernel_arguments=console=ttyS0"),
  async run(service, invocation, io) {
    const [word = "", ...pairs] = invocation.args;
    const networks = await staticNetworks(invocation, io);
    const fields = {
      ...fieldsFromPairs(updateSchema, pairs),
      ...(await secretFields(invocation, io, "ssh_authorized_key")),
      ...(networks.length > 0 && { static_network_config: networks }),
    };
    if (Object.keys(fields).length === 0) throw usageFailure("nothing is to be set.", "Give KEY=VALUE, or a flag.");
    const body = checked(InfraEnvUpdateParams, fields);
    const { id } = await findInfraEnv(service, word);
    const infraEnv = await service.client.call("UpdateInfraEnv", { params: { infra_env_id: id }, body });
    const names = await clusterNamesOf(service);
    await print(invocation, io, infraEnv, () => infraEnvPage(infraEnv, names));
    return exitCode.ok;
  },
});

export const infraEnvDelete = serviceCommand({
  arguments: [infraEnvArgument],
  async run(service, invocation, io) {
    const { id, name } = await findInfraEnv(service, invocation.args[0] ?? "");
    await service.client.call("DeregisterInfraEnv", { params: { infra_env_id: id } });
    io.out(`infra-env ${name} (${id}) is gone\n`);
    return exitCode.ok;
  },
});

export const infraEnvNewKey = serviceCommand({
  arguments: [infraEnvArgument],
  details:
    () => `Ends every link and every agent's token of the infra-env. Hosts with a token of their own stay connected; others need a new image:
\`muster infra-env image\` fetches it.`,
  async run(service, invocation, io) {
    const { id, name } = await findInfraEnv(service, invocation.args[0] ?? "");
    await service.client.call("RegenerateInfraEnvSigningKey", { params: { infra_env_id: id } });
    io.out(`infra-env ${name} has a new signing key; its older links and tokens open nothing any more\n`);
    return exitCode.ok;
  },
});
