import { type Static, Type } from "typebox";
import { Cidr, Enumeration, Model, Nullable, Uuid } from "../schema.ts";

export const Ip = Type.String({
  pattern: "^(?:(?:(?:[0-9]{1,3}\\.){3}[0-9]{1,3})|(?:(?:[0-9a-fA-F]*:[0-9a-fA-F]*){2,}))?$",
});
export type Ip = Static<typeof Ip>;

export const Subnet = Cidr();
export type Subnet = Static<typeof Subnet>;

export const VipVerification = Enumeration(["unverified", "failed", "succeeded"]);
export type VipVerification = Static<typeof VipVerification>;

export const ClusterNetwork = Model({
  cluster_id: Type.Optional(Uuid()),
  cidr: Type.Optional(Subnet),
  host_prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
});
export type ClusterNetwork = Static<typeof ClusterNetwork>;

export const MachineNetwork = Model({
  cluster_id: Type.Optional(Uuid()),
  cidr: Type.Optional(Subnet),
});
export type MachineNetwork = Static<typeof MachineNetwork>;

export const ServiceNetwork = Model({
  cluster_id: Type.Optional(Uuid()),
  cidr: Type.Optional(Subnet),
});
export type ServiceNetwork = Static<typeof ServiceNetwork>;

export const ApiVip = Model({
  cluster_id: Type.Optional(Uuid()),
  ip: Type.Optional(Ip),
  verification: Type.Optional(VipVerification),
});
export type ApiVip = Static<typeof ApiVip>;

export const IngressVip = Model({
  cluster_id: Type.Optional(Uuid()),
  ip: Type.Optional(Ip),
  verification: Type.Optional(VipVerification),
});
export type IngressVip = Static<typeof IngressVip>;

export const HostNetwork = Model({
  cidr: Type.Optional(Type.String()),
  host_ids: Type.Optional(Type.Array(Uuid())),
});
export type HostNetwork = Static<typeof HostNetwork>;

export const LoadBalancer = Model({
  type: Type.Optional(Enumeration(["cluster-managed", "user-managed"])),
});
export type LoadBalancer = Static<typeof LoadBalancer>;

export const ProxySettings = Model({
  http_proxy: Type.Optional(Nullable(Type.String())),
  https_proxy: Type.Optional(Nullable(Type.String())),
  no_proxy: Type.Optional(Nullable(Type.String())),
});
export type ProxySettings = Static<typeof ProxySettings>;
