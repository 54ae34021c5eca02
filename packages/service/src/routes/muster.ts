// Muster's own API: what goes on, why, and what would happen next.
import { explainCluster, explainHost, type Host, type Observed, planInstall } from "@muster/core";
import { Missing } from "../aggregates/actor.ts";
import { visibleTo } from "../auth/caller.ts";
import { listClusters } from "../clusters/list.ts";
import { requireSubject } from "../events/subject.ts";
import type { Filter } from "../feed/audience.ts";
import { Reader } from "../feed/reader.ts";
import { visibilityOf } from "../feed/visibility.ts";
import { clusterHistory, type HistoryPage, hostHistory, type Page, reportTimes } from "../history/read.ts";
import type { Handlers, Request } from "../http/handler.ts";
import { badRequest, HttpProblem } from "../http/problem.ts";
import { whileLetIn } from "../http/while-let-in.ts";
import { listLeanHosts } from "../own-api/list-hosts.ts";
import { presentChange, presentExplanation, presentPlan } from "../own-api/present.ts";
import { fleetCounts, readInstalls, summariseInstalls } from "../own-api/stats.ts";
import { leanCluster, leanHost } from "../present/lean.ts";
import { wireTime } from "../present/wire-text.ts";
import type { Service } from "../service.ts";
import { databaseFrom } from "../settings/index.ts";

// Two or three screens full of hosts: who is that far behind catches up faster by coming back.
const mostBuffered = 1_048_576;

export function musterHandlers(service: Service) {
  const { aggregates, db, feed, policy, settings, now } = service;
  const startedAt = now();

  const clusterFacts = async (clusterId: string) => {
    const snapshot = aggregates.snapshot(await aggregates.cluster(clusterId));
    const hosts = snapshot.hosts.map((host) => aggregates.presence.refine(host));
    return {
      ...snapshot,
      hosts,
      policy,
      now: now(),
      observed: await observedOf(hosts),
    };
  };

  const observedOf = async (hosts: readonly Host[]): Promise<Observed> => {
    const rootIds = hosts.flatMap(({ clusterId, infraEnvId }) => (clusterId ? [clusterId, infraEnvId] : [infraEnvId]));
    const times = await reportTimes(db, { rootIds, hostIds: hosts.map(({ id }) => id) });
    return (hostId, field) => times.get(`${hostId} ${field}`) ?? null;
  };

  return {
    musterFeed: async ({ query, headers, raw, reply, caller, isStillLetIn }) => {
      if (feed.readers >= settings.MUSTER_FEED_READERS) {
        throw new HttpProblem(
          503,
          `The feed has ${feed.readers} readers, which is the most that MUSTER_FEED_READERS allows: come back later.`,
          { "retry-after": 5 },
        );
      }
      const filter = filterOf(query);
      await requireSubject(db, filter);
      const since = sinceOf(headers["last-event-id"], query.since);
      reply.hijack();
      raw.socket.setNoDelay(true);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
      });
      const reader = new Reader(reply.raw, mostBuffered, () => service.metrics.countDroppedReader());
      if (service.access.guarded) whileLetIn(reply.raw, isStillLetIn);
      void feed.follow(reader, { filter, visibility: visibilityOf(caller), since });
      return { status: 200, body: "" };
    },
    musterListClusters: async ({ caller }) => {
      const position = await feed.now();
      const listed = await listClusters(service, { deleted: false, withHosts: false, visible: visibleTo(caller) });
      const clusters = listed.map(({ snapshot, hostStatuses }) => leanCluster(snapshot.cluster, hostStatuses));
      return { status: 200, body: { position, clusters } };
    },
    musterListHosts: async ({ query, caller }) => {
      const position = await feed.now();
      const listed = await listLeanHosts(service, query, visibleTo(caller));
      return {
        status: 200,
        body: { position, hosts: listed.map(({ host, cluster }) => leanHost(host, cluster, policy)) },
      };
    },
    musterExplainCluster: async ({ params }) => ({
      status: 200,
      body: presentExplanation(explainCluster(await clusterFacts(params.cluster_id))),
    }),
    musterPlanCluster: async ({ params }) => {
      const { policy: rules, now: moment, observed, ...snapshot } = await clusterFacts(params.cluster_id);
      return { status: 200, body: presentPlan(planInstall(snapshot, rules, moment, observed)) };
    },
    musterExplainHost: async ({ params }) => {
      const place = await aggregates.place(params.host_id);
      if (!place) throw new Missing();
      const { host, snapshot } = await aggregates.host(place.infraEnvId, params.host_id);
      const explanation = explainHost({
        host: aggregates.presence.refine(host),
        cluster: "cluster" in snapshot ? snapshot.cluster : null,
        hosts: snapshot.hosts,
        policy,
        now: now(),
        observed: await observedOf([host]),
      });
      return { status: 200, body: presentExplanation(explanation) };
    },
    musterClusterHistory: async ({ params, query }) => {
      const { cluster_id: clusterId } = params;
      const page = await clusterHistory(db, clusterId, pageOf(query));
      if (page.entries.length === 0) await requireSubject(db, { clusterId });
      return { status: 200, body: { kind: "cluster" as const, id: clusterId, ...presentPage(page) } };
    },
    musterHostHistory: async ({ params, query, caller }) => {
      const { host_id: hostId } = params;
      const page = await hostHistory(db, hostId, visibleTo(caller), pageOf(query));
      if (page.entries.length === 0) await requireSubject(db, { hostId });
      return { status: 200, body: { kind: "host" as const, id: hostId, ...presentPage(page) } };
    },
    musterStats: async ({ caller }) => {
      const moment = now();
      const visible = visibleTo(caller);
      return {
        status: 200,
        body: {
          ...(await fleetCounts(db, visible)),
          installs: summariseInstalls(await readInstalls(db, visible)),
          service: {
            version: service.version,
            database: databaseFrom(settings).kind,
            auth_type: settings.AUTH_TYPE,
            started_at: wireTime(startedAt),
            uptime_seconds: Math.round((moment - startedAt) / 1_000),
            position: feed.position,
            feed_readers: feed.readers,
            write_waits_seconds: aggregates.writer.stoodStillFor / 1_000,
            hosts_in_memory: aggregates.held.hosts,
          },
        },
      };
    },
  } satisfies Handlers;
}

function filterOf(query: Request<"musterFeed">["query"]): Filter {
  const { cluster_id: clusterId, infra_env_id: infraEnvId, host_id: hostId } = query;
  return { ...(clusterId && { clusterId }), ...(infraEnvId && { infraEnvId }), ...(hostId && { hostId }) };
}

function sinceOf(lastEventId: string | undefined, since: number | undefined): number | null {
  if (lastEventId === undefined) return since ?? null;
  const position = Number(lastEventId);
  if (Number.isSafeInteger(position) && position >= 0) return position;
  throw badRequest(`Last-Event-ID is ${lastEventId}: give the id of a message of this feed, or leave it out.`);
}

const pageOf = ({ after, limit, until }: Request<"musterClusterHistory">["query"]): Page => ({
  after,
  limit,
  until: until === undefined ? null : Date.parse(until),
});

const presentPage = ({ complete, entries, next }: HistoryPage) => ({
  complete,
  changes: entries.map(presentChange),
  ...(next !== null && { next }),
});
