// A decision in the making: values as they will be, and, at its end, what that changes.
import type { Changes } from "./changes.ts";
import { newsIn } from "./equality.ts";
import type { EventDraft } from "./events/draft.ts";
import type { Cluster } from "./model/cluster.ts";
import type { Host } from "./model/host.ts";

export class Draft {
  /** Grows with every real change, so that "did anything happen?" is a comparison. */
  version = 0;
  /** Grows when something changed that checks of other hosts may look at. */
  basis = 0;
  readonly events: EventDraft[] = [];
  readonly #before: ReadonlyMap<string, Host>;
  readonly #clusterBefore: Cluster | null;
  #cluster: Cluster | null;
  readonly #hosts: Map<string, Host>;
  #list: readonly Host[];
  #stale = false;

  constructor(cluster: Cluster | null, hosts: readonly Host[]) {
    this.#clusterBefore = cluster;
    this.#cluster = cluster;
    this.#before = new Map(hosts.map((host) => [host.id, host]));
    this.#hosts = new Map(this.#before);
    this.#list = hosts;
  }

  get cluster(): Cluster | null {
    return this.#cluster;
  }

  /** The same array until a host changes: whoever caches by it, may. */
  get hosts(): readonly Host[] {
    if (this.#stale) this.#list = [...this.#hosts.values()];
    this.#stale = false;
    return this.#list;
  }

  patchCluster(patch: Partial<Cluster>): void {
    if (this.#cluster === null) return;
    const news = newsIn(patch, this.#cluster);
    if (isEmpty(news)) return;
    this.#cluster = { ...this.#cluster, ...news };
    this.#count(news);
  }

  patchHost(id: string, patch: Partial<Host>): void {
    const host = this.#hosts.get(id);
    const news = host ? newsIn(patch, host) : {};
    if (!host || isEmpty(news)) return;
    this.#hosts.set(id, { ...host, ...news });
    this.#stale = true;
    this.#count(news);
  }

  #count(news: object): void {
    this.version += 1;
    for (const field in news) {
      if (outcomes.has(field)) continue;
      this.basis += 1;
      return;
    }
  }

  tell(events: readonly EventDraft[]): void {
    this.events.push(...events);
  }

  changes(): Changes {
    const hosts = new Map<string, Partial<Host>>();
    for (const [id, before] of this.#before) {
      const after = this.#hosts.get(id);
      if (after === undefined || after === before) continue;
      const news = newsIn(after, before);
      if (!isEmpty(news)) hosts.set(id, news);
    }
    const cluster =
      this.#cluster === null || this.#clusterBefore === null ? {} : newsIn(this.#cluster, this.#clusterBefore);
    return { cluster, hosts, events: this.events };
  }
}

/** Where a decision ends up: no check asks another host, or the cluster, for these. */
const outcomes: ReadonlySet<string> = new Set<keyof Host | keyof Cluster>([
  "status",
  "statusInfo",
  "statusUpdatedAt",
  "validations",
  "progress",
]);

const isEmpty = (patch: object): boolean => {
  for (const _ in patch) return false;
  return true;
};
