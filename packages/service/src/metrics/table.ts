// Every metric that Muster makes, in the order of docs/reference/metrics.md, which `npm run docs:metrics` writes from it.
// Those that start with `service_`, `assisted_image_service_`, `directory_` and `fs_` have the names and labels that existing
// dashboards ask for (reference service 9.2, host-side C2).

/**
 * Whose number it is. `replica`: what this process saw or has; the sum over the replicas is the whole. `fleet`: every replica
 * tells the same about everything, so it must never be summed: take the highest.
 */
type Scope = "replica" | "fleet";

export type MetricRow = Readonly<{
  type: "counter" | "gauge" | "histogram";
  labels: readonly string[];
  buckets?: readonly number[];
  scope: Scope;
  help: string;
}>;

const result = ["result"] as const;
const scan = ["fullscan"] as const;
const downloads = ["code", "handler", "method", "service"] as const;
const milliseconds = [1, 5, 20, 100, 500, 2_000, 10_000, 60_000];
const gigabytes = [8, 16, 32, 64, 128, 256, 512, 1_024, 2_048];

const own = {
  muster_build_info: {
    type: "gauge",
    labels: ["version"],
    scope: "replica",
    help: "1, with the running version as a label.",
  },
  muster_ready: { type: "gauge", labels: [], scope: "replica", help: "1 while the database answers, else 0." },
  muster_http_request_seconds: {
    type: "histogram",
    labels: ["operation", "status"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    scope: "replica",
    help: "How long requests take, by operation and status.",
  },
  muster_refresh_seconds: {
    type: "histogram",
    labels: ["kind"],
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.2, 1],
    scope: "replica",
    help: "How long it takes to find out what must change in a cluster, or in the hosts of a pool.",
  },
  muster_clusters: { type: "gauge", labels: ["status"], scope: "fleet", help: "Clusters by status." },
  muster_hosts: { type: "gauge", labels: ["status"], scope: "fleet", help: "Hosts by status." },
  muster_hosts_in_memory: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "Hosts that need not be read from the database.",
  },
  muster_installs_total: {
    type: "counter",
    labels: ["version", "platform", "topology", "result"],
    scope: "replica",
    help: "Installations that ended, by result; the success rate is succeeded over succeeded and failed.",
  },
  muster_install_seconds: {
    type: "histogram",
    labels: ["version", "platform", "topology"],
    buckets: [300, 600, 1_200, 1_800, 2_400, 3_600, 5_400, 7_200, 14_400],
    scope: "replica",
    help: "How long installations took that succeeded.",
  },
  muster_writes_waiting: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "Writes that wait for the one under way.",
  },
  muster_write_seconds: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "How long the write under way has taken.",
  },
  muster_feed_readers: { type: "gauge", labels: [], scope: "replica", help: "Readers of the live feed." },
  muster_feed_readers_dropped_total: {
    type: "counter",
    labels: [],
    scope: "replica",
    help: "Readers of the live feed that did not keep up and were cut off.",
  },
  muster_image_streams: { type: "gauge", labels: [], scope: "replica", help: "Images that are being sent." },
  muster_image_streams_waiting: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "Requests for images that wait for one of MAX_CONCURRENT_REQUESTS places.",
  },
  muster_image_stream_seconds: {
    type: "histogram",
    labels: [],
    buckets: [0.1, 1, 5, 15, 60, 300, 1_200],
    scope: "replica",
    help: "How long images took to send, without the wait for a place.",
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

const compatible = {
  service_assisted_installer_cluster_creations: {
    type: "counter",
    labels: [],
    scope: "replica",
    help: "Clusters that were created.",
  },
  service_assisted_installer_cluster_installation_started: {
    type: "counter",
    labels: [],
    scope: "replica",
    help: "Installations that began.",
  },
  service_assisted_installer_cluster_installation_seconds: {
    type: "histogram",
    labels: result,
    buckets: [300, 600, 1_200, 1_800, 2_400, 3_600, 5_400, 7_200, 14_400, 86_400],
    scope: "replica",
    help: "How long installations took from their start to the status they ended in (installed, error, cancelled).",
  },
  service_assisted_installer_operation_duration_miliseconds: {
    type: "histogram",
    labels: ["operation"],
    buckets: milliseconds,
    scope: "replica",
    help: "How long work inside the service takes: commit, prepare-installation, collect-garbage. Requests are in muster_http_request_seconds.",
  },
  service_assisted_installer_host_installation_phase_seconds: {
    type: "histogram",
    labels: ["phase", "result"],
    buckets: [5, 15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600],
    scope: "replica",
    help: "How long hosts spent in each stage of an installation, and whether they left it for the next one (success) or failed in it (error).",
  },
  service_assisted_installer_cluster_hosts: {
    type: "counter",
    labels: ["role", "result"],
    scope: "replica",
    help: "Hosts of clusters whose installation ended, by role and by the status of the cluster.",
  },
  service_assisted_installer_cluster_host_cores: {
    type: "histogram",
    labels: ["role", "result"],
    buckets: [4, 8, 16, 32, 64, 128, 256],
    scope: "replica",
    help: "Cores of each of these hosts.",
  },
  service_assisted_installer_cluster_host_ram_gb: {
    type: "histogram",
    labels: ["role", "result"],
    buckets: gigabytes,
    scope: "replica",
    help: "Memory of each of these hosts, in GiB.",
  },
  service_assisted_installer_cluster_host_disk_gb: {
    type: "histogram",
    labels: ["diskType", "role", "result"],
    buckets: [20, 50, 100, 120, 250, 500, 1_000, 2_000, 4_000, 8_000],
    scope: "replica",
    help: "Size of each disk of these hosts, in GB.",
  },
  service_assisted_installer_cluster_host_nic_gb: {
    type: "histogram",
    labels: ["role", "result"],
    buckets: [1, 10, 25, 40, 100, 200, 400],
    scope: "replica",
    help: "Speed of each network interface of these hosts that tells it, in Gbit/s.",
  },
  service_assisted_installer_cluster_host_disk_sync_duration_ms: {
    type: "histogram",
    labels: ["diskType", "role"],
    buckets: [1, 2, 5, 10, 20, 50, 100, 1_000],
    scope: "replica",
    help: "How long installation disks took to store a write for good, as measured before an installation.",
  },
  service_assisted_installer_cluster_image_pull_status: {
    type: "counter",
    labels: ["imageName", "result"],
    scope: "replica",
    help: "Trial pulls of container images by hosts before an installation (success, failure). Names beyond the first 200 count as other.",
  },
  service_assisted_installer_host_validation_is_in_failed_status_on_cluster_deletion: {
    type: "counter",
    labels: ["hostValidationType"],
    scope: "replica",
    help: "Checks of hosts that failed when their cluster was deleted.",
  },
  service_assisted_installer_host_validation_failed_after_success_before_installation: {
    type: "counter",
    labels: ["hostValidationType"],
    scope: "replica",
    help: "Checks of hosts that passed and then failed while no installation was under way.",
  },
  service_assisted_installer_cluster_validation_is_in_failed_status_on_cluster_deletion: {
    type: "counter",
    labels: ["clusterValidationType"],
    scope: "replica",
    help: "Checks of clusters that failed when the cluster was deleted.",
  },
  service_assisted_installer_cluster_validation_failed_after_success_before_installation: {
    type: "counter",
    labels: ["clusterValidationType"],
    scope: "replica",
    help: "Checks of clusters that passed and then failed while no installation was under way.",
  },
  service_assisted_installer_filesystem_usage_percentage: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "How full the filesystem of the data directory is. FILESYSTEM_USAGE_THRESHOLD sets when the log warns.",
  },
  service_assisted_installer_monitored_hosts_duration_ms: {
    type: "histogram",
    labels: scan,
    buckets: milliseconds,
    scope: "replica",
    help: "How long a look at the hosts of a pool takes. Nothing looks at everything in rounds: fullscan is always false.",
  },
  service_assisted_installer_monitored_clusters_duration_ms: {
    type: "histogram",
    labels: scan,
    buckets: milliseconds,
    scope: "replica",
    help: "How long a look at a cluster and its hosts takes.",
  },
  service_assisted_installer_monitored_clusters_cycle_duration_ms: {
    type: "histogram",
    labels: scan,
    buckets: milliseconds,
    scope: "replica",
    help: "Stays empty: clusters are looked at when something changes, not in rounds.",
  },
  service_assisted_installer_monitored_hosts_cycle_duration_ms: {
    type: "histogram",
    labels: scan,
    buckets: milliseconds,
    scope: "replica",
    help: "Stays empty: hosts are looked at when something changes, not in rounds.",
  },
  service_assisted_installer_release_cache: {
    type: "counter",
    labels: ["hit", "releaseId"],
    scope: "replica",
    help: "Stays 0: no installer programs are kept.",
  },
  service_assisted_installer_release_cache_eviction: {
    type: "counter",
    labels: ["success"],
    scope: "replica",
    help: "Stays 0: no installer programs are kept.",
  },
  service_assisted_installer_cluster_blacklisted_events_total: {
    type: "counter",
    labels: [],
    scope: "replica",
    help: "Stays 0: a refresh that fails is tried again, and no cluster is left out.",
  },
  service_assisted_installer_blacklisted_clusters_current: {
    type: "gauge",
    labels: [],
    scope: "replica",
    help: "Stays 0: no cluster is left out.",
  },
  service_assisted_installer_urlauth_scope_checks_total: {
    type: "counter",
    labels: result,
    scope: "replica",
    help: "How often a token was held against the resource that its holder asked for (allowed, refused).",
  },
  assisted_image_service_http_request_duration_seconds: {
    type: "histogram",
    labels: downloads,
    buckets: [0.1, 1, 10, 50, 100, 300, 600],
    scope: "replica",
    help: "How long downloads of images and of their parts took that were answered to their end. The handler is the form of the address; service is always empty.",
  },
  assisted_image_service_http_response_size_bytes: {
    type: "histogram",
    labels: downloads,
    buckets: [100, 1e6, 5e8, 1e9, 1e10],
    scope: "replica",
    help: "How large these answers were.",
  },
  directory_usage_bytes: {
    type: "gauge",
    labels: ["directory"],
    scope: "replica",
    help: "What lies in the database, objects and images directories, at most five minutes old. Replicas that share one tell the same.",
  },
  fs_free_bytes: {
    type: "gauge",
    labels: ["directory"],
    scope: "replica",
    help: "What is free on the filesystems of the data and objects directories.",
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export const metricTable = { ...own, ...compatible };

export const metricGroups: readonly Readonly<{ title: string; rows: Readonly<Record<string, MetricRow>> }>[] = [
  { title: "Muster's own", rows: own },
  { title: "By the names of the Assisted Installer", rows: compatible },
];

type Table = typeof metricTable;
export type NameOf<Type extends MetricRow["type"]> = {
  [Name in keyof Table]: Table[Name]["type"] extends Type ? Name : never;
}[keyof Table];
export type LabelsOf<Name extends keyof Table> = Readonly<Record<Table[Name]["labels"][number], string>>;
