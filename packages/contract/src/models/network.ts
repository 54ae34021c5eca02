import { type Static, Type } from "typebox";
import { Cidr, Enumeration, Model, Nullable, named, Uuid } from "../schema.ts";

export const Ip = named("ip", Type.String({ format: "ip" }));
export type Ip = Static<typeof Ip>;

export const Subnet = named("subnet", Cidr());
export type Subnet = Static<typeof Subnet>;

export const VipVerification = named("vip_verification", Enumeration(["unverified", "failed", "succeeded"]));
export type VipVerification = Static<typeof VipVerification>;

export const ClusterNetwork = Model("cluster_network", {
  cluster_id: Type.Optional(Uuid()),
  cidr: Type.Optional(Subnet),
  host_prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
});
export type ClusterNetwork = Static<typeof ClusterNetwork>;

const network = { cluster_id: Type.Optional(Uuid()), cidr: Type.Optional(Subnet) };

export const MachineNetwork = Model("machine_network", network);
export type MachineNetwork = Static<typeof MachineNetwork>;

export const ServiceNetwork = Model("service_network", network);
export type ServiceNetwork = Static<typeof ServiceNetwork>;

const vip = {
  cluster_id: Type.Optional(Uuid()),
  ip: Type.Optional(Ip),
  verification: Type.Optional(VipVerification),
};

export const ApiVip = Model("api_vip", vip);
export type ApiVip = Static<typeof ApiVip>;

export const IngressVip = Model("ingress_vip", vip);
export type IngressVip = Static<typeof IngressVip>;

export const HostNetwork = Model("host_network", {
  cidr: Type.Optional(Type.String()),
  host_ids: Type.Optional(Type.Array(Uuid())),
});
export type HostNetwork = Static<typeof HostNetwork>;

export const LoadBalancer = Model("load_balancer", {
  type: Type.Optional(Enumeration(["cluster-managed", "user-managed"])),
});
export type LoadBalancer = Static<typeof LoadBalancer>;

export const ProxySettings = Model("proxy", {
  http_proxy: Type.Optional(Nullable(Type.String())),
  https_proxy: Type.Optional(Nullable(Type.String())),
  no_proxy: Type.Optional(Nullable(Type.String())),
});
export type ProxySettings = Static<typeof ProxySettings>;
