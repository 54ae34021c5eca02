// Which features a cluster makes use of, for those who ask what is used in the field (reference service 9.5).
import { chooseInstallDisk, diskId } from "../hardware/install-disk.ts";
import { type Cluster, isDay2Cluster, isSingleNode, type Usage } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import { isDualStack } from "../network/families.ts";

type Subject = Readonly<{ cluster: Cluster; hosts: readonly Host[]; infraEnvs: readonly InfraEnv[] }>;
/** Wire data, passed on as it is: hence names with underscores. */
type Data = Readonly<Record<string, unknown>>;
/** False: not used. True, or data about the use. */
type Rule = (subject: Subject) => boolean | Data;

const hostCount = (hosts: readonly Host[], matches: (host: Host) => boolean): boolean | Data => {
  const count = hosts.filter(matches).length;
  return count > 0 && { host_count: count };
};

const listLength = (text: string): number => text.split(",").filter((entry) => entry.trim() !== "").length;

const rules: Readonly<Record<string, Rule>> = {
  "Additional NTP Source": ({ cluster, infraEnvs }) => {
    const sources = [cluster.additionalNtpSource, ...infraEnvs.map(({ additionalNtpSources }) => additionalNtpSources)];
    const count = Math.max(...sources.map(listLength));
    return count > 0 && { source_count: count };
  },
  "Requested hostname": ({ hosts }) =>
    hostCount(hosts, ({ requestedHostname, inventory }) =>
      Boolean(requestedHostname && requestedHostname !== inventory?.hostname),
    ),
  Proxy: ({ cluster: { proxy }, infraEnvs }) =>
    [proxy, ...infraEnvs.map((infraEnv) => infraEnv.proxy)].some(({ httpProxy, httpsProxy }) =>
      Boolean(httpProxy || httpsProxy),
    ) && {
      http_proxy: proxy.httpProxy !== "",
      https_proxy: proxy.httpsProxy !== "",
      no_proxy: proxy.noProxy !== "",
    },
  SNO: ({ cluster }) => isSingleNode(cluster),
  "Day2 hosts": ({ cluster, hosts }) => isDay2Cluster(cluster) && hostCount(hosts, () => true),
  "VIP auto alloc.": ({ cluster }) => cluster.vipDhcpAllocation,
  "Disk Selection": ({ hosts }) => hostCount(hosts, choseDisk),
  "OVN network type": ({ cluster }) => cluster.networkType === "OVNKubernetes",
  "SDN network type": ({ cluster }) => cluster.networkType === "OpenShiftSDN",
  "CiscoACI network type": ({ cluster }) => cluster.networkType === "CiscoACI",
  "Cilium network type": ({ cluster }) => cluster.networkType === "Cilium",
  "Calico network type": ({ cluster }) => cluster.networkType === "Calico",
  "None network type": ({ cluster }) => cluster.networkType === "None",
  "Dual-stack": ({ cluster }) => isDualStack(cluster),
  "Dual-stack VIPs": ({ cluster }) => cluster.apiVips.length > 1 || cluster.ingressVips.length > 1,
  "Platform selection": ({ cluster: { platform } }) =>
    platform.type !== "baremetal" && { platform_type: platform.type },
  "Nutanix integration": ({ cluster }) => cluster.platform.type === "nutanix",
  "Schedulable masters": ({ cluster }) => cluster.schedulableMasters,
  "auto assign role": ({ cluster, hosts }) => {
    const undecided = hostCount(hosts, ({ role }) => role === "auto-assign");
    // Roles are fixed when an installation starts; what was left to us until then stays known.
    const earlier = cluster.installStartedAt === null ? undefined : cluster.featureUsage["auto assign role"];
    return undecided || (earlier ? (earlier.data ?? true) : false);
  },
  "Custom manifest": ({ cluster }) => cluster.manifests.some(({ source }) => source === "user"),
  "Disk encryption": ({ cluster: { diskEncryption } }) =>
    diskEncryption.enableOn !== "none" && { enable_on: diskEncryption.enableOn, mode: diskEncryption.mode },
  "Cluster managed networking with VMs": ({ cluster, hosts }) =>
    !cluster.userManagedNetworking && hostCount(hosts, ({ inventory }) => inventory?.systemVendor?.virtual === true),
  "User Managed Networking With Multi Node": ({ cluster }) => cluster.userManagedNetworking && !isSingleNode(cluster),
  "arm64 architecture": ({ cluster }) => cluster.cpuArchitecture === "arm64" || cluster.cpuArchitecture === "aarch64",
  "ppc64le architecture": ({ cluster }) => cluster.cpuArchitecture === "ppc64le",
  "s390x architecture": ({ cluster }) => cluster.cpuArchitecture === "s390x",
  "Install Config Overrides": ({ cluster }) => cluster.installConfigOverrides !== "",
  FIPS: ({ cluster }) => /"fips"\s*:\s*true/.test(cluster.installConfigOverrides),
  "Single Node Expansion": ({ cluster, hosts }) => isSingleNode(cluster) && isDay2Cluster(cluster) && hosts.length > 0,
  "Ignition Config Override": ({ hosts, infraEnvs }) =>
    infraEnvs.some(({ ignitionConfigOverride }) => ignitionConfigOverride !== "") ||
    hostCount(hosts, ({ ignitionConfigOverrides }) => ignitionConfigOverrides !== ""),
  "Static Network Config": ({ infraEnvs }) => {
    const count = infraEnvs.reduce((sum, { staticNetworkConfig }) => sum + staticNetworkConfig.length, 0);
    return count > 0 && { host_count: count };
  },
  "discovery kernel arguments": ({ infraEnvs }) => infraEnvs.some(({ kernelArguments }) => kernelArguments.length > 0),
  "Cluster Tags": ({ cluster }) => cluster.tags !== "" && { tags_count: listLength(cluster.tags) },
  LVM: ({ cluster }) => cluster.monitoredOperators.some(({ name }) => name === "lvm"),
  Hyperthreading: ({ cluster }) =>
    cluster.hyperthreading !== "all" && { hyperthreading_enabled: cluster.hyperthreading },
  "Validations have been ignored for this cluster": ({ cluster }) =>
    cluster.ignoredHostValidations.length + cluster.ignoredClusterValidations.length > 0,
};

/** Someone pointed at another disk than the one that is taken by default. */
const choseDisk = ({ installationDiskId, inventory }: Host): boolean => {
  const usual = inventory && chooseInstallDisk(inventory);
  return installationDiskId !== "" && usual !== null && diskId(usual) !== installationDiskId;
};

export const usageNames: readonly string[] = Object.keys(rules);

const usageId = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/_$/, "");

const usage = (name: string, data: true | Data): Usage => ({
  id: usageId(name),
  name,
  ...(data !== true && { data }),
});

export function featureUsage(
  cluster: Cluster,
  hosts: readonly Host[],
  infraEnvs: readonly InfraEnv[],
): Record<string, Usage> {
  const used: Record<string, Usage> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const data = rule({ cluster, hosts, infraEnvs });
    if (data) used[name] = usage(name, data);
  }
  // Operators are told by their own names, also when only another operator wanted them.
  for (const { name, type, dependencyOnly } of cluster.monitoredOperators) {
    if (type !== "olm") continue;
    const label = name.toUpperCase();
    used[label] ??= usage(label, dependencyOnly ? { dependency_only: true } : true);
  }
  return used;
}
