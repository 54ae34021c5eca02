import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";
import type { Cluster, CpuArchitecture, Vip } from "../model/cluster.ts";
import type { Instant } from "../model/instant.ts";
import { sameAddress } from "../network/address.ts";
import { tidyNoProxy } from "./proxy.ts";

export type NewCluster = FromWire<typeof wire.ClusterCreateParams>;
export type ClusterUpdate = FromWire<typeof wire.V2ClusterUpdateParams>;
export type ClusterImport = FromWire<typeof wire.ImportClusterParams>;
export type NewDisconnectedCluster = FromWire<typeof wire.DisconnectedClusterCreateParams>;

/** The release that a version names, as the catalogue or the release image itself says. */
export type Release = Readonly<{ version: string; image: string; cpuArchitecture: CpuArchitecture }>;

export type Owner = Readonly<{ userName: string; orgId: string; emailDomain: string }>;

/** What a new thing cannot know by itself. */
export type Birth = Readonly<{ id: string; now: Instant; owner: Owner }>;

/** The settings that simply replace each other; platform, networks and operators hang together and are chosen elsewhere. */
export function withPlainSettings(before: Cluster, given: ClusterUpdate): Cluster {
  const { diskEncryption, ignitionEndpoint } = given;
  return {
    ...before,
    ...ntpSettings(before, given),
    name: given.name ?? before.name,
    baseDnsDomain: given.baseDnsDomain ?? before.baseDnsDomain,
    apiVipDnsName: given.apiVipDnsName ?? before.apiVipDnsName,
    sshPublicKey: given.sshPublicKey ?? before.sshPublicKey,
    pullSecretSet: given.pullSecret === undefined ? before.pullSecretSet : true,
    proxy: {
      httpProxy: given.httpProxy?.trim() ?? before.proxy.httpProxy,
      httpsProxy: given.httpsProxy?.trim() ?? before.proxy.httpsProxy,
      noProxy: given.noProxy === undefined ? before.proxy.noProxy : tidyNoProxy(given.noProxy),
    },
    hyperthreading: given.hyperthreading ?? before.hyperthreading,
    schedulableMasters: given.schedulableMasters ?? before.schedulableMasters,
    networkType: given.networkType ?? before.networkType,
    loadBalancer: given.loadBalancer?.type ?? before.loadBalancer,
    tags: given.tags ?? before.tags,
    diskEncryption: {
      enableOn: diskEncryption?.enableOn ?? before.diskEncryption.enableOn,
      mode: diskEncryption?.mode ?? before.diskEncryption.mode,
      tangServers: diskEncryption?.tangServers ?? before.diskEncryption.tangServers,
    },
    ignitionEndpoint: {
      url: ignitionEndpoint?.url ?? before.ignitionEndpoint.url,
      caCertificate: ignitionEndpoint?.caCertificate ?? before.ignitionEndpoint.caCertificate,
    },
  };
}

/** One list adds to what DHCP says, the other replaces it: whichever is set last ends the other. */
export function ntpSettings(before: Cluster, { additionalNtpSource, ntpSources }: ClusterUpdate) {
  return {
    additionalNtpSource: additionalNtpSource?.trim() ?? (ntpSources ? "" : before.additionalNtpSource),
    ntpSources: ntpSources?.trim() ?? (additionalNtpSource ? "" : before.ntpSources),
  };
}

/** An address that stays keeps its verification; a new one starts without. */
export function mergeVips(
  given: readonly Readonly<{ ip?: string }>[] | undefined,
  before: readonly Vip[],
): readonly Vip[] {
  if (!given) return before;
  return given.flatMap(({ ip }): Vip[] =>
    ip ? [{ ip, verification: before.find((vip) => sameAddress(vip.ip, ip))?.verification ?? "unverified" }] : [],
  );
}
