import type { Readable } from "node:stream";
import type { ImageType } from "@muster/contract";
import type { InfraEnv } from "@muster/core";

/** Bytes that can be read from anywhere, as often as somebody asks. */
export type ByteSource = Readonly<{
  size: number;
  /** Differs whenever the bytes do; without quotes. */
  tag: string;
  modifiedAt: number;
  open(range?: Readonly<{ start: number; end: number }>): Readable;
}>;

/** Which live system: a version of it, or of the release that it belongs to. */
export type LiveSystem = Readonly<{ version: string; architecture: string }>;

export const bootArtifacts = ["kernel", "rootfs", "ins-file"] as const;
export type BootArtifact = (typeof bootArtifacts)[number];

/** Boot images and what machines need to boot over the network. `null` where there is no such live system. */
export type Images = Readonly<{
  /** The size of the image that a machine would download, before it is made. */
  sizeOf(infraEnv: InfraEnv): Promise<number>;
  image(infraEnv: InfraEnv, system: LiveSystem & { type: ImageType }): Promise<ByteSource | null>;
  initrd(infraEnv: InfraEnv, system: LiveSystem): Promise<ByteSource | null>;
  /** Where in memory a mainframe loads that initrd. */
  initrdAddrsize(infraEnv: InfraEnv, system: LiveSystem): Promise<ByteSource | null>;
  bootArtifact(artifact: BootArtifact, system: LiveSystem): Promise<ByteSource | null>;
}>;
