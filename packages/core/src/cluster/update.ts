import type { Changes } from "../changes.ts";
import { clusterIsNot } from "../commands/wrong-status.ts";
import { newsIn } from "../equality.ts";
import { aboutCluster } from "../events/subject.ts";
import { incompatibilities } from "../features/incompatibilities.ts";
import { type Cluster, type ClusterStatus, isDay2Cluster, isSingleNode } from "../model/cluster.ts";
import type { Instant } from "../model/instant.ts";
import type { ClusterSnapshot } from "../model/snapshot.ts";
import { checkClusterNetworks } from "../network/cluster-networks.ts";
import { deriveMachineNetworks } from "../network/machine-networks.ts";
import { placeProblem } from "../network/vips.ts";
import type { Policy } from "../policy.ts";
import { firstRefusal, notNow } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { checkFields } from "./check.ts";
import { checkControlPlaneCount } from "./control-plane-count.ts";
import { givenClusterNetworks, givenMachineNetworks, givenServiceNetworks } from "./networks.ts";
import { chooseOperators } from "./operators.ts";
import { type ClusterUpdate, mergeVips, withPlainSettings } from "./params.ts";
import { choosePlatform, type PlatformChoice } from "./platform.ts";

const open: ReadonlySet<ClusterStatus> = new Set([
  "insufficient",
  "ready",
  "pending-for-input",
  "adding-hosts",
] satisfies ClusterStatus[]);

/** What an update would change, effects included. Nothing is half done: the first thing wrong refuses it all. */
export function updateCluster(
  snapshot: ClusterSnapshot,
  update: ClusterUpdate,
  policy: Policy,
  now: Instant,
): Outcome<Changes> {
  const { cluster: before, hosts, infraEnvs } = snapshot;
  if (!open.has(before.status))
    return refused(clusterIsNot(before, [...open], "wait until the installation has ended, or reset it"));
  const platform = platformAfter(before, update);
  if (platform.kind === "refused") return platform;
  const settled = withNetworks(before, { ...withPlainSettings(before, update), ...platform.value }, update, policy);
  const operators = chooseOperatorsAgain(before, settled, update, policy);
  if (operators.kind === "refused") return operators;
  const wanted: Cluster = { ...settled, ...operators.value };
  const refusal = firstRefusal(
    () => frozenOnDay2(before, wanted),
    () =>
      update.controlPlaneCount === undefined
        ? null
        : checkControlPlaneCount(wanted.controlPlaneCount, wanted.openshiftVersion, policy),
    () => checkFields(update, wanted, policy),
    () => checkNetworkNews(before, wanted),
    () => newConflict(before, wanted, { hosts, infraEnvs }),
  );
  if (refusal) return refused(refusal);

  const machineNetworks = deriveMachineNetworks({ cluster: wanted, hosts });
  const news = newsIn({ ...wanted, machineNetworks }, before);
  const proxyChanged = news.proxy !== undefined;
  return done({
    cluster: news.machineNetworks ? { ...news, machineNetworksUpdatedAt: now } : news,
    hosts: new Map(),
    events: proxyChanged ? [aboutCluster("proxy_settings_changed", before, {})] : [],
  });
}

function platformAfter(
  before: Cluster,
  update: ClusterUpdate,
): Outcome<PlatformChoice & Pick<Cluster, "controlPlaneCount">> {
  const controlPlaneCount = update.controlPlaneCount ?? before.controlPlaneCount;
  const sameKind = isSingleNode({ controlPlaneCount }) === isSingleNode(before);
  const { cpuArchitecture } = before;
  // Old clusters may hold a combination that would be refused today: only a wish is judged.
  if (sameKind && update.platform === undefined && update.userManagedNetworking === undefined) {
    const { platform, userManagedNetworking } = before;
    return done({ platform, userManagedNetworking, controlPlaneCount });
  }
  const choice = choosePlatform(update, { controlPlaneCount, cpuArchitecture, current: sameKind ? before : null });
  return choice.kind === "refused" ? choice : done({ ...choice.value, controlPlaneCount });
}

function withNetworks(before: Cluster, after: Cluster, update: ClusterUpdate, policy: Policy): Cluster {
  const vipDhcpAllocation =
    update.vipDhcpAllocation ?? (after.userManagedNetworking ? false : before.vipDhcpAllocation);
  // VIPs that came with another way of managing them do not outlive it.
  const restart =
    vipDhcpAllocation !== before.vipDhcpAllocation || after.userManagedNetworking !== before.userManagedNetworking;
  const known = restart ? { apiVips: [], ingressVips: [] } : before;
  const machineNetworks = givenMachineNetworks(update);
  const networks: Cluster = {
    ...after,
    vipDhcpAllocation,
    apiVips: mergeVips(update.apiVips, known.apiVips),
    ingressVips: mergeVips(update.ingressVips, known.ingressVips),
    apiVipLease: restart ? "" : before.apiVipLease,
    ingressVipLease: restart ? "" : before.ingressVipLease,
    clusterNetworks: givenClusterNetworks(update, before.clusterNetworks, policy) ?? before.clusterNetworks,
    serviceNetworks: givenServiceNetworks(update) ?? before.serviceNetworks,
    machineNetworks: machineNetworks ?? (restart && !before.machineNetworksGiven ? [] : before.machineNetworks),
    machineNetworksGiven: machineNetworks ? machineNetworks.length > 0 : before.machineNetworksGiven,
  };
  return machineNetworks ? networks : { ...networks, machineNetworksGiven: stillGiven(before, networks) };
}

/** New VIPs elsewhere overrule machine networks that were given earlier: those follow the VIPs again. */
function stillGiven(before: Cluster, after: Cluster): boolean {
  if (!before.machineNetworksGiven || after.loadBalancer === "user-managed") return before.machineNetworksGiven;
  const elsewhere = [...after.apiVips, ...after.ingressVips]
    .filter(({ ip }) => ![...before.apiVips, ...before.ingressVips].some((vip) => vip.ip === ip))
    .some(({ ip }) => placeProblem(ip, "API", before.machineNetworks) !== null);
  return !elsewhere;
}

/** Dependencies differ between one node and many, so a change of the count asks for them again. */
function chooseOperatorsAgain(before: Cluster, after: Cluster, update: ClusterUpdate, policy: Policy) {
  const asked = update.olmOperators ?? update.operatorBundles;
  if (!asked && after.controlPlaneCount === before.controlPlaneCount) return done({});
  return chooseOperators(update, after, policy);
}

/** What was fixed by the installation; keys are the domain's, values the wire's. */
const installed = {
  controlPlaneCount: "control_plane_count",
  platform: "platform",
  userManagedNetworking: "user_managed_networking",
  loadBalancer: "load_balancer",
  networkType: "network_type",
  clusterNetworks: "cluster_networks",
  serviceNetworks: "service_networks",
  machineNetworks: "machine_networks",
  apiVips: "api_vips",
  ingressVips: "ingress_vips",
  vipDhcpAllocation: "vip_dhcp_allocation",
  monitoredOperators: "olm_operators",
  operatorBundles: "operator_bundles",
  hyperthreading: "hyperthreading",
  schedulableMasters: "schedulable_masters",
} as const satisfies Partial<Record<keyof Cluster, string>>;

function frozenOnDay2(before: Cluster, wanted: Cluster): Refusal | null {
  const news = isDay2Cluster(before) ? newsIn(wanted, before) : {};
  const frozen = Object.entries(installed).find(([key]) => key in news);
  if (!frozen) return null;
  const [, field] = frozen;
  return {
    ...notNow({
      found: `${field} of a cluster that is installed already`,
      needed: "a cluster that is still to be installed",
      remedy: `leave ${field} out; change it in the running cluster`,
    }),
    field,
  };
}

const networkKeys = [
  "controlPlaneCount",
  "platform",
  "userManagedNetworking",
  "loadBalancer",
  "clusterNetworks",
  "serviceNetworks",
  "machineNetworks",
  "machineNetworksGiven",
  "apiVips",
  "ingressVips",
  "vipDhcpAllocation",
] as const satisfies readonly (keyof Cluster)[];

function checkNetworkNews(before: Cluster, wanted: Cluster): Refusal | null {
  const news = newsIn(wanted, before);
  if (!networkKeys.some((key) => key in news)) return null;
  // VIPs that nobody chose (leases, the address of a single node) are nobody's mistake.
  const chosen =
    "apiVips" in news || "ingressVips" in news || !(wanted.vipDhcpAllocation || wanted.userManagedNetworking);
  return checkClusterNetworks(chosen ? wanted : { ...wanted, apiVips: [], ingressVips: [] });
}

/** Only what this update brings about is held against it. */
function newConflict(
  before: Cluster,
  after: Cluster,
  { hosts, infraEnvs }: Pick<ClusterSnapshot, "hosts" | "infraEnvs">,
): Refusal | null {
  const known = new Set(incompatibilities(before, hosts, infraEnvs).map(({ found }) => found));
  return incompatibilities(after, hosts, infraEnvs).find(({ found }) => !known.has(found)) ?? null;
}
