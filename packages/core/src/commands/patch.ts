import { type Changes, noChanges } from "../changes.ts";
import { newsIn } from "../equality.ts";
import type { EventDraft } from "../events/draft.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";

const isEmpty = (patch: object): boolean => Object.keys(patch).length === 0;

/** A patch of one host. Values that it has already are left out; when all are, nothing happened and nothing is told. */
export function hostChanges(host: Host, patch: Partial<Host>, events: readonly EventDraft[] = []): Changes {
  const news = newsIn(patch, host);
  return isEmpty(news) ? noChanges : { cluster: {}, hosts: new Map([[host.id, news]]), events };
}

export function clusterChanges(cluster: Cluster, patch: Partial<Cluster>, events: readonly EventDraft[] = []): Changes {
  const news = newsIn(patch, cluster);
  return isEmpty(news) ? noChanges : { cluster: news, hosts: new Map(), events };
}
