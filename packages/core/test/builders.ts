// The usual case in one line: `aHost({ status: "known" })`, `aCluster()`, `aSnapshot({ hosts: 3 })`.
import type { Cluster, MonitoredOperator } from "../src/model/cluster.ts";
import type { Host } from "../src/model/host.ts";
import type { InfraEnv } from "../src/model/infra-env.ts";
import { noLogs } from "../src/model/logs.ts";
import type { Inventory } from "../src/model/observations.ts";
import type { ClusterSnapshot } from "../src/model/snapshot.ts";

export const now = Date.UTC(2026, 0, 15, 12);
const gib = 1024 ** 3;

export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const clusterId = id(900);
export const infraEnvId = id(901);

/** A rack server that satisfies every role; `number` makes its names, addresses and serials unique. */
export function anInventory(number = 1, over: Partial<Inventory> = {}): Inventory {
  const hex = number.toString(16).padStart(4, "0");
  return {
    hostname: `host-${number}`,
    interfaces: [
      {
        name: "eno1",
        macAddress: `52:54:00:00:${hex.slice(0, 2)}:${hex.slice(2)}`,
        ipv4Addresses: [`192.168.10.${10 + number}/24`],
        ipv6Addresses: [],
        hasCarrier: true,
        mtu: 1500,
        speedMbps: 10_000,
        type: "physical",
        flags: ["up", "broadcast", "multicast"],
      },
    ],
    disks: [
      {
        id: `/dev/disk/by-id/wwn-0x${hex}`,
        name: "sda",
        path: "/dev/sda",
        byId: `/dev/disk/by-id/wwn-0x${hex}`,
        driveType: "SSD",
        model: "Model",
        serial: `S${number}`,
        sizeBytes: 480e9,
        hctl: "0:0:0:0",
        installationEligibility: { eligible: true, notEligibleReasons: [] },
      },
    ],
    cpu: { count: 16, architecture: "x86_64", frequency: 2_400, modelName: "CPU", flags: ["vmx"] },
    memory: { physicalBytes: 64 * gib, usableBytes: 63 * gib, physicalBytesMethod: "dmidecode" },
    systemVendor: { manufacturer: "Acme", productName: "R1", serialNumber: `SN${number}`, virtual: false },
    boot: { currentBootMode: "uefi", pxeInterface: "", secureBootState: "NotSupported" },
    routes: [{ interface: "eno1", gateway: "192.168.10.1", destination: "0.0.0.0", family: 2, metric: 100 }],
    gpus: [],
    tpmVersion: "2.0",
    ...over,
  };
}

export function aHost(over: Partial<Host> = {}, number = 1): Host {
  return {
    id: id(number),
    infraEnvId,
    clusterId,
    kind: "Host",
    status: "known",
    statusInfo: "",
    statusUpdatedAt: now,
    createdAt: now,
    registeredAt: now,
    checkedInAt: now,
    discoveryAgentVersion: "quay.io/edge-infrastructure/assisted-installer-agent:latest",
    role: "auto-assign",
    suggestedRole: "auto-assign",
    bootstrap: false,
    requestedHostname: "",
    machineConfigPoolName: "",
    installationDiskId: "",
    installationDiskPath: "",
    skipFormattingDisks: [],
    disksToBeFormatted: [],
    installerArgs: [],
    ignitionConfigOverrides: "",
    ignitionEndpointToken: "",
    ignitionEndpointHttpHeaders: {},
    nodeLabels: {},
    fencingCredentials: null,
    approved: false,
    inventory: anInventory(number),
    connectivity: null,
    apiVipConnectivity: null,
    tangConnectivity: null,
    freeAddresses: null,
    ntpSources: [{ sourceName: "ntp.example.com", sourceState: "synced" }],
    // What the names of `aCluster()` resolve to: the probes for a DNS wildcard find nothing.
    domainNameResolutions: {
      resolutions: [
        { domainName: "validateNoWildcardDNS.demo.example.com", ipv4Addresses: [], ipv6Addresses: [] },
        { domainName: "validateNoWildcardDNS.demo.example.com.", ipv4Addresses: [], ipv6Addresses: [] },
        { domainName: "quay.io", ipv4Addresses: ["203.0.113.7"], ipv6Addresses: [] },
      ],
    },
    imagesStatus: {},
    disksInfo: {},
    clockSeconds: now / 1000,
    clockReadAt: now,
    mediaStatus: "connected",
    progress: {
      stage: null,
      info: "",
      percentage: 0,
      stageStartedAt: null,
      stageUpdatedAt: null,
      stageTimedOut: false,
    },
    connectionTimedOut: false,
    logs: noLogs,
    validations: [],
    ...over,
  };
}

export function aCluster(over: Partial<Cluster> = {}): Cluster {
  return {
    id: clusterId,
    kind: "Cluster",
    name: "demo",
    baseDnsDomain: "example.com",
    userName: "admin",
    orgId: "",
    emailDomain: "",
    status: "insufficient",
    statusInfo: "",
    statusUpdatedAt: now,
    createdAt: now,
    installStartedAt: null,
    installCompletedAt: null,
    openshiftVersion: "4.22.9",
    releaseImage: "quay.io/openshift-release-dev/ocp-release:4.22.9-x86_64",
    cpuArchitecture: "x86_64",
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
    clusterNetworks: [{ cidr: "10.128.0.0/14", hostPrefix: 23 }],
    serviceNetworks: ["172.30.0.0/16"],
    machineNetworks: ["192.168.10.0/24"],
    machineNetworksGiven: false,
    machineNetworksUpdatedAt: null,
    apiVips: [{ ip: "192.168.10.100", verification: "succeeded" }],
    ingressVips: [{ ip: "192.168.10.101", verification: "succeeded" }],
    apiVipDnsName: "",
    vipDhcpAllocation: false,
    apiVipLease: "",
    ingressVipLease: "",
    proxy: { httpProxy: "", httpsProxy: "", noProxy: "" },
    additionalNtpSource: "",
    ntpSources: "",
    sshPublicKey: "",
    pullSecretSet: true,
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
    softTimeouts: false,
    logs: noLogs,
    connectivityMajorityGroups: {},
    ipCollisions: {},
    validations: [],
    ...over,
  };
}

/** An operator from OLM that the cluster asks for. */
export const anOperator = (name: string, over: Partial<MonitoredOperator> = {}): MonitoredOperator => ({
  name,
  type: "olm",
  version: "",
  namespace: "",
  subscriptionName: "",
  properties: "",
  timeoutSeconds: 1_800,
  status: null,
  statusInfo: "",
  statusUpdatedAt: null,
  bundles: [],
  dependencyOnly: false,
  sourceBundles: [],
  ...over,
});

export function anInfraEnv(over: Partial<InfraEnv> = {}): InfraEnv {
  return {
    id: infraEnvId,
    name: "demo_infra-env",
    clusterId,
    userName: "admin",
    orgId: "",
    emailDomain: "",
    openshiftVersion: "4.22",
    cpuArchitecture: "x86_64",
    imageType: "full-iso",
    proxy: { httpProxy: "", httpsProxy: "", noProxy: "" },
    additionalNtpSources: "",
    ntpSources: "",
    sshAuthorizedKey: "",
    pullSecretSet: true,
    staticNetworkConfig: [],
    ignitionConfigOverride: "",
    kernelArguments: [],
    additionalTrustBundle: "",
    rendezvousIp: "",
    networkDiscoveryDelaySeconds: 0,
    createdAt: now,
    updatedAt: now,
    ...over,
  };
}

/** Every host reaches every other, on layer 2 and 3. */
export function fullMesh(hosts: readonly Host[]): Host[] {
  const addressOf = (host: Host) => host.inventory?.interfaces?.[0]?.ipv4Addresses?.[0]?.split("/")[0] ?? "";
  return hosts.map((host) => ({
    ...host,
    connectivity: {
      remoteHosts: hosts
        .filter((other) => other.id !== host.id)
        .map((other) => ({
          hostId: other.id,
          l2Connectivity: [
            {
              outgoingNic: "eno1",
              outgoingIpAddress: addressOf(host),
              remoteIpAddress: addressOf(other),
              remoteMac: other.inventory?.interfaces?.[0]?.macAddress ?? "",
              successful: true,
            },
          ],
          l3Connectivity: [
            {
              outgoingNic: "eno1",
              remoteIpAddress: addressOf(other),
              successful: true,
              averageRttMs: 0.3,
              packetLossPercentage: 0,
            },
          ],
          mtuReport: [{ outgoingNic: "eno1", remoteIpAddress: addressOf(other), mtuSuccessful: true }],
        })),
    },
  }));
}

export function aSnapshot({
  hosts = 3,
  cluster = {},
  host = {},
}: {
  hosts?: number;
  cluster?: Partial<Cluster>;
  host?: Partial<Host>;
} = {}): ClusterSnapshot {
  return {
    cluster: aCluster(cluster),
    hosts: fullMesh(Array.from({ length: hosts }, (_, index) => aHost(host, index + 1))),
    infraEnvs: [anInfraEnv()],
  };
}
