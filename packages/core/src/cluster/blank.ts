import { type Cluster, isSingleNode } from "../model/cluster.ts";
import { noLogs } from "../model/logs.ts";
import { familiesOf } from "../network/families.ts";
import type { Policy } from "../policy.ts";
import { atLeast } from "../version.ts";
import type { Birth, Release } from "./params.ts";

const noRelease: Release = { version: "", image: "", cpuArchitecture: "x86_64" };

/** A cluster of which nothing has been said: every default of reference service 1.3. */
export function blankCluster({ id, now, owner }: Birth, release: Release | null, policy: Policy): Cluster {
  const { version, image, cpuArchitecture } = release ?? noRelease;
  const { clusterNetwork, serviceNetwork } = policy.networkDefaults.IPv4;
  return {
    id,
    kind: "Cluster",
    name: "",
    baseDnsDomain: "",
    ...owner,
    status: "insufficient",
    statusInfo: "",
    statusUpdatedAt: now,
    createdAt: now,
    installStartedAt: null,
    installCompletedAt: null,
    openshiftVersion: version,
    releaseImage: image,
    cpuArchitecture,
    openshiftClusterId: null,
    imported: false,
    controlPlaneCount: 3,
    schedulableMasters: false,
    schedulableMastersForcedTrue: true,
    hyperthreading: "all",
    diskEncryption: { enableOn: "none", mode: "tpmv2", tangServers: "" },
    ignitionEndpoint: { url: "", caCertificate: "" },
    platform: { type: "baremetal", external: null },
    userManagedNetworking: false,
    loadBalancer: "cluster-managed",
    networkType: "OVNKubernetes",
    clusterNetworks: [clusterNetwork],
    serviceNetworks: [serviceNetwork],
    machineNetworks: [],
    machineNetworksGiven: false,
    machineNetworksUpdatedAt: null,
    apiVips: [],
    ingressVips: [],
    apiVipDnsName: "",
    vipDhcpAllocation: false,
    apiVipLease: "",
    ingressVipLease: "",
    proxy: { httpProxy: "", httpsProxy: "", noProxy: "" },
    additionalNtpSource: "",
    ntpSources: "",
    sshPublicKey: "",
    pullSecretSet: false,
    installConfigOverrides: "",
    ignoredHostValidations: [],
    ignoredClusterValidations: [],
    monitoredOperators: [],
    operatorBundles: [],
    manifests: [],
    tags: "",
    uiSettings: "",
    featureUsage: {},
    progress: {
      total: 0,
      preparing: 0,
      installing: 0,
      finalizing: 0,
      finalizingStage: null,
      finalizingStageStartedAt: null,
      finalizingStageTimedOut: false,
    },
    lastInstallationPreparation: { status: "not_started", reason: "" },
    kubeconfigStored: false,
    softTimeouts: policy.softTimeouts,
    logs: noLogs,
    connectivityMajorityGroups: {},
    ipCollisions: {},
    validations: [],
  };
}

/** OpenShiftSDN was the default before 4.12, but never knew single nodes or IPv6. */
export function defaultNetworkType(cluster: Cluster): Cluster["networkType"] {
  const cidrs = [...cluster.clusterNetworks.map(({ cidr }) => cidr), ...cluster.serviceNetworks];
  const modern =
    atLeast(cluster.openshiftVersion, "4.12") || isSingleNode(cluster) || familiesOf(cidrs).includes("IPv6");
  return modern ? "OVNKubernetes" : "OpenShiftSDN";
}
