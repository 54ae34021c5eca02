import { randomBytes } from "node:crypto";
import { draftEvent, type InfraEnv, infraEnvDefaults, type NewInfraEnv } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Caller } from "../auth/caller.ts";
import { badRequest, notFound, orRefuse } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { checkDiscoveryIgnition } from "./discovery-ignition.ts";
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
  const wanted = input.openshiftVersion || cluster?.openshiftVersion || "";
  const architecture = input.cpuArchitecture ?? cluster?.cpuArchitecture ?? "x86_64";
  const image = catalogue.findOsImage(wanted, architecture === "multi" ? "x86_64" : architecture);
  if (!image && input.openshiftVersion) {
    const offered = [...new Set(catalogue.osImages.map(({ openshift_version }) => openshift_version))];
    throw badRequest(
      `openshift_version is ${JSON.stringify(wanted.slice(0, 40))}, which has no live image for ${architecture}: give one of ${offered.join(", ")}, or add an image to OS_IMAGES`,
    );
  }
  const birth = {
    id: id ?? service.newId(),
    now: service.now(),
    owner: { userName: caller.userName, orgId: caller.orgId, emailDomain: caller.emailDomain },
  };
  const openshiftVersion = image?.openshift_version ?? wanted;
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
