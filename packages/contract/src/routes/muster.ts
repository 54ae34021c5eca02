// Muster's own API: what goes on, why, and what would happen next.
import { Type } from "typebox";
import { Explanation } from "../models/muster/explanation.ts";
import { History } from "../models/muster/history.ts";
import { LeanClusterList, LeanHostList } from "../models/muster/lean.ts";
import { InstallPlan } from "../models/muster/plan.ts";
import { Stats } from "../models/muster/stats.ts";
import { DateTime, Default, Fields, Uuid } from "../schema.ts";
import { muster } from "./groups.ts";
import { defineRoutes, errors, readers } from "./route.ts";

const subject = {
  cluster_id: Type.Optional(Uuid()),
  infra_env_id: Type.Optional(Uuid()),
  host_id: Type.Optional(Uuid()),
};

const history = Fields({
  after: Default(Type.Integer({ minimum: 0 }), 0),
  limit: Default(Type.Integer({ minimum: 1, maximum: 10_000 }), 1_000),
  /** Only what happened up to this moment. */
  until: Type.Optional(DateTime()),
});

export const musterRoutes = defineRoutes(muster, {
  musterFeed: {
    method: "GET",
    path: "/feed",
    summary: "Follow changed resources and events as server-sent events, from now or from a position on.",
    auth: [...readers, { scheme: "urlAuth" }],
    query: Fields({ ...subject, since: Type.Optional(Type.Integer({ minimum: 0 })) }),
    headers: Fields({ "last-event-id": Type.Optional(Type.String({ maxLength: 32 })) }),
    responses: { 200: Type.String(), ...errors(400, 404, 503) },
    responseType: "event-stream",
  },
  musterListClusters: {
    method: "GET",
    path: "/clusters",
    summary: "List clusters in the lean form of the feed, with the position to follow them from.",
    auth: readers,
    responses: { 200: LeanClusterList, ...errors(503) },
  },
  musterExplainCluster: {
    method: "GET",
    path: "/clusters/{cluster_id}/explain",
    summary: "Tell what stands between a cluster and its next state, and what to do about it.",
    auth: readers,
    responses: { 200: Explanation, ...errors(404, 503) },
  },
  musterPlanCluster: {
    method: "GET",
    path: "/clusters/{cluster_id}/plan",
    summary: "Tell what an install would do now, and what would keep it from beginning.",
    auth: readers,
    responses: { 200: InstallPlan, ...errors(404, 503) },
  },
  musterClusterHistory: {
    method: "GET",
    path: "/clusters/{cluster_id}/history",
    summary: "List the changes of a cluster and its hosts with their causes, oldest first.",
    auth: readers,
    query: history,
    responses: { 200: History, ...errors(400, 404, 503) },
  },
  musterListHosts: {
    method: "GET",
    path: "/hosts",
    summary: "List hosts in the lean form of the feed, with the position to follow them from.",
    auth: readers,
    query: Fields({ cluster_id: subject.cluster_id, infra_env_id: subject.infra_env_id }),
    responses: { 200: LeanHostList, ...errors(400, 503) },
  },
  musterExplainHost: {
    method: "GET",
    path: "/hosts/{host_id}/explain",
    summary: "Tell what stands between a host and its next state, and what to do about it.",
    auth: readers,
    responses: { 200: Explanation, ...errors(404, 503) },
  },
  musterHostHistory: {
    method: "GET",
    path: "/hosts/{host_id}/history",
    summary: "List the changes of a host with their causes, oldest first.",
    auth: readers,
    query: history,
    responses: { 200: History, ...errors(400, 404, 503) },
  },
  musterStats: {
    method: "GET",
    path: "/stats",
    summary: "Count clusters, hosts and installations, and tell how the service is.",
    auth: readers,
    responses: { 200: Stats, ...errors(503) },
  },
});
