import type { IgnitionConfig } from "../config.ts";

/** A file to put into an image, as `@muster/nmstate` makes them. */
export type ImageFile = Readonly<{ path: string; mode: number; content: string }>;

/** All that a discovery image is made for. Empty text means that there is none. */
export type DiscoveryInput = Readonly<{
  infraEnvId: string;
  /** Where machines reach the service, without a path. */
  serviceBaseUrl: string;
  /** The container image of the agent; in any case the version by which the agent introduces itself. */
  agentImage: string;
  /** Take the `muster` executable instead of a container image. */
  agentBinary?: AgentBinary;
  agentStartTimeoutSeconds?: number;
  /** How long the agent waits before it looks at the network. */
  networkDiscoveryDelaySeconds?: number;
  /** What the agent proves itself with. */
  token?: string;
  skipCertificateVerification?: boolean;
  pullSecret: string;
  /** Lines, as in an authorized_keys file. */
  sshKeys?: string;
  proxy?: Readonly<{ httpProxy?: string; httpsProxy?: string; noProxy?: string }>;
  /** PEM: the authority of the service's own certificate. */
  serviceCa?: string;
  /** PEM: an authority of the company that runs the service (INSTALL_RH_CA). */
  companyCa?: string;
  /** PEM: what the infra-env trusts in addition. */
  trustBundle?: string;
  mirror?: Readonly<{ registriesConf: string; ca?: string }>;
  /** Take images without signatures, also where the system would not. */
  insecurePolicy?: boolean;
  ntp?: Readonly<{ kind: "add" | "replace"; sources: readonly string[] }>;
  /** The hosts' network files and the script that picks one host's at boot. Not for images that carry them in an initrd. */
  staticNetwork?: readonly ImageFile[];
  okd?: Readonly<{ rpmsImage: string }>;
  /** Merged first: what another part of the system wants, such as an agent of its own. Ours is then not started. */
  internalOverride?: IgnitionConfig;
  /** Merged last: what the user wants. */
  override?: IgnitionConfig;
}>;

export type AgentBinary = Readonly<{
  /** `<images base>/boot-artifacts/muster`. */
  url: string;
  sha256?: string;
  /** Between the executable and the agent's flags. */
  command?: readonly string[];
}>;
