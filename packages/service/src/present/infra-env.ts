import type * as wire from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import { defined } from "./defined.ts";
import { wireTime } from "./wire-text.ts";

export type ImageFacts = Readonly<{
  downloadUrl: string;
  /** Null while nobody knows it. */
  sizeBytes: number | null;
  expiresAt: number | null;
  generator: string;
}>;

export function presentInfraEnv(infraEnv: InfraEnv, image: ImageFacts): wire.InfraEnv {
  const { proxy } = infraEnv;
  return defined({
    kind: "InfraEnv" as const,
    id: infraEnv.id,
    href: `/api/assisted-install/v2/infra-envs/${infraEnv.id}`,
    name: infraEnv.name,
    openshift_version: infraEnv.openshiftVersion,
    user_name: infraEnv.userName,
    org_id: infraEnv.orgId || undefined,
    email_domain: infraEnv.emailDomain || undefined,
    proxy: defined({
      http_proxy: proxy.httpProxy || undefined,
      https_proxy: proxy.httpsProxy || undefined,
      no_proxy: proxy.noProxy || undefined,
    }),
    additional_ntp_sources: infraEnv.additionalNtpSources || undefined,
    ntp_sources: infraEnv.ntpSources || undefined,
    ssh_authorized_key: infraEnv.sshAuthorizedKey || undefined,
    pull_secret_set: infraEnv.pullSecretSet,
    static_network_config: presentStaticNetwork(infraEnv),
    rendezvous_ip: infraEnv.rendezvousIp || undefined,
    type: infraEnv.imageType,
    ignition_config_override: infraEnv.ignitionConfigOverride || undefined,
    cluster_id: infraEnv.clusterId ?? undefined,
    size_bytes: image.sizeBytes ?? undefined,
    download_url: image.downloadUrl,
    generator_version: image.generator,
    created_at: wireTime(infraEnv.createdAt),
    updated_at: wireTime(infraEnv.updatedAt),
    expires_at: wireTime(image.expiresAt),
    cpu_architecture: infraEnv.cpuArchitecture,
    kernel_arguments: infraEnv.kernelArguments.length > 0 ? JSON.stringify(infraEnv.kernelArguments) : undefined,
    additional_trust_bundle: infraEnv.additionalTrustBundle || undefined,
    network_discovery_delay_seconds: infraEnv.networkDiscoveryDelaySeconds,
  });
}

/** JSON in a string, as it was given. */
function presentStaticNetwork({ staticNetworkConfig }: InfraEnv): string | undefined {
  if (staticNetworkConfig.length === 0) return undefined;
  return JSON.stringify(
    staticNetworkConfig.map(({ networkYaml, macInterfaceMap }) => ({
      network_yaml: networkYaml,
      mac_interface_map: macInterfaceMap.map(({ macAddress, logicalNicName }) => ({
        mac_address: macAddress,
        logical_nic_name: logicalNicName,
      })),
    })),
  );
}
