import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";
import { tidyNoProxy } from "../cluster/proxy.ts";
import type { InfraEnv, KernelArgument, StaticNetworkConfig } from "../model/infra-env.ts";

export type NewInfraEnv = FromWire<typeof wire.InfraEnvCreateParams>;
/** `openshiftVersion` is one that an image exists for: the caller has looked it up. */
export type InfraEnvUpdate = FromWire<typeof wire.InfraEnvUpdateParams>;

export function withSettings(before: InfraEnv, given: InfraEnvUpdate): InfraEnv {
  const { proxy, additionalNtpSources, ntpSources } = given;
  return {
    ...before,
    proxy: {
      httpProxy: proxy?.httpProxy?.trim() ?? before.proxy.httpProxy,
      httpsProxy: proxy?.httpsProxy?.trim() ?? before.proxy.httpsProxy,
      noProxy: proxy?.noProxy === undefined ? before.proxy.noProxy : tidyNoProxy(proxy.noProxy),
    },
    // One list adds to what DHCP says, the other replaces it: whichever is set last ends the other.
    additionalNtpSources: additionalNtpSources?.trim() ?? (ntpSources ? "" : before.additionalNtpSources),
    ntpSources: ntpSources?.trim() ?? (additionalNtpSources ? "" : before.ntpSources),
    sshAuthorizedKey: given.sshAuthorizedKey ?? before.sshAuthorizedKey,
    pullSecretSet: given.pullSecret === undefined ? before.pullSecretSet : true,
    staticNetworkConfig: given.staticNetworkConfig?.map(toStaticNetwork) ?? before.staticNetworkConfig,
    rendezvousIp: given.rendezvousIp ?? before.rendezvousIp,
    // There is no minimal image for mainframes (reference service 1.3).
    imageType: before.cpuArchitecture === "s390x" ? "full-iso" : (given.imageType ?? before.imageType),
    ignitionConfigOverride: given.ignitionConfigOverride ?? before.ignitionConfigOverride,
    kernelArguments: given.kernelArguments?.map(toKernelArgument) ?? before.kernelArguments,
    additionalTrustBundle: given.additionalTrustBundle ?? before.additionalTrustBundle,
    openshiftVersion: given.openshiftVersion ?? before.openshiftVersion,
    networkDiscoveryDelaySeconds: given.networkDiscoveryDelaySeconds ?? before.networkDiscoveryDelaySeconds,
  };
}

const toStaticNetwork = ({
  networkYaml = "",
  macInterfaceMap = [],
}: NonNullable<InfraEnvUpdate["staticNetworkConfig"]>[number]): StaticNetworkConfig => ({
  networkYaml,
  macInterfaceMap: macInterfaceMap.map(({ macAddress = "", logicalNicName = "" }) => ({ macAddress, logicalNicName })),
});

const toKernelArgument = ({
  operation = "append",
  value = "",
}: NonNullable<InfraEnvUpdate["kernelArguments"]>[number]): KernelArgument => ({ operation, value });
