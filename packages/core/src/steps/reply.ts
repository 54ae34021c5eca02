import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";
import type {
  ApiVipConnectivity,
  ConnectivityReport,
  DomainResolutions,
  FreeNetworkAddresses,
  ImageAvailability,
  Inventory,
  NtpSource,
  TangConnectivity,
} from "../model/observations.ts";
import type { StepType } from "./step.ts";

/** What an agent sent back. A missing exit code means 0 (reference host-side G10). */
export type StepReply = Readonly<{ stepType: string; exitCode: number; output: string; error: string }>;

/** What a reply means. */
export type Reply =
  | Readonly<{ kind: "ignored"; because: string }>
  | Readonly<{ kind: "invalid"; found: string; needed: string }>
  | Readonly<{ kind: "unknown-step"; stepType: string }>
  /** The step ran into an error that nothing waits for. */
  | Readonly<{ kind: "failed"; stepType: StepType; exitCode: number; error: string }>
  | Readonly<{ kind: "acknowledged"; stepType: StepType }>
  | Readonly<{ kind: "media-disconnected" }>
  | Readonly<{ kind: "installation-failed"; exitCode: number; error: string }>
  | Readonly<{ kind: "inventory"; inventory: Inventory }>
  | Readonly<{ kind: "connectivity"; report: ConnectivityReport }>
  | Readonly<{ kind: "free-addresses"; networks: readonly FreeNetworkAddresses[] }>
  | Readonly<{ kind: "dhcp-lease"; lease: FromWire<typeof wire.DhcpAllocationResponse> }>
  | Readonly<{ kind: "api-vip-connectivity"; connectivity: ApiVipConnectivity }>
  | Readonly<{ kind: "tang-connectivity"; connectivity: TangConnectivity }>
  | Readonly<{ kind: "ntp-sources"; sources: readonly NtpSource[] }>
  | Readonly<{ kind: "domain-resolutions"; resolutions: DomainResolutions }>
  | Readonly<{ kind: "verified-vips"; vips: readonly FromWire<typeof wire.VerifiedVip>[] }>
  /** `path` is null when the check failed before it could name the disk: it was the installation disk. */
  | Readonly<{ kind: "disk-speed"; path: string | null; exitCode: number; syncDurationMs: number | null }>
  | Readonly<{ kind: "image-availability"; images: readonly ImageAvailability[] }>
  | Readonly<{ kind: "agent-upgrade"; agentImage: string; succeeded: boolean }>;

export type ReplyLimits = Readonly<{
  /** Longer outputs are refused before anything looks into them. */
  maxOutputLength: number;
  /** Further disks are left out, and the inventory says so. */
  maxDisks: number;
  maxInterfaces: number;
  maxRoutes: number;
  maxRemoteHosts: number;
}>;

export const defaultReplyLimits: ReplyLimits = {
  maxOutputLength: 4 * 1024 ** 2,
  maxDisks: 1_000,
  maxInterfaces: 1_000,
  maxRoutes: 10_000,
  maxRemoteHosts: 5_000,
};
