import { type Static, Type } from "typebox";
import { DateTime, Enumeration, Model, named, Uuid } from "../schema.ts";

export const OperatorStatus = named("operator-status", Enumeration(["failed", "progressing", "available"]));
export type OperatorStatus = Static<typeof OperatorStatus>;

export const OperatorType = named("operator-type", Enumeration(["builtin", "olm"]));
export type OperatorType = Static<typeof OperatorType>;

export const MonitoredOperator = Model("monitored-operator", {
  cluster_id: Type.Optional(Uuid()),
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  namespace: Type.Optional(Type.String()),
  subscription_name: Type.Optional(Type.String()),
  operator_type: Type.Optional(OperatorType),
  properties: Type.Optional(Type.String()),
  timeout_seconds: Type.Optional(Type.Integer()),
  status: Type.Optional(OperatorStatus),
  status_info: Type.Optional(Type.String()),
  status_updated_at: Type.Optional(DateTime()),
  bundles: Type.Optional(Type.Array(Type.String())),
  dependency_only: Type.Optional(Type.Boolean()),
  source_bundles: Type.Optional(Type.Array(Type.String())),
});
export type MonitoredOperator = Static<typeof MonitoredOperator>;

export const OperatorMonitorReport = Model("operator-monitor-report", {
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  status: Type.Optional(OperatorStatus),
  status_info: Type.Optional(Type.String()),
});
export type OperatorMonitorReport = Static<typeof OperatorMonitorReport>;

export const OperatorCreateParams = Model("operator-create-params", {
  name: Type.Optional(Type.String()),
  properties: Type.Optional(Type.String()),
});
export type OperatorCreateParams = Static<typeof OperatorCreateParams>;

export const BundleCreateParams = Model("bundle-create-params", {
  id: Type.String(),
  optional_operators: Type.Optional(Type.Array(Type.String())),
});
export type BundleCreateParams = Static<typeof BundleCreateParams>;

export const MonitoredOperatorsList = named("monitored-operators-list", Type.Array(MonitoredOperator));
export type MonitoredOperatorsList = Static<typeof MonitoredOperatorsList>;

export const Bundle = Model("bundle", {
  id: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  operators: Type.Optional(Type.Array(Type.String())),
  optional_operators: Type.Optional(Type.Array(Type.String())),
});
export type Bundle = Static<typeof Bundle>;

export const OperatorProperty = Model("operator-property", {
  name: Type.Optional(Type.String()),
  data_type: Type.Optional(Enumeration(["bool", "string", "int", "float"])),
  mandatory: Type.Optional(Type.Boolean()),
  options: Type.Optional(Type.Array(Type.String())),
  description: Type.Optional(Type.String()),
  default_value: Type.Optional(Type.String()),
});
export type OperatorProperty = Static<typeof OperatorProperty>;

export const OperatorProperties = named("operator-properties", Type.Array(OperatorProperty));
export type OperatorProperties = Static<typeof OperatorProperties>;
