// The install-config that a cluster would be installed with, and the overrides that users may add to it.
import { type ClusterSnapshot, effectiveRole, isSingleNode } from "@muster/core";
import { stringify } from "yaml";
import { badRequest } from "../http/problem.ts";

type Config = Record<string, unknown>;

/** The pull secret is left out: this text is shown to everyone who may read the cluster. */
export function installConfig({ cluster, hosts }: ClusterSnapshot): string {
  const count = (role: string) => hosts.filter((host) => effectiveRole(host) === role).length;
  const base: Config = {
    apiVersion: "v1",
    baseDomain: cluster.baseDnsDomain,
    metadata: { name: cluster.name },
    networking: {
      networkType: cluster.networkType,
      clusterNetwork: cluster.clusterNetworks.map(({ cidr, hostPrefix }) => ({ cidr, hostPrefix })),
      machineNetwork: cluster.machineNetworks.map((cidr) => ({ cidr })),
      serviceNetwork: [...cluster.serviceNetworks],
    },
    controlPlane: { name: "master", hyperthreading: "Enabled", replicas: cluster.controlPlaneCount },
    compute: [{ name: "worker", hyperthreading: "Enabled", replicas: count("worker") }],
    ...(count("arbiter") > 0 && {
      arbiter: { name: "arbiter", hyperthreading: "Enabled", replicas: count("arbiter") },
    }),
    platform: platformSection({ cluster, hosts }),
    ...(isSingleNode(cluster) && { bootstrapInPlace: { installationDisk: hosts[0]?.installationDiskPath ?? "" } }),
    ...(cluster.proxy.httpProxy || cluster.proxy.httpsProxy
      ? {
          proxy: {
            httpProxy: cluster.proxy.httpProxy,
            httpsProxy: cluster.proxy.httpsProxy,
            noProxy: cluster.proxy.noProxy,
          },
        }
      : {}),
    ...(cluster.sshPublicKey && { sshKey: cluster.sshPublicKey }),
  };
  return stringify(merge(base, parseOverrides(cluster.installConfigOverrides)));
}

function platformSection({ cluster }: Pick<ClusterSnapshot, "cluster" | "hosts">): Config {
  const { type, external } = cluster.platform;
  if (type === "none") return { none: {} };
  if (type === "external") {
    return {
      external: {
        platformName: external?.platformName ?? "",
        cloudControllerManager: external?.cloudControllerManager ?? "",
      },
    };
  }
  const vips = { apiVIPs: cluster.apiVips.map(({ ip }) => ip), ingressVIPs: cluster.ingressVips.map(({ ip }) => ip) };
  return { [type]: vips };
}

/** Overrides are a JSON object in a string; empty removes them. */
export function parseOverrides(text: string): Config {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw badRequest(
      `The install-config overrides are not JSON (${error instanceof Error ? error.message : "unreadable"}): give a JSON object in a string.`,
    );
  }
  throw badRequest("The install-config overrides are not an object: give a JSON object in a string.");
}

const knownKeys: ReadonlySet<string> = new Set([
  "additionalTrustBundle",
  "additionalTrustBundlePolicy",
  "apiVersion",
  "arbiter",
  "baseDomain",
  "bootstrapInPlace",
  "capabilities",
  "compute",
  "controlPlane",
  "cpuPartitioningMode",
  "featureGates",
  "featureSet",
  "fips",
  "imageContentSources",
  "imageDigestSources",
  "metadata",
  "networking",
  "osImageStream",
  "platform",
  "proxy",
  "publish",
  "pullSecret",
  "sshKey",
]);

export function checkOverrides(overrides: Config): void {
  const unknown = Object.keys(overrides).filter((key) => !knownKeys.has(key));
  if (unknown.length > 0) {
    throw badRequest(
      `The install-config has no ${unknown.slice(0, 5).join(", ")}: known are ${[...knownKeys].join(", ")}.`,
    );
  }
}

function merge(base: Config, over: Config): Config {
  const result: Config = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return result;
}

const isObject = (value: unknown): value is Config =>
  typeof value === "object" && value !== null && !Array.isArray(value);
