// The install-config that a cluster would be installed with, and the overrides that users may add to it.
import { type Cluster, type ClusterSnapshot, effectiveRole, isSingleNode } from "@muster/core";
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
    platform: platformSection(cluster),
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

function platformSection(cluster: Cluster): Config {
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
  } catch {
    // What the parser says would repeat a piece of the text, which may be a secret.
    throw badRequest("The install-config overrides are not JSON: give a JSON object in a string.");
  }
  throw badRequest("The install-config overrides are not an object: give a JSON object in a string.");
}

type Kind = "text" | "boolean" | "list" | "object";

/** The parts of an install-config. */
const parts: Readonly<Record<string, Kind>> = {
  additionalTrustBundle: "text",
  additionalTrustBundlePolicy: "text",
  apiVersion: "text",
  arbiter: "object",
  baseDomain: "text",
  bootstrapInPlace: "object",
  capabilities: "object",
  compute: "list",
  controlPlane: "object",
  cpuPartitioningMode: "text",
  featureGates: "list",
  featureSet: "text",
  fips: "boolean",
  imageContentSources: "list",
  imageDigestSources: "list",
  metadata: "object",
  networking: "object",
  osImageStream: "text",
  platform: "object",
  proxy: "object",
  publish: "text",
  pullSecret: "text",
  sshKey: "text",
};

/** Values are not repeated in messages: some of them are secrets. */
export function checkOverrides(overrides: Config): void {
  for (const [key, value] of Object.entries(overrides)) {
    const kind = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (kind === undefined) {
      const known = Object.keys(parts).join(", ");
      throw badRequest(`The install-config has no ${key.slice(0, 80)}: known are ${known}.`);
    }
    const found = kindOf(value);
    if (found !== kind) throw badRequest(`${key} of the install-config is ${found}: give ${withArticle[kind]}.`);
  }
}

const withArticle: Readonly<Record<Kind, string>> = {
  text: "text",
  boolean: "true or false",
  list: "a list",
  object: "an object",
};

function kindOf(value: unknown): Kind | "null" | "a number" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "a number";
  return typeof value === "boolean" ? "boolean" : "object";
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
