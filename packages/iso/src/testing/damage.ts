import { sectorSize } from "../bytes.ts";

/** Finds the directory record of a name in an image, to lie in it. */
export function recordAt(image: Buffer, identifier: string, from = 0): number {
  const at = image.indexOf(Buffer.concat([Buffer.from([identifier.length]), Buffer.from(identifier, "latin1")]), from);
  if (at === -1) throw new Error(`no directory record ${identifier}`);
  return at - 32;
}

export const recordField = { sector: 2, size: 10, flags: 25, identifier: 33 };

export function rootSector(image: Buffer): number {
  return image.readUInt32LE(16 * sectorSize + 156 + recordField.sector);
}
