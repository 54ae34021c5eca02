import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";
import type { Overlay } from "@muster/iso";
import type { Origin } from "../catalogue/catalogue.ts";
import type { LiveImage } from "../catalogue/live-image.ts";
import type { BaseState } from "./bases.ts";

/** Bytes that can be read from anywhere until they are released, once. */
export type HeldBytes = Readonly<{
  bytes: Overlay;
  modifiedAt: number;
  /** They come from an image that boots nothing. */
  isSample: boolean;
  release(): void;
}>;

/** Which live system: a version of it, or of the release that it belongs to. */
export type LiveSystem = Readonly<{ version: string; architecture: string }>;

export const bootArtifacts = ["kernel", "initrd", "rootfs", "ins-file"] as const;
export type BootArtifact = (typeof bootArtifacts)[number];

export type KnownImage = Readonly<{
  image: LiveImage;
  origin: Origin;
  state: BaseState;
  /** A sample stands in for it. */
  sample: boolean;
}>;

/** Boot images and what machines need to boot over the network. A live system that is not offered is refused in words. */
export type Images = Readonly<{
  /** The size of the image that a machine would download; null when nobody knows before the live image is here. */
  sizeOf(infraEnv: InfraEnv): Promise<number | null>;
  image(infraEnv: InfraEnv, system: LiveSystem & { type: ImageType }): Promise<HeldBytes>;
  initrd(infraEnv: InfraEnv, system: LiveSystem): Promise<HeldBytes>;
  /** Where in memory a mainframe loads that initrd. */
  initrdAddrsize(infraEnv: InfraEnv, system: LiveSystem): Promise<HeldBytes>;
  bootArtifact(artifact: BootArtifact, system: LiveSystem): Promise<HeldBytes>;
  /** Every live image with what is known of it. */
  list(): Promise<readonly KnownImage[]>;
  close(): Promise<void>;
}>;
