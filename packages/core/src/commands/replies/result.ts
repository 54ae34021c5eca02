import type { VipType, VipVerification } from "@muster/contract";
import type {
  ApiVipConnectivity,
  ConnectivityReport,
  DomainResolutions,
  FreeNetworkAddresses,
  ImageAvailability,
  Inventory,
  NtpSource,
  TangConnectivity,
} from "../../model/observations.ts";

/** What an agent answered to a step, already read from the wire. Answers that say nothing (an empty output) never get here. */
export type StepResult =
  | Readonly<{ kind: "inventory"; inventory: Inventory }>
  | Readonly<{ kind: "connectivity-check"; report: ConnectivityReport }>
  | Readonly<{ kind: "free-network-addresses"; networks: readonly FreeNetworkAddresses[] }>
  | Readonly<{ kind: "dhcp-lease-allocate"; lease: VipLease }>
  | Readonly<{ kind: "api-vip-connectivity-check"; connectivity: ApiVipConnectivity }>
  | Readonly<{ kind: "tang-connectivity-check"; connectivity: TangConnectivity }>
  | Readonly<{ kind: "ntp-synchronizer"; sources: readonly NtpSource[] }>
  | Readonly<{ kind: "domain-resolution"; resolutions: DomainResolutions }>
  | Readonly<{ kind: "verify-vips"; vips: readonly VerifiedVip[] }>
  | Readonly<{ kind: "installation-disk-speed-check"; exitCode: number; path: string; ioSyncDurationMs: number }>
  | Readonly<{ kind: "container-image-availability"; images: readonly ImageAvailability[] }>
  | Readonly<{ kind: "upgrade-agent"; agentImage: string; succeeded: boolean }>
  | Readonly<{ kind: "download-boot-artifacts"; succeeded: boolean }>
  | Readonly<{ kind: "reboot-for-reclaim"; succeeded: boolean }>
  | Readonly<{ kind: "install"; exitCode: number; error: string }>
  /** The agent could not read its boot media, whatever it was asked to do (exit code 256). */
  | Readonly<{ kind: "media-disconnected" }>;

export type VipLease = Readonly<{
  apiVip: string;
  ingressVip: string;
  apiVipLease: string;
  ingressVipLease: string;
}>;

export type VerifiedVip = Readonly<{ vip: string; vipType: VipType; verification: VipVerification }>;
