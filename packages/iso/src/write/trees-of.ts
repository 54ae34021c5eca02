import type { IsoImage } from "../read/iso.ts";
import type { TreeToWrite } from "./tree-writer.ts";

/** The trees of an existing image, ready to be changed and written again. */
export function treesOf(iso: IsoImage): TreeToWrite[] {
  const primary: TreeToWrite = { root: iso.root, kind: "primary", rockRidge: iso.rockRidge };
  return iso.jolietRoot ? [primary, { root: iso.jolietRoot, kind: "joliet", rockRidge: false }] : [primary];
}
