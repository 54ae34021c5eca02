// Bodies of the 2021 API that have no equal today (reference service 1.4). Unknown fields are ignored there.
import { type Static, Type } from "typebox";
import { Enumeration, Fields, Model, Nullable, Uuid } from "../schema.ts";
import { Cluster } from "./cluster.ts";
import { ClusterCreateParams, V2ClusterUpdateParams } from "./cluster-params.ts";
import { DiskConfigParams, HostRoleUpdateParams } from "./host.ts";
import { Ip } from "./network.ts";

/** One address each, where today there are lists, and addresses by DHCP unless the caller says otherwise. */
export const V1ClusterCreateParams = Model("v1-cluster-create-params", {
  ...ClusterCreateParams.properties,
  kind: Type.Optional(Enumeration(["Cluster", "AddHostsCluster"])),
  ingress_vip: Type.Optional(Ip),
  vip_dhcp_allocation: Type.Optional(Nullable(Type.Boolean({ assumed: true }))),
});
export type V1ClusterCreateParams = Static<typeof V1ClusterCreateParams>;

/** With the single addresses of 2021 beside the lists of today. */
export const V1Cluster = Model("v1-cluster", {
  ...Cluster.properties,
  api_vip: Type.Optional(Type.String()),
  ingress_vip: Type.Optional(Type.String()),
});
export type V1Cluster = Static<typeof V1Cluster>;

/** Also changes hosts, which today are changed one by one. */
export const V1ClusterUpdateParams = Model("v1-cluster-update-params", {
  ...V2ClusterUpdateParams.properties,
  api_vip: Type.Optional(Nullable(Ip)),
  ingress_vip: Type.Optional(Nullable(Ip)),
  hosts_roles: Type.Optional(Type.Array(Fields({ id: Uuid(), role: HostRoleUpdateParams }))),
  hosts_names: Type.Optional(Type.Array(Fields({ id: Uuid(), hostname: Type.String() }))),
  disks_selected_config: Type.Optional(
    Type.Array(Fields({ id: Uuid(), disks_config: Type.Optional(Type.Array(DiskConfigParams)) })),
  ),
  hosts_machine_config_pool_names: Type.Optional(
    Type.Array(Fields({ id: Uuid(), machine_config_pool_name: Type.String() })),
  ),
});
export type V1ClusterUpdateParams = Static<typeof V1ClusterUpdateParams>;
