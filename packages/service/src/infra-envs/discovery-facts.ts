import { readFile } from "node:fs/promises";
import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import type { Service } from "../service.ts";
import { readSecret } from "../store/reader.ts";
import type { DiscoveryFacts } from "./discovery-ignition.ts";
import { networkFiles } from "./static-network.ts";

/** What a discovery config says that the infra-env itself does not know. */
export async function discoveryFacts(
  { settings, policy, baseUrls, db }: Service,
  infraEnv: InfraEnv,
  imageType: ImageType,
): Promise<DiscoveryFacts> {
  const { SERVICE_CA_CERT_PATH: caPath } = settings;
  return {
    serviceBaseUrl: baseUrls.service,
    agentImage: policy.agentImage,
    pullSecret: (await readSecret(db, infraEnv.id, "pull-secret")) ?? "",
    agentToken: "",
    startTimeoutSeconds: Math.round(settings.AGENT_TIMEOUT_START / 1_000),
    insecure: settings.SKIP_CERT_VERIFICATION,
    serviceCa: caPath === undefined ? null : await readFile(caPath, "utf8"),
    // A minimal image needs the network before it has a config: its initrd brings them.
    networkFiles: imageType === "minimal-iso" ? [] : await networkFiles(infraEnv.staticNetworkConfig),
  };
}
