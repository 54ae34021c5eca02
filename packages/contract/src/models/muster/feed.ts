import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Model, Uuid } from "../../schema.ts";
import { Event } from "../event.ts";
import { LeanCluster, LeanHost, LeanInfraEnv } from "./lean.ts";

export const ResourceKind = Enumeration(["cluster", "infra_env", "host"]);
export type ResourceKind = Static<typeof ResourceKind>;

/** The data of one message of the feed: which resource, and its new state under the name of its kind. */
export const FeedData = Model("muster-feed-data", {
  kind: Enumeration(["cluster", "infra_env", "host", "event", "reset"]),
  id: Type.Optional(Uuid()),
  cluster_id: Type.Optional(Uuid()),
  infra_env_id: Type.Optional(Uuid()),
  host_id: Type.Optional(Uuid()),
  at: Type.Optional(DateTime()),
  cluster: Type.Optional(LeanCluster),
  infra_env: Type.Optional(LeanInfraEnv),
  host: Type.Optional(LeanHost),
  event: Type.Optional(Event),
  reason: Type.Optional(Type.String()),
});
export type FeedData = Static<typeof FeedData>;
