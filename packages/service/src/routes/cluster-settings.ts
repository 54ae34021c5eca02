import * as wire from "@muster/contract";
import {
  aboutCluster,
  type Cluster,
  clusterChanges,
  type Host,
  ignoreValidations,
  preflightRequirements,
  reportFinalizingStage,
  storeIngressCertificate,
} from "@muster/core";
import { decided } from "../aggregates/aggregate.ts";
import { checkOverrides, installConfig, parseOverrides } from "../clusters/install-config.ts";
import { trustIngress } from "../clusters/kubeconfig.ts";
import type { Handlers } from "../http/handler.ts";
import { badRequest, notFound, orRefuse } from "../http/problem.ts";
import { readText } from "../objects/objects.ts";
import type { Service } from "../service.ts";

/** What surrounds a cluster: its defaults, its install-config, what is ignored, what its controller reports. */
export function clusterSettingHandlers(service: Service) {
  const { aggregates, policy, objects, settings } = service;
  return {
    V2GetClusterDefaultConfig: () => ({ status: 200, body: defaultConfig(settings) }),
    v2GetClusterInstallConfig: async ({ params }) => ({
      status: 200,
      body: installConfig(aggregates.snapshot(await aggregates.cluster(params.cluster_id))),
    }),
    v2UpdateClusterInstallConfig: async ({ params, body, requestId }) => {
      checkOverrides(parseOverrides(body));
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }) => {
          const told = aboutCluster("install_config_applied", root, {});
          return decided(clusterChanges(root, { installConfigOverrides: body }, [told]), undefined);
        },
        requestId,
      );
      return { status: 201, body: undefined };
    },
    v2GetPreflightRequirements: async ({ params }) => {
      const { root } = await aggregates.cluster(params.cluster_id);
      const requirements = preflightRequirements(root, policy);
      return { status: 200, body: wire.toWire(wire.PreflightHardwareRequirements, requirements) };
    },
    GetClusterSupportedPlatforms: async ({ params }) => {
      const { root, hosts } = await aggregates.cluster(params.cluster_id);
      return { status: 200, body: supportedPlatforms(root, [...hosts.values()]) };
    },
    v2GetIgnoredValidations: async ({ params }) => ({
      status: 200,
      body: presentIgnored((await aggregates.cluster(params.cluster_id)).root),
    }),
    v2SetIgnoredValidations: async ({ params, body, requestId }) => {
      const ignored = {
        host: readIds("host-validation-ids", body["host-validation-ids"]),
        cluster: readIds("cluster-validation-ids", body["cluster-validation-ids"]),
      };
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }) => decided(orRefuse(ignoreValidations(root, ignored)), undefined),
        requestId,
      );
      return { status: 201, body: presentIgnored((await aggregates.cluster(params.cluster_id)).root) };
    },
    V2GetClusterUISettings: async ({ params }) => ({
      status: 200,
      body: (await aggregates.cluster(params.cluster_id)).root.uiSettings,
    }),
    V2UpdateClusterUISettings: async ({ params, body, requestId }) => {
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }) => decided(clusterChanges(root, { uiSettings: body }), undefined),
        requestId,
      );
      return { status: 200, body };
    },
    v2UpdateClusterFinalizingProgress: async ({ params, body, requestId }) => {
      const stage = body.finalizing_stage;
      if (stage === undefined) throw badRequest("finalizing_stage is missing: give the stage that was reached");
      await aggregates.changeCluster(
        params.cluster_id,
        ({ root }, now) => decided(orRefuse(reportFinalizingStage(root, stage, now)), undefined),
        requestId,
      );
      return { status: 200, body: undefined };
    },
    v2UploadClusterIngressCert: async ({ params, body, requestId }) => {
      const id = params.cluster_id;
      const { root } = await aggregates.cluster(id);
      if (root.kubeconfigStored) return { status: 201, body: undefined };
      orRefuse(storeIngressCertificate(root));
      const plain = await readText(objects, `${id}/kubeconfig-noingress`);
      if (plain === null)
        throw notFound(`Cluster ${root.name} has no kubeconfig yet: it is made when the cluster is prepared.`);
      await objects.put(`${id}/kubeconfig`, trustIngress(plain, body));
      await aggregates.changeCluster(
        id,
        (aggregate) => decided(orRefuse(storeIngressCertificate(aggregate.root)), undefined),
        requestId,
      );
      return { status: 201, body: undefined };
    },
  } satisfies Handlers;
}

function defaultConfig(settings: Service["settings"]): wire.ClusterDefaultConfig {
  const ipv4 = { cidr: settings.CLUSTER_NETWORK_CIDR, host_prefix: settings.CLUSTER_NETWORK_HOST_PREFIX };
  const ipv6 = { cidr: settings.CLUSTER_NETWORK_CIDR_IPV6, host_prefix: settings.CLUSTER_NETWORK_HOST_PREFIX_IPV6 };
  const services = {
    ipv4: { cidr: settings.SERVICE_NETWORK_CIDR },
    ipv6: { cidr: settings.SERVICE_NETWORK_CIDR_IPV6 },
  };
  return {
    cluster_network_cidr: ipv4.cidr,
    cluster_network_host_prefix: ipv4.host_prefix,
    service_network_cidr: services.ipv4.cidr,
    cluster_networks_ipv4: [ipv4],
    cluster_networks_dualstack: [ipv4, ipv6],
    service_networks_ipv4: [services.ipv4],
    service_networks_dualstack: [services.ipv4, services.ipv6],
    inactive_deletion_hours: Math.round(settings.DELETED_INACTIVE_AFTER / 3_600_000),
    ntp_source: settings.NTP_DEFAULT_SERVER ?? "",
    forbidden_hostnames: [
      "localhost",
      "localhost.localdomain",
      "localhost4",
      "localhost4.localdomain4",
      "localhost6",
      "localhost6.localdomain6",
    ],
  };
}

/** Any platform that all hosts could run on: those of a vendor only on that vendor's machines. */
function supportedPlatforms(cluster: Cluster, hosts: readonly Host[]): wire.PlatformType[] {
  const everywhere = (manufacturer: RegExp) =>
    hosts.length > 0 && hosts.every(({ inventory }) => manufacturer.test(inventory?.systemVendor?.manufacturer ?? ""));
  if (cluster.controlPlaneCount === 1) return ["none", "external"];
  return [
    "baremetal",
    "none",
    ...(everywhere(/vmware/i) ? (["vsphere"] as const) : []),
    ...(everywhere(/nutanix/i) ? (["nutanix"] as const) : []),
    "external",
  ];
}

/** JSON lists in strings (reference service 1.3). */
function readIds(field: string, text: string | undefined): string[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((id) => typeof id === "string")) return value;
  } catch {
    // told below
  }
  throw badRequest(`${field} is ${JSON.stringify(text.slice(0, 80))}: give a JSON list in a string, such as ["all"]`);
}

const presentIgnored = (cluster: Cluster): wire.IgnoredValidations => ({
  "host-validation-ids": JSON.stringify(cluster.ignoredHostValidations),
  "cluster-validation-ids": JSON.stringify(cluster.ignoredClusterValidations),
});
