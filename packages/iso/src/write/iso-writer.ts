import { sectorSize } from "../bytes.ts";
import { Overlay } from "../image/overlay.ts";
import { firstDescriptorSector } from "../read/volume.ts";
import { type FileContent, walk } from "../tree.ts";
import { type BootPlan, bootPatches, type Patch } from "./boot.ts";
import { withBootCatalog, withTree } from "./descriptors.ts";
import { relocateHybrid } from "./hybrid.ts";
import { extentCount, type Placement, placeContents } from "./placement.ts";
import { type PlannedTree, planTree, type TreeToWrite } from "./tree-writer.ts";

export interface DescriptorToWrite {
  readonly kind: "primary" | "joliet" | "boot" | "terminator" | "other";
  readonly raw: Buffer;
}

export interface IsoToWrite {
  readonly systemArea: Buffer;
  /** How large the volume was that the system area was made for. */
  readonly oldVolumeSectors: number;
  readonly descriptors: readonly DescriptorToWrite[];
  readonly trees: readonly TreeToWrite[];
  readonly boot: BootPlan | undefined;
  /** Changes to the system area that need to know where files are. */
  readonly finishSystemArea?: (area: Buffer, placement: Placement) => void;
}

/** A whole new image: descriptors, trees, then every content once, in the order they had or are listed in. */
export function writeIso(image: IsoToWrite): Overlay {
  const trees: PlannedTree[] = [];
  let next = firstDescriptorSector + image.descriptors.length;
  for (const tree of image.trees) {
    const planned = planTree(tree, next, extentCount);
    trees.push(planned);
    next = planned.endSector;
  }
  const placement = placeContents(contentsOf(image), next);
  const volumeSectors = placement.endSector;
  const patches = image.boot ? bootPatches(image.boot, placement.sectorOf) : [];

  const moved = new Map([...contentsOf(image)].map((content) => [content.extents?.[0]?.sector, content]));
  const { systemArea, tail } = relocateHybrid(image.systemArea, {
    newSector: (old) => {
      const content = moved.get(old);
      return content && placement.sectorOf(content);
    },
    oldVolumeSectors: image.oldVolumeSectors,
    newVolumeSectors: volumeSectors,
  });
  image.finishSystemArea?.(systemArea, placement);

  const written = Overlay.of(
    systemArea,
    ...image.descriptors.map((descriptor) => finished(descriptor, trees, volumeSectors, image.boot, placement)),
    ...trees.map((tree) => tree.write(placement.extentsOf)),
    placement.bytes,
    tail,
  );
  return patched(written, patches, placement.sectorOf);
}

export function patched(
  image: Overlay,
  patches: readonly Patch[],
  sectorOf: (content: FileContent) => number,
): Overlay {
  return patches.reduce(
    (result, { content, offset, bytes }) => result.replace(sectorOf(content) * sectorSize + offset, bytes),
    image,
  );
}

/** Each content once; those that come from an image keep their order, new ones follow. */
function contentsOf({ trees, boot }: IsoToWrite): Set<FileContent> {
  const contents = new Set<FileContent>(boot ? [boot.catalog, ...boot.images.map(({ content }) => content)] : []);
  for (const { root } of trees) for (const { node } of walk(root)) if (node.kind === "file") contents.add(node.content);
  const place = ({ extents }: FileContent) => extents?.[0]?.sector ?? Number.POSITIVE_INFINITY;
  return new Set([...contents].sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0)));
}

function finished(
  { kind, raw }: DescriptorToWrite,
  trees: readonly PlannedTree[],
  volumeSectors: number,
  boot: BootPlan | undefined,
  placement: Placement,
): Buffer {
  if (kind === "boot" && boot) return withBootCatalog(raw, placement.sectorOf(boot.catalog));
  const tree = trees.find((planned) => planned.tree.kind === kind);
  return tree ? withTree(raw, tree, volumeSectors) : raw;
}
