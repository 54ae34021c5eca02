// A payload that needs no release image: well-formed artefacts, so that whole flows run. What it makes installs nothing.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type ClusterSnapshot, effectiveRole, hostName } from "@muster/core";
import { stringify } from "yaml";
import { ignitionName } from "../hosts/ignition.ts";
import type { Artefacts, Payload } from "./payload.ts";

export const samplePayload: Payload = {
  prepare: async (snapshot) => {
    const openshiftClusterId = randomUUID();
    const { cluster, hosts } = snapshot;
    const files = new Map<string, string>([
      ["install-config.yaml", stringify(sampleInstallConfig(snapshot))],
      ["metadata.json", json({ clusterName: cluster.name, clusterID: openshiftClusterId, infraID: cluster.name })],
      ["kubeconfig-noingress", kubeconfig(cluster.name, cluster.baseDnsDomain)],
      ["kubeadmin-password", password()],
      ...["bootstrap", "master", "worker", "arbiter"].map((role): [string, string] => [`${role}.ign`, ignition(role)]),
      ...hosts.map((host): [string, string] => [ignitionName(host), ignition(effectiveRole(host), hostName(host))]),
    ]);
    return { openshiftClusterId, files } satisfies Artefacts;
  },
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function sampleInstallConfig({ cluster, hosts }: ClusterSnapshot) {
  const workers = hosts.filter((host) => effectiveRole(host) === "worker").length;
  return {
    apiVersion: "v1",
    baseDomain: cluster.baseDnsDomain,
    metadata: { name: cluster.name },
    networking: {
      networkType: cluster.networkType,
      clusterNetwork: cluster.clusterNetworks.map(({ cidr, hostPrefix }) => ({ cidr, hostPrefix })),
      machineNetwork: cluster.machineNetworks.map((cidr) => ({ cidr })),
      serviceNetwork: [...cluster.serviceNetworks],
    },
    controlPlane: { name: "master", replicas: cluster.controlPlaneCount },
    compute: [{ name: "worker", replicas: workers }],
    platform: { [cluster.platform.type]: {} },
    pullSecret: "",
    sshKey: cluster.sshPublicKey,
  };
}

function ignition(role: string, name?: string): string {
  const file = (path: string, text: string) => ({
    path,
    mode: 0o644,
    overwrite: true,
    contents: { source: `data:,${encodeURIComponent(text)}` },
  });
  const files = [file("/etc/muster/role", role), ...(name === undefined ? [] : [file("/etc/hostname", name)])];
  return json({ ignition: { version: "3.2.0" }, storage: { files } });
}

function kubeconfig(name: string, domain: string): string {
  const certificate = createHash("sha256").update(`${name}.${domain}`).digest("base64");
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server: `https://api.${name}.${domain}:6443`, "certificate-authority-data": certificate } },
    ],
    contexts: [{ name: "admin", context: { cluster: name, user: "admin" } }],
    "current-context": "admin",
    users: [{ name: "admin", user: {} }],
  });
}

/** Four groups of five, as the console expects them. */
function password(): string {
  const letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ23456789";
  const text = [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join("");
  return text.match(/.{5}/g)?.join("-") ?? text;
}
