import type * as wire from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import { imageFacts } from "../infra-envs/image-link.ts";
import { defined } from "../present/defined.ts";
import { presentInfraEnv } from "../present/infra-env.ts";
import type { Service } from "../service.ts";
import { and, inArray, isNull } from "../store/drizzle.ts";
import { infraEnvs } from "../store/schema.ts";

/** Clusters as they were shown in 2021: the image was the cluster's, and it had one address of each kind. */
export async function asIn2021(service: Service, clusters: readonly wire.Cluster[]): Promise<wire.V1Cluster[]> {
  const ids = clusters.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await service.db
    .select({ document: infraEnvs.document })
    .from(infraEnvs)
    .where(and(inArray(infraEnvs.id, ids), isNull(infraEnvs.deletedAt)));
  const images = new Map(rows.map(({ document }) => [document.id, document]));
  return Promise.all(
    clusters.map(async (cluster) => {
      const infraEnv = images.get(cluster.id);
      return defined({
        ...cluster,
        api_vip: cluster.api_vips?.[0]?.ip,
        ingress_vip: cluster.ingress_vips?.[0]?.ip,
        ...(infraEnv && { image_info: await imageInfo(service, infraEnv) }),
      });
    }),
  );
}

async function imageInfo(service: Service, infraEnv: InfraEnv): Promise<wire.ImageInfo> {
  const shown = presentInfraEnv(infraEnv, await imageFacts(service, infraEnv));
  return defined({
    ssh_public_key: shown.ssh_authorized_key,
    size_bytes: shown.size_bytes,
    download_url: shown.download_url,
    generator_version: shown.generator_version,
    created_at: shown.updated_at,
    expires_at: shown.expires_at,
    static_network_config: shown.static_network_config,
    type: shown.type,
  });
}
