import { OsImage } from "@muster/contract";
import { type Static, Type } from "typebox";

/** A live image that machines boot. Beyond the wire's fields it may say what it holds (reference host-side C1). */
export const LiveImage = Type.Object(
  {
    ...OsImage.properties,
    /** An http or https URL, a file:// URL or a path. */
    url: Type.String({ minLength: 1 }),
    sha256: Type.Optional(Type.String({ pattern: "^[0-9a-fA-F]{64}$" })),
    type: Type.Optional(Type.Enum(["full-iso", "disconnected-iso"])),
    /** Lists of old name it; the root filesystem is taken out of the image. */
    rootfs_url: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type LiveImage = Static<typeof LiveImage>;

export const LiveImages = Type.Array(LiveImage, { minItems: 1 });
