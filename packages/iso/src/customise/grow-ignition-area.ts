import { Overlay } from "../image/overlay.ts";
import { type IgnitionArea, igninfoPath } from "../live/ignition-area.ts";
import type { FileToAppend } from "./append-files.ts";

/**
 * The file that holds the area, anew and larger, with the archive in it; undefined when something follows the area in
 * its file. The area grows by quarters (reference host-side C4), so that images of similar configs are alike.
 */
export function growIgnitionArea(area: IgnitionArea, archive: Uint8Array): readonly FileToAppend[] | undefined {
  const { file } = area;
  if (file === undefined || file.offset + area.length !== file.node.content.size) return undefined;
  const quarter = Math.ceil(area.length / 4);
  const length = (1 + Math.ceil(archive.length / quarter)) * quarter;
  const before = Overlay.of(file.node.content.data).slice(0, file.offset);
  const grown = { path: file.path, content: before.append(archive, { zeros: length - archive.length }), replace: true };
  if (area.foundBy !== "igninfo.json") return [grown];
  const info = { file: file.path, length, offset: file.offset };
  const content = Buffer.from(`${JSON.stringify(info, null, 2)}\n`);
  return [grown, { path: igninfoPath, content, replace: true }];
}
