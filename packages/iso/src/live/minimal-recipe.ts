import { createHash } from "node:crypto";
import { unpackXz } from "../archive/xz.ts";
import { isAllZero, MiB, sectorSize } from "../bytes.ts";
import { IsoError } from "../errors.ts";
import { Overlay } from "../image/overlay.ts";
import { findFile, type IsoImage, readSmallFile, sliceOf } from "../read/iso.ts";

/** `miniso.dat`: how the publisher's own minimal image is put together from the full one. */
export interface MinimalRecipe {
  readonly writtenBy: string;
  /** Parts of the full image and where they go; everything between them is in `rest`. */
  readonly parts: readonly { readonly minimalSector: number; readonly fullSector: number; readonly length: number }[];
  readonly sha256: string;
  /** Packed with xz. */
  readonly rest: Uint8Array;
}

export const minimalRecipePath = "coreos/miniso.dat";
const magic = "MINISO\0\0";
const knownVersion = 1;
const mostParts = 100_000;
const largestRest = 256 * MiB;

/** The recipe, or undefined when the image has none or only the room for one. */
export async function readMinimalRecipe(iso: IsoImage): Promise<MinimalRecipe | undefined> {
  const file = findFile(iso, minimalRecipePath);
  if (file === undefined) return undefined;
  const bytes = await readSmallFile(file);
  if (isAllZero(bytes)) return undefined;
  try {
    return parseRecipe(bytes);
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new IsoError("bad_minimal_recipe", "a recipe that ends too early", { cause });
    throw cause;
  }
}

function parseRecipe(bytes: Buffer): MinimalRecipe {
  if (bytes.toString("latin1", 0, magic.length) !== magic) throw new IsoError("bad_minimal_recipe", "no recipe mark");
  let at = magic.length;
  const number = (): number => {
    const { value, end } = packedNumber(bytes, at);
    at = end;
    return value;
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError("end of recipe");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const version = number();
  if (version !== knownVersion) {
    throw new IsoError("bad_minimal_recipe", `a recipe of version ${version}`, { needed: `version ${knownVersion}` });
  }
  const writtenBy = take(number()).toString("utf8");
  const count = number();
  if (count > mostParts) throw new IsoError("bad_minimal_recipe", `a recipe of ${count} parts`);
  const parts = Array.from({ length: count }, () => ({
    minimalSector: number(),
    fullSector: number(),
    length: number(),
  }));
  const sha256 = take(32).toString("hex");
  return { writtenBy, parts, sha256, rest: take(number()) };
}

/** bincode: one byte below 251, else a mark and 2, 4 or 8 bytes, little-endian. */
function packedNumber(bytes: Buffer, at: number): { value: number; end: number } {
  const first = bytes.readUInt8(at);
  switch (first) {
    case 251:
      return { value: bytes.readUInt16LE(at + 1), end: at + 3 };
    case 252:
      return { value: bytes.readUInt32LE(at + 1), end: at + 5 };
    case 253:
      return { value: Number(bytes.readBigUInt64LE(at + 1)), end: at + 9 };
    default:
      if (first > 253) throw new IsoError("bad_minimal_recipe", `the number mark ${first}`);
      return { value: first, end: at + 1 };
  }
}

/** The publisher's minimal image, byte for byte; fails when the full image was customised. */
export async function unpackMinimalIso(iso: IsoImage, recipe: MinimalRecipe): Promise<Overlay> {
  const { unpacked } = await unpackXz(recipe.rest, largestRest);
  const contents: (Overlay | Uint8Array)[] = [];
  let size = 0;
  let restAt = 0;
  const takeRest = (length: number) => {
    if (restAt + length > unpacked.length) throw new IsoError("bad_minimal_recipe", "a recipe with bytes missing");
    contents.push(unpacked.subarray(restAt, restAt + length));
    restAt += length;
    size += length;
  };
  for (const { minimalSector, fullSector, length } of recipe.parts) {
    const gap = minimalSector * sectorSize - size;
    const fullAt = fullSector * sectorSize;
    if (gap < 0 || fullAt + length > iso.source.size) {
      throw new IsoError("bad_minimal_recipe", `a part of ${length} bytes at sector ${fullSector}`);
    }
    takeRest(gap);
    contents.push(sliceOf(iso.source, fullAt, length));
    size += length;
  }
  takeRest(unpacked.length - restAt);

  const minimal = Overlay.of(...contents);
  const hash = createHash("sha256");
  for await (const chunk of minimal.ranges()) hash.update(chunk);
  const digest = hash.digest("hex");
  if (digest !== recipe.sha256) throw new IsoError("bad_minimal_recipe", `the digest ${digest}`);
  return minimal;
}
