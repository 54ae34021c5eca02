import { Type } from "typebox";
import { Bundle, MonitoredOperatorsList, OperatorMonitorReport, OperatorProperties } from "../models/operator.ts";
import { Fields } from "../schema.ts";
import { v2 } from "./groups.ts";
import { featureIds, platformQuery } from "./parameters.ts";
import { agent, defineRoutes, editors, errors, readers } from "./route.ts";

export const operatorRoutes = defineRoutes(
  { ...v2, tag: "operators" },
  {
    V2ListSupportedOperators: {
      method: "GET",
      path: "/supported-operators",
      summary: "List the names of operators that can be installed with a cluster.",
      auth: editors,
      responses: { 200: Type.Array(Type.String()) },
    },
    V2ListOperatorProperties: {
      method: "GET",
      path: "/supported-operators/{operator_name}",
      summary: "List the properties that can be set for an operator.",
      auth: readers,
      responses: { 200: OperatorProperties, ...errors(404) },
    },
    V2ListBundles: {
      method: "GET",
      path: "/operators/bundles",
      summary: "List the bundles of operators that fit a version, an architecture and a platform.",
      auth: editors,
      query: Fields({ openshift_version: Type.Optional(Type.String()), ...platformQuery, feature_ids: featureIds }),
      responses: { 200: Type.Array(Bundle), ...errors(400) },
    },
    V2GetBundle: {
      method: "GET",
      path: "/operators/bundles/{id}",
      summary: "Read one bundle of operators.",
      auth: editors,
      query: Fields({ feature_ids: featureIds }),
      responses: { 200: Bundle, ...errors(400, 404) },
    },
    V2ListOfClusterOperators: {
      method: "GET",
      path: "/clusters/{cluster_id}/monitored-operators",
      summary: "List the operators of a cluster and how each is doing.",
      tags: ["operators", "installer"],
      auth: [agent],
      query: Fields({ operator_name: Type.Optional(Type.String()) }),
      responses: { 200: MonitoredOperatorsList, ...errors(404) },
    },
    v2ReportMonitoredOperatorStatus: {
      method: "PUT",
      path: "/clusters/{cluster_id}/monitored-operators",
      summary: "Report how an operator of a cluster is doing.",
      tags: ["operators", "installer"],
      auth: [agent],
      body: OperatorMonitorReport,
      responses: { 200: null, ...errors(400, 404, 409, 503) },
    },
  },
);
