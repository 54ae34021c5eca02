import { boolean, duration, integer } from "../kind.ts";
import { setting } from "../setting.ts";

const eventDriven = "clusters are refreshed when something changes, not in rounds.";
const alone = "no replica leads: each cluster has its owner among those that are there.";

export const housekeeping = {
  DELETED_INACTIVE_AFTER: setting(duration, {
    default: "480h",
    says: "A cluster that nobody touched, and whose hosts were silent, for this long is deregistered.",
  }),
  DELETED_UNREGISTERED_AFTER: setting(duration, {
    default: "72h",
    says: "A deregistered cluster is deleted for good after this time.",
  }),
  INFRAENV_DELETED_INACTIVE_AFTER: setting(duration, {
    default: "480h",
    says: "An infra-env without hosts that nobody touched for this long is deleted.",
  }),
  MUSTER_HISTORY_RETENTION: setting(duration, {
    default: "720h",
    says: "Changes of clusters and hosts are kept in their history for this long.",
  }),
  ENABLE_DEREGISTER_INACTIVE_GC: setting(boolean, {
    default: "true",
    says: "Deregister inactive clusters.",
  }),
  ENABLE_DELETE_UNREGISTER_GC: setting(boolean, {
    default: "true",
    says: "Delete deregistered clusters for good.",
  }),
  DEREGISTER_WORKER_INTERVAL: setting(duration, {
    default: "1h",
    says: "How often inactive clusters are looked for.",
  }),
  DELETION_WORKER_INTERVAL: setting(duration, {
    default: "1h",
    says: "How often deregistered clusters are looked for.",
  }),
  INFRAENV_DELETION_WORKER_INTERVAL: setting(duration, {
    default: "1h",
    says: "How often unused infra-envs are looked for.",
  }),
  MAX_GC_CLUSTERS_PER_INTERVAL: setting(integer({ min: 1 }), {
    default: "100",
    says: "The most clusters that one round deletes.",
  }),
  MAX_GC_INFRAENVS_PER_INTERVAL: setting(integer({ min: 1 }), {
    default: "100",
    says: "The most infra-envs that one round deletes.",
  }),
  CLUSTER_MONITOR_INTERVAL: setting(duration, {
    default: "10s",
    says: "The pause between rounds over all clusters.",
    noEffect: eventDriven,
  }),
  CLUSTER_MONITOR_BATCH_SIZE: setting(integer({ min: 1 }), {
    default: "100",
    says: "Clusters read at a time in a round.",
    noEffect: eventDriven,
  }),
  CLUSTER_MONITOR_CYCLE_DEADLINE: setting(duration, {
    default: "4m",
    says: "The longest that a round may take.",
    noEffect: eventDriven,
  }),
  CLUSTER_MONITOR_PER_CLUSTER_DEADLINE: setting(duration, {
    default: "2m",
    says: "The longest that one cluster may take in a round.",
    noEffect: eventDriven,
  }),
  CLUSTER_MONITOR_BLACKLIST_DURATION: setting(duration, {
    default: "15m",
    says: "How long a cluster that took too long is left out.",
    noEffect: eventDriven,
  }),
  HOST_MONITOR_INTERVAL: setting(duration, {
    default: "8s",
    says: "The pause between rounds over all hosts.",
    noEffect: eventDriven,
  }),
  HOST_MONITOR_BATCH_SIZE: setting(integer({ min: 1 }), {
    default: "100",
    says: "Hosts read at a time in a round.",
    noEffect: eventDriven,
  }),
  HOST_MONITOR_PER_HOST_TIMEOUT: setting(duration, {
    default: "2m",
    says: "The longest that one host may take in a round.",
    noEffect: eventDriven,
  }),
  LEADER_LEASE_DURATION: setting(duration, {
    default: "15s",
    says: "How long one replica leads without renewing.",
    noEffect: alone,
  }),
  LEADER_RENEW_DEADLINE: setting(duration, {
    default: "10s",
    says: "How long the leader tries to renew.",
    noEffect: alone,
  }),
  LEADER_RETRY_INTERVAL: setting(duration, {
    default: "2s",
    says: "The pause between tries to lead.",
    noEffect: alone,
  }),
};
