import type * as wire from "@muster/contract";
import type { CpuArchitecture, ProxySettings } from "./cluster.ts";
import type { Instant } from "./instant.ts";

export type StaticNetworkConfig = Readonly<{
  networkYaml: string;
  macInterfaceMap: readonly Readonly<{ macAddress: string; logicalNicName: string }>[];
}>;

export type KernelArgument = Readonly<{ operation: "append" | "replace" | "delete"; value: string }>;

export type InfraEnv = Readonly<{
  id: string;
  name: string;
  /** Hosts that boot this image belong to that cluster at once; null makes it a pool. */
  clusterId: string | null;
  userName: string;
  orgId: string;
  emailDomain: string;
  openshiftVersion: string;
  cpuArchitecture: Exclude<CpuArchitecture, "multi">;
  imageType: wire.ImageType;
  proxy: ProxySettings;
  additionalNtpSources: string;
  ntpSources: string;
  sshAuthorizedKey: string;
  pullSecretSet: boolean;
  staticNetworkConfig: readonly StaticNetworkConfig[];
  ignitionConfigOverride: string;
  kernelArguments: readonly KernelArgument[];
  additionalTrustBundle: string;
  rendezvousIp: string;
  networkDiscoveryDelaySeconds: number;
  createdAt: Instant;
  updatedAt: Instant;
}>;
