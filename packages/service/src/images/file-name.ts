import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";

/** Under which name an image is saved (reference host-side C2). */
export const fileNameOf = (
  { id }: InfraEnv,
  { type, architecture }: Readonly<{ type: ImageType; architecture: string }>,
): string => (type === "disconnected-iso" ? `agent-ove.${architecture}.iso` : `${id}-discovery.iso`);
