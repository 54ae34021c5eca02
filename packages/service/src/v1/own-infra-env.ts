// A cluster of 2021 is its own infra-env: one with the same id, made when somebody asks for an image or when the first
// machine calls. From then on everything about machines and images works as for any other.
import * as wire from "@muster/contract";
import type { Cluster, InfraEnv } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import type { Caller } from "../auth/caller.ts";
import { conflict } from "../http/problem.ts";
import { createInfraEnv } from "../infra-envs/create.ts";
import type { Service } from "../service.ts";
import { readSecret } from "../store/reader.ts";

export type Asking = Readonly<{ clusterId: string; image: wire.ImageCreateParams; caller: Caller; requestId: string }>;

/** Proxy and time servers were the cluster's; an image asks for the rest, each time anew. */
export const imageSettings = (cluster: Cluster, image: wire.ImageCreateParams): wire.InfraEnvUpdateParams => ({
  proxy: {
    http_proxy: cluster.proxy.httpProxy,
    https_proxy: cluster.proxy.httpsProxy,
    no_proxy: cluster.proxy.noProxy,
  },
  additional_ntp_sources: cluster.additionalNtpSource,
  ntp_sources: cluster.ntpSources,
  ssh_authorized_key: image.ssh_public_key ?? "",
  static_network_config: image.static_network_config ?? [],
  ...(image.image_type && { image_type: image.image_type }),
});

export class OwnInfraEnvs {
  readonly #service: Service;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(service: Service) {
    this.#service = service;
  }

  async find(clusterId: string): Promise<InfraEnv | null> {
    try {
      return (await this.#service.aggregates.pool(clusterId)).root;
    } catch (error) {
      if (error instanceof Missing) return null;
      throw error;
    }
  }

  /** The machines of a rack call at once: one of them makes the infra-env, the others find it. */
  async findOrMake(asking: Asking): Promise<"found" | "made"> {
    const { clusterId } = asking;
    const other = this.#underWay.get(clusterId);
    if (other) {
      await other.catch(() => {});
      return this.findOrMake(asking);
    }
    const mine = this.#findElseMake(asking);
    this.#underWay.set(clusterId, mine);
    try {
      return await mine;
    } finally {
      this.#underWay.delete(clusterId);
    }
  }

  async #findElseMake(asking: Asking): Promise<"found" | "made"> {
    if (await this.find(asking.clusterId)) return "found";
    const { clusterId: id, image, requestId } = asking;
    const { root: cluster } = await this.#service.aggregates.cluster(id);
    // It belongs to whom the cluster belongs to: machines, which own nothing, may be the first to ask.
    const { userName, orgId, emailDomain } = cluster;
    const caller = { ...asking.caller, userName, orgId, emailDomain };
    const body: wire.InfraEnvCreateParams = {
      ...imageSettings(cluster, image),
      name: `${cluster.name}_infra-env`,
      cluster_id: id,
      pull_secret: (await readSecret(this.#service.db, { kind: "cluster", id }, "pull-secret")) ?? "",
    };
    try {
      const input = wire.fromWire(wire.InfraEnvCreateParams, body);
      await createInfraEnv(this.#service, { input, caller, requestId, id });
      return "made";
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      throw conflict(
        `the infra-env of cluster ${cluster.name} was deleted; needed: one that machines can join. To go on, make a new one with POST /v2/infra-envs.`,
      );
    }
  }
}
