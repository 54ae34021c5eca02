import { hash } from "node:crypto";
import { type Cluster, clusterChanges, type ManifestFile } from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import type { Service } from "../service.ts";
import { Turns } from "../turns.ts";

export const manifestsPrefix = (clusterId: string): string => `${clusterId}/manifests`;

export const manifestKey = (clusterId: string, { content }: Pick<ManifestFile, "content">): string =>
  `${manifestsPrefix(clusterId)}/${content}`;

export const contentName = (bytes: Uint8Array): string => hash("sha256", bytes);

type Change = Readonly<{
  clusterId: string;
  requestId: string;
  /** What the manifests are afterwards; asked once more when they are set. */
  decide: (cluster: Cluster) => readonly ManifestFile[];
  bytes?: Uint8Array;
}>;

/**
 * The list in the cluster is what counts. New bytes are stored under a name of their own before the list names them, and
 * what the list does not name is removed after each change, also what a crash left behind.
 */
export class ManifestFiles {
  readonly #service: Pick<Service, "aggregates" | "objects" | "log">;
  readonly #turns = new Turns();

  constructor(service: Pick<Service, "aggregates" | "objects" | "log">) {
    this.#service = service;
  }

  change(change: Change): Promise<void> {
    return this.#turns.take(change.clusterId, () => this.#change(change));
  }

  async #change({ clusterId, requestId, decide, bytes }: Change): Promise<void> {
    const { aggregates, objects, log } = this.#service;
    decide((await aggregates.cluster(clusterId)).root);
    try {
      if (bytes) await objects.put(manifestKey(clusterId, { content: contentName(bytes) }), bytes);
      await aggregates.changeCluster(
        clusterId,
        ({ root }) => decided(clusterChanges(root, { manifests: decide(root) }), undefined),
        requestId,
      );
    } finally {
      await this.#sweep(clusterId).catch((error) =>
        log.warn({ err: error, clusterId }, "old manifests were not removed"),
      );
    }
  }

  async #sweep(clusterId: string): Promise<void> {
    const { aggregates, objects } = this.#service;
    const { root } = await aggregates.cluster(clusterId);
    const named = new Set(root.manifests.map((file) => manifestKey(clusterId, file)));
    for (const key of await objects.list(manifestsPrefix(clusterId))) if (!named.has(key)) await objects.delete(key);
  }
}
