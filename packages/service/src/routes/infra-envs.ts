import { randomBytes } from "node:crypto";
import * as wire from "@muster/contract";
import { draftEvent, type InfraEnv, updateInfraEnv } from "@muster/core";
import { visibleTo } from "../auth/caller.ts";
import { clusterIfAny } from "../clusters/find.ts";
import { orTell } from "../events/refusal.ts";
import type { Handlers } from "../http/handler.ts";
import { orRefuse } from "../http/problem.ts";
import { createInfraEnv } from "../infra-envs/create.ts";
import { deregisterInfraEnv } from "../infra-envs/deregister.ts";
import { checkDiscoveryIgnition } from "../infra-envs/discovery-ignition.ts";
import { imageFacts, imageLink } from "../infra-envs/image-link.ts";
import { imageVersion } from "../infra-envs/image-version.ts";
import { checkStaticNetworks } from "../infra-envs/static-network.ts";
import { presentInfraEnv } from "../present/infra-env.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Service } from "../service.ts";
import { and, eq, isNull } from "../store/drizzle.ts";
import { openProxy } from "../store/proxies.ts";
import { infraEnvs } from "../store/schema.ts";
import { visibleRows } from "../store/visible.ts";

export function infraEnvHandlers(service: Service) {
  const { aggregates, catalogue, db } = service;
  const show = async (infraEnv: InfraEnv): Promise<wire.InfraEnv> =>
    presentInfraEnv(infraEnv, await imageFacts(service, infraEnv));

  return {
    RegisterInfraEnv: async ({ body, caller, requestId }) => {
      const input = wire.fromWire(wire.InfraEnvCreateParams, body);
      return { status: 201, body: await show(await createInfraEnv(service, { input, caller, requestId })) };
    },
    ListInfraEnvs: async ({ query, caller }) => {
      const rows = await db
        .select({ document: infraEnvs.document })
        .from(infraEnvs)
        .where(
          and(
            isNull(infraEnvs.deletedAt),
            visibleRows(infraEnvs, visibleTo(caller)),
            query.cluster_id === undefined ? undefined : eq(infraEnvs.clusterId, query.cluster_id),
            query.owner === undefined ? undefined : eq(infraEnvs.userName, query.owner),
          ),
        )
        .orderBy(infraEnvs.createdAt, infraEnvs.id);
      const shown = rows.map(({ document }) => show(openProxy(db.vault, "infra-env", document)));
      return { status: 200, body: await Promise.all(shown) };
    },
    GetInfraEnv: async ({ params }) => ({
      status: 200,
      body: await show((await aggregates.pool(params.infra_env_id)).root),
    }),
    UpdateInfraEnv: async ({ params, body, requestId }) => {
      const before = (await aggregates.pool(params.infra_env_id)).root;
      const cluster = before.clusterId === null ? null : await clusterIfAny(aggregates, before.clusterId);
      const asked = body.openshift_version;
      const update = {
        ...wire.fromWire(wire.InfraEnvUpdateParams, body),
        ...(asked !== undefined && {
          openshiftVersion: imageVersion(catalogue, { version: asked, architecture: before.cpuArchitecture, cluster }),
        }),
      };
      const planned = orRefuse(updateInfraEnv(before, update, cluster, service.now()));
      await checkStaticNetworks(planned.staticNetworkConfig ?? []);
      await checkDiscoveryIgnition(service, { ...before, ...planned }, body.pull_secret);
      await aggregates.changePool(
        params.infra_env_id,
        (pool, now) => {
          const root = orRefuse(updateInfraEnv(pool.root, update, cluster, now));
          const changed = Object.keys(root).length > 0;
          const details = `image type is "${root.imageType ?? pool.root.imageType}"`;
          const subject = { infraEnvId: pool.root.id, clusterId: pool.root.clusterId };
          return {
            answer: undefined,
            root,
            events: changed ? [draftEvent("image_info_updated", subject, { details })] : [],
            ...(body.pull_secret && { secrets: { "pull-secret": body.pull_secret } }),
          };
        },
        requestId,
      );
      return { status: 201, body: await show((await aggregates.pool(params.infra_env_id)).root) };
    },
    DeregisterInfraEnv: async ({ params, requestId }) => {
      const id = params.infra_env_id;
      await orTell(deregisterInfraEnv(service, id, requestId), (error) =>
        aggregates.changePool(
          id,
          ({ root: { clusterId } }) => ({
            answer: undefined,
            events: [draftEvent("infra_env_deregister_failed", { infraEnvId: id, clusterId }, { error })],
          }),
          requestId,
        ),
      );
      return { status: 204, body: undefined };
    },
    GetInfraEnvDownloadURL: async ({ params }) => {
      const { url, expiresAt } = await imageLink(service, (await aggregates.pool(params.infra_env_id)).root);
      return { status: 200, body: { url, ...(expiresAt !== null && { expires_at: wireTime(expiresAt) }) } };
    },
    RegenerateInfraEnvSigningKey: async ({ params, requestId }) => {
      await aggregates.changePool(
        params.infra_env_id,
        () => ({ answer: undefined, secrets: { "image-token-key": randomBytes(32).toString("base64") } }),
        requestId,
      );
      return { status: 204, body: undefined };
    },
  } satisfies Handlers;
}
