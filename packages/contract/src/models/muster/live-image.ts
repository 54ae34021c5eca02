import { type Static, Type } from "typebox";
import { Enumeration, Int64, Model, named } from "../../schema.ts";

/** A live image that machines boot, and whether its bytes are at hand. */
export const KnownLiveImage = Model("muster-live-image", {
  openshift_version: Type.String(),
  cpu_architecture: Type.String(),
  version: Type.String(),
  /** Without user, password and query. */
  url: Type.String(),
  /** By `muster images add`, by OS_IMAGES, or by nobody. */
  origin: Enumeration(["added", "configured", "built-in"]),
  state: Enumeration(["here", "downloading", "absent"]),
  size_bytes: Type.Optional(Int64()),
  received_bytes: Type.Optional(Int64()),
  /** Why it is absent, if somebody asked for it. */
  problem: Type.Optional(Type.String()),
  /** Machines would get a sample that boots nothing in its place. */
  sample: Type.Boolean(),
});
export type KnownLiveImage = Static<typeof KnownLiveImage>;

export const KnownLiveImageList = named("muster-live-image-list", Type.Array(KnownLiveImage));
export type KnownLiveImageList = Static<typeof KnownLiveImageList>;
