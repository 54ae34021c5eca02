import { type Static, Type } from "typebox";
import { Double, Fields, IpAddress, Mac, Model, Nullable, named, Uuid } from "../schema.ts";

export const ConnectivityCheckNic = Model("connectivity-check-nic", {
  name: Type.Optional(Type.String()),
  mac: Type.Optional(Mac()),
  ip_addresses: Type.Optional(Type.Array(IpAddress())),
});
export type ConnectivityCheckNic = Static<typeof ConnectivityCheckNic>;

export const ConnectivityCheckHost = Model("connectivity-check-host", {
  host_id: Type.Optional(Uuid()),
  nics: Type.Optional(Type.Array(ConnectivityCheckNic)),
});
export type ConnectivityCheckHost = Static<typeof ConnectivityCheckHost>;

export const ConnectivityCheckParams = named("connectivity-check-params", Type.Array(ConnectivityCheckHost));
export type ConnectivityCheckParams = Static<typeof ConnectivityCheckParams>;

export const L2Connectivity = Model("l2-connectivity", {
  outgoing_nic: Type.Optional(Type.String()),
  outgoing_ip_address: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  remote_mac: Type.Optional(Type.String()),
  successful: Type.Optional(Type.Boolean()),
});
export type L2Connectivity = Static<typeof L2Connectivity>;

export const L3Connectivity = Model("l3-connectivity", {
  outgoing_nic: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  successful: Type.Optional(Type.Boolean()),
  average_rtt_ms: Type.Optional(Double()),
  packet_loss_percentage: Type.Optional(Double()),
});
export type L3Connectivity = Static<typeof L3Connectivity>;

export const MtuReport = Model("mtu-report", {
  outgoing_nic: Type.Optional(Type.String()),
  remote_ip_address: Type.Optional(Type.String()),
  mtu_successful: Type.Optional(Type.Boolean()),
});
export type MtuReport = Static<typeof MtuReport>;

export const ConnectivityRemoteHost = Model("connectivity-remote-host", {
  host_id: Type.Optional(Uuid()),
  l2_connectivity: Type.Optional(Type.Array(L2Connectivity)),
  l3_connectivity: Type.Optional(Type.Array(L3Connectivity)),
  mtu_report: Type.Optional(Type.Array(MtuReport)),
});
export type ConnectivityRemoteHost = Static<typeof ConnectivityRemoteHost>;

export const ConnectivityReport = Model("connectivity-report", {
  remote_hosts: Type.Optional(Type.Array(ConnectivityRemoteHost)),
});
export type ConnectivityReport = Static<typeof ConnectivityReport>;

export const ApiVipConnectivityAdditionalRequestHeader = Model("api_vip_connectivity_additional_request_header", {
  key: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
});
export type ApiVipConnectivityAdditionalRequestHeader = Static<typeof ApiVipConnectivityAdditionalRequestHeader>;

export const ApiVipConnectivityRequest = Model("api_vip_connectivity_request", {
  url: Type.String(),
  verify_cidr: Type.Optional(Type.Boolean()),
  ca_certificate: Type.Optional(Nullable(Type.String())),
  ignition_endpoint_token: Type.Optional(Nullable(Type.String())),
  request_headers: Type.Optional(Nullable(Type.Array(ApiVipConnectivityAdditionalRequestHeader))),
});
export type ApiVipConnectivityRequest = Static<typeof ApiVipConnectivityRequest>;

export const ApiVipConnectivityResponse = Model("api_vip_connectivity_response", {
  is_success: Type.Optional(Type.Boolean()),
  url: Type.Optional(Type.String()),
  download_error: Type.Optional(Type.String()),
  ignition: Type.Optional(Type.String()),
});
export type ApiVipConnectivityResponse = Static<typeof ApiVipConnectivityResponse>;

export const TangConnectivityRequest = Model("tang_connectivity_request", {
  tang_servers: Type.String(),
});
export type TangConnectivityRequest = Static<typeof TangConnectivityRequest>;

export const TangConnectivityResponse = Model("tang_connectivity_response", {
  is_success: Type.Optional(Type.Boolean()),
  tang_server_response: Type.Optional(
    Type.Array(
      Fields({
        tang_url: Type.Optional(Type.String()),
        payload: Type.Optional(Type.String()),
        signatures: Type.Optional(
          Type.Array(
            Fields({
              protected: Type.Optional(Type.String()),
              signature: Type.Optional(Type.String()),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type TangConnectivityResponse = Static<typeof TangConnectivityResponse>;
