import * as wire from "@muster/contract";
import {
  architectureLevels,
  type BundleDefinition,
  detailedSupport,
  findBundle,
  findOperator,
  listBundles,
  minorOf,
  reportOperator,
  type SupportContext,
  supportedOperators,
  supportLevels,
} from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, notFound, orRefuse } from "../http/problem.ts";
import { presentOperator } from "../present/cluster.ts";
import type { Service } from "../service.ts";

type PlatformQuery = Readonly<{
  openshift_version: string;
  cpu_architecture: SupportContext["architecture"];
  platform_type?: wire.PlatformType;
  external_platform_name?: string;
}>;

/** Operators, and how well each feature is supported where. */
export function operatorHandlers({ aggregates }: Service) {
  return {
    V2ListSupportedOperators: () => ({ status: 200, body: [...supportedOperators] }),
    V2ListOperatorProperties: ({ params }) => {
      const operator = findOperator(params.operator_name);
      if (!operator) throw notFound(`There is no operator ${params.operator_name}: ${supportedOperators.join(", ")}.`);
      return {
        status: 200,
        body: operator.properties.map((property) =>
          wire.toWire(wire.OperatorProperty, { ...property, options: [...property.options] }),
        ),
      };
    },
    V2ListBundles: ({ query }) => {
      const version = query.openshift_version;
      const context = version === undefined ? null : contextOf({ ...query, openshift_version: version });
      return { status: 200, body: listBundles(context, query.feature_ids).map(presentBundle) };
    },
    V2GetBundle: ({ params, query }) => {
      const bundle = findBundle(params.id, query.feature_ids);
      if (!bundle) throw notFound(`There is no bundle ${params.id}; GET /v2/operators/bundles lists them.`);
      return { status: 200, body: presentBundle(bundle) };
    },
    V2ListOfClusterOperators: async ({ params, query }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const wanted = root.monitoredOperators.filter(({ name }) => !query.operator_name || name === query.operator_name);
      if (query.operator_name && wanted.length === 0) {
        throw notFound(`Cluster ${root.name} has no operator ${query.operator_name}.`);
      }
      return { status: 200, body: wanted.map((operator) => presentOperator(root.id, operator)) };
    },
    v2ReportMonitoredOperatorStatus: async ({ params, body, requestId }) => {
      const { name, status, status_info: statusInfo = "", version = "" } = body;
      if (name === undefined || status === undefined) {
        throw badRequest(
          "name and status are needed: give the operator's name and one of failed, progressing, available",
        );
      }
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }, now) =>
          decided(orRefuse(reportOperator(root, { name, status, statusInfo, version }, now)), undefined),
        requestId,
      );
      return { status: 200, body: undefined };
    },
    GetSupportedFeatures: ({ query }) => ({ status: 200, body: { features: supportLevels(contextOf(query)) } }),
    GetDetailedSupportedFeatures: ({ query }) => {
      const { features, operators } = detailedSupport(contextOf(query));
      return {
        status: 200,
        body: {
          features: features.map((feature) => wire.toWire(wire.Feature, feature)),
          operators: operators.map((operator) => wire.toWire(wire.Operator, operator)),
        },
      };
    },
    GetSupportedArchitectures: ({ query }) => {
      checkVersion(query.openshift_version);
      return { status: 200, body: { architectures: architectureLevels(query.openshift_version) } };
    },
  } satisfies Handlers;
}

function contextOf(query: PlatformQuery): SupportContext {
  checkVersion(query.openshift_version);
  return {
    version: query.openshift_version,
    architecture: query.cpu_architecture === "aarch64" ? "arm64" : query.cpu_architecture,
    platform: query.platform_type ?? null,
    externalPlatformName: query.external_platform_name ?? null,
  };
}

function checkVersion(version: string): void {
  if (minorOf(version) === null) {
    throw badRequest(
      `openshift_version is ${JSON.stringify(version.slice(0, 40))}: give a version such as 4.22 or 4.22.9`,
    );
  }
}

const presentBundle = ({ id, title, description, operators, optionalOperators }: BundleDefinition): wire.Bundle => ({
  id,
  title,
  description,
  operators: [...operators],
  optional_operators: [...optionalOperators],
});
