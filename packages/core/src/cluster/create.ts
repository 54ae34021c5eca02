import { incompatibilities } from "../features/incompatibilities.ts";
import { clusterSays } from "../lifecycle/says.ts";
import type { Cluster } from "../model/cluster.ts";
import { parseAddress } from "../network/address.ts";
import { checkClusterNetworks } from "../network/cluster-networks.ts";
import { parseApiName } from "../network/dns-names.ts";
import type { Policy } from "../policy.ts";
import { firstRefusal, invalid } from "../problem.ts";
import { done, type Outcome, type Refusal, refused } from "../refusal.ts";
import { blankCluster, defaultNetworkType } from "./blank.ts";
import { checkFields } from "./check.ts";
import { checkControlPlaneCount, chooseControlPlaneCount } from "./control-plane-count.ts";
import { clusterNameProblem, isDomainName } from "./names.ts";
import { newNetworks } from "./networks.ts";
import { chooseOperators } from "./operators.ts";
import {
  type Birth,
  type ClusterImport,
  mergeVips,
  type NewCluster,
  type NewDisconnectedCluster,
  type Release,
  withPlainSettings,
} from "./params.ts";
import { choosePlatform } from "./platform.ts";

/** A whole new cluster from what a caller asked for, or the first reason why not. */
export function clusterDefaults(input: NewCluster, release: Release, policy: Policy, birth: Birth): Outcome<Cluster> {
  const architecture = checkArchitecture(input, release);
  if (architecture) return refused(architecture);
  const count = chooseControlPlaneCount(input);
  if (count.kind === "refused") return count;
  const controlPlaneCount = count.value;
  const { cpuArchitecture } = release;
  const platform = choosePlatform(input, { controlPlaneCount, cpuArchitecture, current: null });
  if (platform.kind === "refused") return platform;

  const apiVips = mergeVips(input.apiVips, []);
  const ingressVips = mergeVips(input.ingressVips, []);
  const networks = newNetworks(
    input,
    [...apiVips, ...ingressVips].map(({ ip }) => ip),
    policy,
  );
  const machineNetworksGiven = networks.machineNetworks.length > 0;
  const blank: Cluster = { ...blankCluster(birth, release, policy), additionalNtpSource: policy.defaultNtpSource };
  const settled: Cluster = {
    ...withPlainSettings(blank, input),
    ...platform.value,
    ...networks,
    statusInfo: clusterSays.insufficient,
    controlPlaneCount,
    machineNetworksGiven,
    machineNetworksUpdatedAt: machineNetworksGiven ? birth.now : null,
    apiVips,
    ingressVips,
    vipDhcpAllocation: input.vipDhcpAllocation ?? false,
  };
  const cluster: Cluster = { ...settled, networkType: input.networkType ?? defaultNetworkType(settled) };
  const refusal = firstRefusal(
    () => checkControlPlaneCount(controlPlaneCount, cluster.openshiftVersion, policy),
    () => checkFields(input, cluster, policy),
    () => checkClusterNetworks(cluster),
  );
  if (refusal) return refused(refusal);
  const operators = chooseOperators(input, cluster, policy);
  if (operators.kind === "refused") return operators;
  const whole: Cluster = { ...cluster, ...operators.value };
  const [conflict] = incompatibilities(whole);
  return conflict ? refused(conflict) : done(whole);
}

const sameArchitecture = (one: string, other: string): boolean =>
  one.replace("aarch64", "arm64") === other.replace("aarch64", "arm64");

function checkArchitecture(
  { cpuArchitecture: wanted }: NewCluster,
  { cpuArchitecture, version }: Release,
): Refusal | null {
  if (wanted === undefined || cpuArchitecture === "multi" || sameArchitecture(wanted, cpuArchitecture)) return null;
  return invalid("cpu_architecture", {
    found: `${wanted}, but release ${version} is built for ${cpuArchitecture}`,
    needed: "a release for the architecture of the machines",
    remedy: "choose another version or architecture",
  });
}

/** A cluster that runs already and is known here only to take more hosts. */
export function importedCluster(
  { name, apiVipDnsname, openshiftClusterId }: ClusterImport,
  release: Release | null,
  policy: Policy,
  birth: Birth,
): Outcome<Cluster> {
  if (!isDomainName(apiVipDnsname) && parseAddress(apiVipDnsname) === null) return refused(noApiName(apiVipDnsname));
  const parsed = parseApiName(apiVipDnsname);
  return done({
    ...blankCluster(birth, release, policy),
    kind: "AddHostsCluster",
    imported: true,
    name: parsed?.name ?? name,
    baseDnsDomain: parsed?.baseDnsDomain ?? "",
    apiVipDnsName: apiVipDnsname,
    openshiftClusterId,
    status: "adding-hosts",
    statusInfo: clusterSays.addingHosts,
  });
}

const noApiName = (text: string): Refusal =>
  invalid("api_vip_dnsname", {
    found: `"${text.slice(0, 80)}"`,
    needed: "the name or address at which the cluster's API answers, such as api.prod.example.com",
    remedy: "correct it",
  });

/** A cluster that is installed without this service, which only makes its image. */
export function disconnectedCluster(
  { name }: NewDisconnectedCluster,
  release: Release,
  policy: Policy,
  birth: Birth,
): Outcome<Cluster> {
  const problem = clusterNameProblem(name, "baremetal");
  if (problem) return refused(invalid("name", problem));
  return done({
    ...blankCluster(birth, release, policy),
    kind: "DisconnectedCluster",
    name,
    status: "unmonitored",
    statusInfo: clusterSays.unmonitored,
  });
}
