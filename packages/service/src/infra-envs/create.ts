import { randomBytes } from "node:crypto";
import { draftEvent, type InfraEnv, infraEnvDefaults, type NewInfraEnv } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Caller } from "../auth/caller.ts";
import { notFound, orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { checkDiscoveryIgnition } from "./discovery-ignition.ts";
import { imageVersion } from "./image-version.ts";
import { checkStaticNetworks } from "./static-network.ts";

type Creation = Readonly<{ input: NewInfraEnv; caller: Caller; requestId: string; id?: string }>;

/** A new infra-env, for a cluster or as a pool. `id` is given where the 2021 API has the cluster be its own infra-env. */
export async function createInfraEnv(
  service: Service,
  { input: given, caller, requestId, id }: Creation,
): Promise<InfraEnv> {
  const input = given.clusterId === undefined ? given : { ...given, clusterId: given.clusterId.toLowerCase() };
  const { aggregates, catalogue, policy } = service;
  const cluster = input.clusterId === undefined ? null : (await existingCluster(service, input.clusterId)).root;
  const openshiftVersion = imageVersion(catalogue, {
    version: input.openshiftVersion ?? "",
    architecture: input.cpuArchitecture ?? cluster?.cpuArchitecture ?? "x86_64",
    cluster,
  });
  const birth = {
    id: id ?? service.newId(),
    now: service.now(),
    owner: { userName: caller.userName, orgId: caller.orgId, emailDomain: caller.emailDomain },
  };
  const infraEnv = orRefuse(infraEnvDefaults(input, { cluster, openshiftVersion }, policy, birth));
  await checkStaticNetworks(infraEnv.staticNetworkConfig);
  await checkDiscoveryIgnition(service, infraEnv, input.pullSecret);
  const told = draftEvent("infra_env_registered", { infraEnvId: infraEnv.id, clusterId: infraEnv.clusterId }, {});
  const secrets = { "pull-secret": input.pullSecret, "image-token-key": randomBytes(32).toString("base64") };
  const { root } = await aggregates.createPool(infraEnv, { events: [told], secrets }, requestId);
  return root;
}

async function existingCluster({ aggregates }: Service, clusterId: string) {
  try {
    return await aggregates.cluster(clusterId);
  } catch (error) {
    if (error instanceof Missing) throw notFound(`There is no cluster ${clusterId} for this infra-env to belong to.`);
    throw error;
  }
}
