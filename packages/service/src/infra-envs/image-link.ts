import type { InfraEnv } from "@muster/core";
import type { LinkToken } from "../auth/link-tokens.ts";
import type { ImageFacts } from "../present/infra-env.ts";
import type { Service } from "../service.ts";

const fileNames = {
  "full-iso": "full.iso",
  "minimal-iso": "minimal.iso",
  "disconnected-iso": "disconnected.iso",
} as const satisfies Record<InfraEnv["imageType"], string>;

/** Who asks is told by the link itself: firmware sends no headers (reference service 6.2). */
function holder({ id }: InfraEnv, token: LinkToken): string {
  switch (token.kind) {
    case "none":
      return `byid/${id}`;
    case "api_key":
      return `byapikey/${token.token}`;
    case "image_token":
      return `bytoken/${token.token}`;
  }
}

type Surroundings = Pick<Service, "baseUrls" | "access">;

/** Where a machine fetches its image. BMCs limit the length of such links, so they carry as little as possible. */
export async function imageLink(
  { baseUrls, access }: Surroundings,
  infraEnv: InfraEnv,
): Promise<Readonly<{ url: string; expiresAt: number | null }>> {
  const { id, openshiftVersion, cpuArchitecture, imageType } = infraEnv;
  const token = await access.links.forLink(id);
  const path = `${holder(infraEnv, token)}/${openshiftVersion}/${cpuArchitecture}/${fileNames[imageType]}`;
  return { url: `${baseUrls.images}/${path}`, expiresAt: token.kind === "image_token" ? token.expiresAt : null };
}

export async function imageFacts(service: Service, infraEnv: InfraEnv): Promise<ImageFacts> {
  const { url, expiresAt } = await imageLink(service, infraEnv);
  return {
    downloadUrl: url,
    sizeBytes: await service.images.sizeOf(infraEnv),
    expiresAt,
    generator: service.version,
  };
}
