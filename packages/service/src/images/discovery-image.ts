import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import { notFound } from "../http/problem.ts";
import type { Service } from "../service.ts";
import type { Download } from "./answer.ts";

type Wanted = Readonly<{ openshiftVersion: string; cpuArchitecture: string; imageType: ImageType }>;

/** The image of an infra-env, as it would be made for itself or as a link asks for it. */
export async function discoveryImage({ images }: Service, infraEnv: InfraEnv, wanted: Wanted): Promise<Download> {
  const { openshiftVersion: version, cpuArchitecture: architecture, imageType: type } = wanted;
  const bytes = await images.image(infraEnv, { version, architecture, type });
  if (!bytes) throw notFound(noSuchSystem(version, architecture));
  const isDisconnected = type === "disconnected-iso";
  return { bytes, fileName: isDisconnected ? `agent-ove.${architecture}.iso` : `${infraEnv.id}-discovery.iso` };
}

export const noSuchSystem = (version: string, architecture: string): string =>
  `There is no live image of version ${version.slice(0, 40)} for ${architecture.slice(0, 20)}. Add one to OS_IMAGES, or ask for a version that is there.`;
