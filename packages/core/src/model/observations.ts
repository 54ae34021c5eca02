// What a machine reported about itself and its neighbours, in the domain's names.
import type * as wire from "@muster/contract";
import type { FromWire } from "@muster/contract";

export type Inventory = FromWire<typeof wire.Inventory>;
export type Interface = FromWire<typeof wire.Interface>;
export type Disk = FromWire<typeof wire.Disk>;
export type Route = FromWire<typeof wire.Route>;
export type ConnectivityReport = FromWire<typeof wire.ConnectivityReport>;
export type ApiVipConnectivity = FromWire<typeof wire.ApiVipConnectivityResponse>;
/** With the reason why the check could not be made at all (reference service 5.3). */
export type TangConnectivity = FromWire<typeof wire.TangConnectivityResponse> & Readonly<{ error?: string }>;
export type FreeNetworkAddresses = FromWire<typeof wire.FreeNetworkAddresses>;
export type NtpSource = FromWire<typeof wire.NtpSource>;
export type DomainResolutions = FromWire<typeof wire.DomainResolutionResponse>;
export type ImageAvailability = FromWire<typeof wire.ContainerImageAvailability>;
export type DiskInfo = FromWire<typeof wire.DiskInfo>;
