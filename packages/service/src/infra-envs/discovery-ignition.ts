// What a machine becomes when it boots the image: one that runs the agent (reference service 6.1).
import { readFile } from "node:fs/promises";
import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import {
  type DiscoveryInput,
  describeProblem,
  discoveryConfig,
  embedAreaBytes,
  embeddedSize,
  type IgnitionConfig,
  type Problem,
  parseIgnition,
} from "@muster/ignition";
import { networkBootScript } from "@muster/nmstate";
import { badRequest, HttpProblem } from "../http/problem.ts";
import type { Service } from "../service.ts";
import { readSecret } from "../store/reader.ts";
import { mirrorRegistries } from "./mirror-registries.ts";
import { networkFiles } from "./static-network.ts";

/** The config of an infra-env's images, with its own override merged in. */
export async function discoveryIgnition(
  service: Service,
  infraEnv: InfraEnv,
  imageType: ImageType,
): Promise<IgnitionConfig> {
  if (imageType === "disconnected-iso") {
    throw new HttpProblem(
      501,
      "This service makes no configs for disconnected images. Ask for full-iso or minimal-iso.",
    );
  }
  const pullSecret = (await readSecret(service.db, { kind: "infra-env", id: infraEnv.id }, "pull-secret")) ?? "";
  return configOf(await discoveryInput(service, infraEnv, imageType, pullSecret));
}

/**
 * Refuses an override that cannot be merged, and whatever makes the config larger than the place that live images have for
 * it: before anybody relies on an image that cannot be made.
 */
export async function checkDiscoveryIgnition(service: Service, infraEnv: InfraEnv, pullSecret = ""): Promise<void> {
  const type = infraEnv.imageType === "disconnected-iso" ? "full-iso" : infraEnv.imageType;
  const { ignitionConfigOverride: override, staticNetworkConfig, additionalTrustBundle } = infraEnv;
  // Nothing else can make it large.
  if (override === "" && staticNetworkConfig.length === 0 && additionalTrustBundle === "") return;
  const size = embeddedSize(configOf(await discoveryInput(service, infraEnv, type, pullSecret)));
  if (size <= embedAreaBytes) return;
  throw badRequest(
    `The discovery config would take ${size} bytes in the image, compressed; there is room for ${embedAreaBytes}. Make ${largest(infraEnv)} smaller: let Ignition fetch large files by URL, or describe fewer hosts with one infra-env.`,
  );
}

const largest = ({ ignitionConfigOverride, staticNetworkConfig }: InfraEnv): string =>
  ignitionConfigOverride.length >= JSON.stringify(staticNetworkConfig).length
    ? "ignition_config_override"
    : "static_network_config";

function configOf(input: DiscoveryInput): IgnitionConfig {
  const outcome = discoveryConfig(input);
  if (outcome.kind === "ok") return outcome.value;
  throw refusedOverride(outcome.problems);
}

const refusedOverride = (problems: readonly Problem[]) =>
  badRequest(`ignition_config_override cannot be used. ${problems.slice(0, 10).map(describeProblem).join(". ")}`);

async function discoveryInput(
  { settings, policy, baseUrls, access, serviceCaFile }: Service,
  infraEnv: InfraEnv,
  imageType: ImageType,
  pullSecret: string,
): Promise<DiscoveryInput> {
  const { additionalNtpSources, ntpSources, openshiftVersion } = infraEnv;
  // A minimal image needs the network before it has a config: its initrd brings them.
  const network = imageType === "minimal-iso" ? [] : await networkFiles(infraEnv.staticNetworkConfig);
  const serviceCa = serviceCaFile === null ? null : await readFile(serviceCaFile, "utf8");
  const mirror = await mirrorRegistries(settings);
  const override = overrideOf(infraEnv);
  const rpmsImage = settings.OKD_RPMS_IMAGE;
  return {
    infraEnvId: infraEnv.id,
    serviceBaseUrl: baseUrls.service,
    agentImage: policy.agentImage,
    ...(settings.MUSTER_AGENT === "binary" && {
      agentBinary: { url: `${baseUrls.images}/boot-artifacts/muster?arch=${infraEnv.cpuArchitecture}` },
    }),
    agentStartTimeoutSeconds: Math.round(settings.AGENT_TIMEOUT_START / 1_000),
    networkDiscoveryDelaySeconds: infraEnv.networkDiscoveryDelaySeconds || settings.NETWORK_DISCOVERY_DELAY_SECONDS,
    skipCertificateVerification: settings.SKIP_CERT_VERIFICATION,
    pullSecret,
    token: await access.links.forAgent(infraEnv.id),
    sshKeys: infraEnv.sshAuthorizedKey,
    proxy: infraEnv.proxy,
    trustBundle: infraEnv.additionalTrustBundle,
    insecurePolicy: settings.FORCE_INSECURE_POLICY_JSON,
    ntp:
      ntpSources === ""
        ? { kind: "add", sources: additionalNtpSources.split(",") }
        : { kind: "replace", sources: ntpSources.split(",") },
    ...(serviceCa !== null && { serviceCa }),
    ...(mirror && { mirror }),
    ...(network.length > 0 && { staticNetwork: [...network, networkBootScript] }),
    ...(rpmsImage !== undefined && openshiftVersion.includes("okd") && { okd: { rpmsImage } }),
    ...(override && { override }),
  };
}

function overrideOf({ ignitionConfigOverride: text }: InfraEnv): IgnitionConfig | null {
  if (text === "") return null;
  const parsed = parseIgnition(text, { oldest: "3.1.0" });
  if (parsed.kind === "ok") return parsed.value;
  throw refusedOverride(parsed.problems);
}
