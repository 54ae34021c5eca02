import type { Overlay } from "../image/overlay.ts";
import { systemAreaSize } from "../read/volume.ts";
import { createIso } from "../write/create-iso.ts";
import { type LiveIsoParts, liveFiles } from "./live-files.ts";

/** A date for everything, so that images are the same every time. */
export const builtAt = Date.UTC(2024, 0, 2, 3, 4, 5);

/** A live image by our own writer. With real parts (kernel, isolinux, efiBootImage) it boots. */
export function buildLiveIso(parts: LiveIsoParts = {}): Promise<Overlay> {
  const { volumeId, files, boot } = liveFiles(parts);
  return createIso({
    volumeId,
    files,
    createdAt: builtAt,
    ...(boot ? { boot } : {}),
    ...(parts.architecture === "ppc64le" ? { systemArea: chrpSystemArea() } : {}),
  });
}

/** PowerPC firmware finds the image by a partition of type 0x96 around all of it. */
function chrpSystemArea(): Buffer {
  const area = Buffer.alloc(systemAreaSize);
  area.writeUInt8(0x80, 446);
  area.writeUInt8(0x96, 450);
  area.writeUInt32LE(1, 458);
  area.writeUInt16BE(0x55aa, 510);
  return area;
}
