import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Fields, MapOf, Model } from "../../schema.ts";

const counts = MapOf(Type.Integer());

export const InstallStats = Model("muster-install-stats", {
  openshift_version: Type.String(),
  platform: Type.String(),
  topology: Enumeration(["sno", "two-node", "compact", "ha"]),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  under_way: Type.Integer(),
  /** Of those that succeeded. */
  duration_p50_seconds: Type.Optional(Type.Number()),
  duration_p90_seconds: Type.Optional(Type.Number()),
  duration_max_seconds: Type.Optional(Type.Number()),
});
export type InstallStats = Static<typeof InstallStats>;

export const Stats = Model("muster-stats", {
  clusters: Fields({ total: Type.Integer(), by_status: counts }),
  hosts: Fields({
    total: Type.Integer(),
    unbound: Type.Integer(),
    by_status: counts,
    by_role: counts,
  }),
  infra_envs: Fields({ total: Type.Integer() }),
  installs: Fields({
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    cancelled: Type.Integer(),
    under_way: Type.Integer(),
    /** Of those that ended by themselves, between 0 and 1; absent before the first one. */
    success_rate: Type.Optional(Type.Number()),
    by: Type.Array(InstallStats),
  }),
  service: Fields({
    version: Type.String(),
    database: Enumeration(["embedded", "postgres"]),
    auth_type: Type.String(),
    started_at: DateTime(),
    uptime_seconds: Type.Integer(),
    position: Type.Integer(),
    feed_readers: Type.Integer(),
    /** How long the oldest write has been under way. */
    write_waits_seconds: Type.Number(),
    hosts_in_memory: Type.Integer(),
  }),
});
export type Stats = Static<typeof Stats>;
