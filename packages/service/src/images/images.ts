import type { Readable } from "node:stream";
import type { InfraEnv } from "@muster/core";

export type ImageStream = Readonly<{ size: number; open(range?: { start: number; end: number }): Readable }>;

/** Boot images for an infra-env. */
export type Images = Readonly<{
  /** The size of the image that a machine would download, before it is made. */
  sizeOf(infraEnv: InfraEnv): Promise<number>;
  image(infraEnv: InfraEnv): Promise<ImageStream>;
}>;
