// A payload that needs no release image: well-formed artefacts, so that whole flows run. What it makes installs nothing.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { effectiveRole, hostName } from "@muster/core";
import { file, type IgnitionConfig, ignitionConfig, printIgnition } from "@muster/ignition";
import { stringify } from "yaml";
import { installConfig } from "../clusters/install-config.ts";
import { ignitionName, withOverrides } from "../hosts/ignition.ts";
import type { Artefacts, Payload } from "./payload.ts";

export const samplePayload: Payload = {
  prepare: async (snapshot) => {
    const openshiftClusterId = randomUUID();
    const { cluster, hosts } = snapshot;
    const files = new Map<string, string>([
      ["install-config.yaml", installConfig(snapshot)],
      ["metadata.json", json({ clusterName: cluster.name, clusterID: openshiftClusterId, infraID: cluster.name })],
      ["kubeconfig-noingress", kubeconfig(cluster.name, cluster.baseDnsDomain)],
      ["kubeadmin-password", password()],
      ...["bootstrap", "master", "worker", "arbiter"].map((role): [string, string] => [
        `${role}.ign`,
        printIgnition(ignition(role), { indent: 2 }),
      ]),
      ...hosts.map((host): [string, string] => {
        const config = withOverrides(ignition(effectiveRole(host), hostName(host)), host);
        return [ignitionName(host), printIgnition(config, { indent: 2 })];
      }),
    ]);
    return { openshiftClusterId, files } satisfies Artefacts;
  },
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const ignition = (role: string, name?: string): IgnitionConfig =>
  ignitionConfig("3.2.0", {
    files: [file("/etc/muster/role", role), ...(name === undefined ? [] : [file("/etc/hostname", name)])],
  });

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
