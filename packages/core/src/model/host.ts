import type * as wire from "@muster/contract";
import type { HostValidationId, ValidationResult } from "../finding.ts";
import type { Instant } from "./instant.ts";
import type { LogCollection } from "./logs.ts";
import type {
  ApiVipConnectivity,
  ConnectivityReport,
  DiskInfo,
  DomainResolutions,
  FreeNetworkAddresses,
  ImageAvailability,
  Inventory,
  NtpSource,
  TangConnectivity,
} from "./observations.ts";

export type HostStatus = wire.Host["status"];
export type HostStage = wire.HostStage;
/** `bootstrap` is a role only in install commands; a stored host is a master with `bootstrap: true`. */
export type HostRole = Exclude<wire.HostRole, "bootstrap">;

export type HostProgress = Readonly<{
  stage: HostStage | null;
  info: string;
  percentage: number;
  stageStartedAt: Instant | null;
  stageUpdatedAt: Instant | null;
  /** A soft time-out was already reported for this stage. */
  stageTimedOut: boolean;
}>;

export type FencingCredentials = Readonly<{
  address: string;
  username: string;
  password: string;
  certificateVerification: "Enabled" | "Disabled";
  macAddress: string | null;
}>;

export type Host = Readonly<{
  id: string;
  infraEnvId: string;
  clusterId: string | null;
  kind: wire.Host["kind"];
  status: HostStatus;
  statusInfo: string;
  statusUpdatedAt: Instant;
  createdAt: Instant;
  registeredAt: Instant;
  checkedInAt: Instant | null;
  discoveryAgentVersion: string;

  role: HostRole;
  suggestedRole: HostRole;
  bootstrap: boolean;
  /** Empty when nobody asked for a name: the inventory's hostname counts then. */
  requestedHostname: string;
  machineConfigPoolName: string;
  installationDiskId: string;
  installationDiskPath: string;
  skipFormattingDisks: readonly string[];
  disksToBeFormatted: readonly string[];
  installerArgs: readonly string[];
  ignitionConfigOverrides: string;
  ignitionEndpointToken: string;
  ignitionEndpointHttpHeaders: Readonly<Record<string, string>>;
  nodeLabels: Readonly<Record<string, string>>;
  fencingCredentials: FencingCredentials | null;
  approved: boolean;

  inventory: Inventory | null;
  connectivity: ConnectivityReport | null;
  apiVipConnectivity: ApiVipConnectivity | null;
  tangConnectivity: TangConnectivity | null;
  freeAddresses: readonly FreeNetworkAddresses[] | null;
  ntpSources: readonly NtpSource[] | null;
  domainNameResolutions: DomainResolutions | null;
  imagesStatus: Readonly<Record<string, ImageAvailability>>;
  /** Measured installation disks by disk id. */
  disksInfo: Readonly<Record<string, DiskInfo>>;
  /** The machine's own clock (seconds since the epoch) at its last poll, and when that poll arrived. */
  clockSeconds: number | null;
  clockReadAt: Instant | null;
  mediaStatus: "connected" | "disconnected";

  progress: HostProgress;
  /** A soft disconnection time-out was reported and the machine has not come back. */
  connectionTimedOut: boolean;
  logs: LogCollection;
  validations: readonly ValidationResult<HostValidationId>[];
}>;

export const hostName = (host: Host): string => host.requestedHostname || host.inventory?.hostname || host.id;

/** The role that counts now: what was chosen, else what was suggested. */
export const effectiveRole = (host: Host): HostRole => (host.role === "auto-assign" ? host.suggestedRole : host.role);

export const isDay2 = (host: Host): boolean => host.kind === "AddToExistingClusterHost";
