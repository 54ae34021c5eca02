// What a machine becomes when it boots the image: one that runs the agent (reference service 6.1).
import type { InfraEnv } from "@muster/core";
import { type ImageFile, networkBootScript } from "@muster/nmstate";
import { agentScripts, agentService, motd, serviceCaPath } from "./agent-unit.ts";
import { mergeIgnition } from "./merge-ignition.ts";
import { networkUnit, networkUnitName } from "./network-unit.ts";
import { proxyVariables } from "./proxy-variables.ts";
import { hasTimeServers, timeServerScript, timeServerUnit } from "./time-servers.ts";

export type DiscoveryFacts = Readonly<{
  serviceBaseUrl: string;
  agentImage: string;
  pullSecret: string;
  /** What the agent shows to prove that it may call; empty where nobody asks. */
  agentToken: string;
  startTimeoutSeconds: number;
  /** The agent takes any certificate from the service. */
  insecure: boolean;
  /** A certificate authority that the agent must trust to reach the service. */
  serviceCa: string | null;
  /** The networks of the hosts; empty where the image's initrd carries them. */
  networkFiles: readonly ImageFile[];
}>;

/** The config as JSON text, with the infra-env's own override merged in. */
export function discoveryIgnition(infraEnv: InfraEnv, facts: DiscoveryFacts): string {
  const { ignitionConfigOverride: override } = infraEnv;
  const config = baseConfig(infraEnv, facts);
  return JSON.stringify(override === "" ? config : mergeIgnition(config, JSON.parse(override)));
}

function baseConfig(infraEnv: InfraEnv, facts: DiscoveryFacts) {
  const sshAuthorizedKeys = infraEnv.sshAuthorizedKey.split("\n").filter((key) => key.trim() !== "");
  return {
    ignition: { version: "3.1.0", ...proxySection(infraEnv) },
    ...(sshAuthorizedKeys.length > 0 && { passwd: { users: [{ name: "core", sshAuthorizedKeys }] } }),
    storage: { files: filesOf(infraEnv, facts).map(ignitionFile) },
    systemd: { units: unitsOf(infraEnv, facts) },
  };
}

function proxySection({ proxy: { httpProxy, httpsProxy, noProxy } }: InfraEnv) {
  if (httpProxy === "" && httpsProxy === "") return {};
  return {
    proxy: {
      ...(httpProxy && { httpProxy }),
      ...(httpsProxy && { httpsProxy }),
      ...(noProxy && { noProxy: noProxy.split(",") }),
    },
  };
}

function filesOf(infraEnv: InfraEnv, facts: DiscoveryFacts): ImageFile[] {
  const { additionalTrustBundle } = infraEnv;
  const proxy = proxyVariables(infraEnv.proxy);
  return [
    ...agentScripts,
    plain("/etc/motd", motd),
    plain("/etc/NetworkManager/conf.d/01-ipv6.conf", "[connection]\nipv6.dhcp-iaid=mac\nipv6.dhcp-duid=ll\n"),
    { path: "/root/.docker/config.json", mode: 0o600, content: facts.pullSecret },
    ...(facts.serviceCa === null ? [] : [plain(serviceCaPath, facts.serviceCa)]),
    ...(additionalTrustBundle === "" ? [] : [plain(trustBundlePath, additionalTrustBundle)]),
    ...(proxy.length === 0 ? [] : [plain("/etc/profile.d/proxy.sh", proxy.map(exportLine).join(""))]),
    ...(hasTimeServers(infraEnv) ? [timeServerScript(infraEnv)] : []),
    ...(facts.networkFiles.length === 0 ? [] : [...facts.networkFiles, networkBootScript]),
  ];
}

const trustBundlePath = "/etc/pki/ca-trust/source/anchors/assisted-infraenv-additional-trust-bundle.pem";

const plain = (path: string, content: string): ImageFile => ({ path, mode: 0o644, content });

const exportLine = ([name, value]: readonly [string, string]): string =>
  `export ${name}='${value.replaceAll("'", "'\\''")}'\n`;

function unitsOf(infraEnv: InfraEnv, facts: DiscoveryFacts) {
  const enabled = (name: string, contents: string) => ({ name, enabled: true, contents });
  return [
    enabled("agent.service", agentService(infraEnv, facts)),
    ...(hasTimeServers(infraEnv) ? [enabled("add-ntp-sources.service", timeServerUnit)] : []),
    ...(facts.networkFiles.length === 0 ? [] : [enabled(networkUnitName, networkUnit("live-system"))]),
  ];
}

const ignitionFile = ({ path, mode, content }: ImageFile) => ({
  path,
  mode,
  overwrite: true,
  user: { name: "root" },
  contents: { source: `data:text/plain;charset=utf-8;base64,${Buffer.from(content).toString("base64")}` },
});
