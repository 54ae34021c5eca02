import type { InfraEnv } from "@muster/core";
import type { ImageFacts } from "../present/infra-env.ts";
import type { Service } from "../service.ts";

const fileNames = {
  "full-iso": "full.iso",
  "minimal-iso": "minimal.iso",
  "disconnected-iso": "disconnected.iso",
} as const satisfies Record<InfraEnv["imageType"], string>;

/** Where a machine fetches its image. BMCs limit the length of such links, so they carry as little as possible. */
export function imageLink({ baseUrls }: Pick<Service, "baseUrls">, infraEnv: InfraEnv): string {
  const { id, openshiftVersion, cpuArchitecture, imageType } = infraEnv;
  return `${baseUrls.images}/byid/${id}/${openshiftVersion}/${cpuArchitecture}/${fileNames[imageType]}`;
}

export async function imageFacts(service: Service, infraEnv: InfraEnv): Promise<ImageFacts> {
  return {
    downloadUrl: imageLink(service, infraEnv),
    sizeBytes: await service.images.sizeOf(infraEnv),
    expiresAt: null,
    generator: service.version,
  };
}
