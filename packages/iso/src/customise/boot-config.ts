import { IsoError } from "../errors.ts";
import { areaText, type KernelArgumentArea, type KernelArgumentAreas } from "../live/kernel-argument-areas.ts";

/** What a minimal image changes in the configuration of a boot loader. */
export interface BootChange {
  readonly rootfsUrl: string;
  /** Paths in the image, loaded after the initrds that are there. */
  readonly initrds: readonly string[];
}

export interface ChangedBootConfig {
  readonly bytes: Buffer;
  /** Where the kernel-argument areas begin now, in the order they were given. */
  readonly areaOffsets: readonly number[];
}

/** The rootfs comes from the network now, so the reference to the medium goes (reference host-side C5). */
export function minimalKernelArguments(text: string, rootfsUrl: string): string {
  return `${text.replace(/coreos\.liveiso=\S+ ?/g, "").trimEnd()} coreos.live.rootfs_url="${rootfsUrl}"`;
}

/** URLs end up inside the configurations of GRUB and isolinux, which give these characters a meaning. */
export function checkedRootfsUrl(url: string): string {
  if (/^https?:\/\/[^\s"'$\\]+$/.test(url)) return url;
  throw new IsoError("bad_rootfs_url", `the rootfs URL ${JSON.stringify(url.slice(0, 300))}`);
}

/**
 * Changes a GRUB or isolinux configuration that has kernel-argument areas at these places, in ascending order. The room
 * behind the arguments keeps its size.
 */
export function changeBootConfig(
  bytes: Buffer,
  change: BootChange,
  places: readonly { readonly area: KernelArgumentArea; readonly offset: number }[],
  areas: KernelArgumentAreas | undefined,
): ChangedBootConfig {
  // Latin-1 keeps bytes and characters in step, whatever the encoding of the comments.
  const text = bytes.toString("latin1");
  const areaOffsets: number[] = [];
  let changed = "";
  let done = 0;
  for (const { area, offset } of areas ? places : []) {
    const { size, current } = areas ?? { size: 0, current: "" };
    changed += changeLines(text.slice(done, offset), change, { lastLineHasArea: true });
    areaOffsets.push(changed.length);
    const wanted = minimalKernelArguments(current, change.rootfsUrl);
    const grown = size + Buffer.byteLength(wanted) - Buffer.byteLength(current);
    changed += areaText(area, grown, wanted).toString("latin1");
    done = offset + size;
  }
  changed += changeLines(text.slice(done), change);
  return { bytes: Buffer.from(changed, "latin1"), areaOffsets };
}

function changeLines(text: string, change: BootChange, { lastLineHasArea = false } = {}): string {
  const lines = text.split("\n");
  return lines.map((line, index) => changeLine(line, change, lastLineHasArea && index === lines.length - 1)).join("\n");
}

/** `argumentsElsewhere`: the line goes on in the area, which is changed on its own. */
function changeLine(line: string, { rootfsUrl, initrds }: BootChange, argumentsElsewhere: boolean): string {
  if (/^\s+initrd(?:efi)?\s/.test(line)) return [line.trimEnd(), ...initrds.map((path) => `/${path}`)].join(" ");
  const isKernelLine = /^\s+linux(?:efi)?\s/.test(line);
  const isAppendLine = /^\s+append\s/i.test(line);
  const withInitrds = isAppendLine
    ? line.replace(/(\sinitrd=\S+)/, `$1${initrds.map((path) => `,/${path}`).join("")}`)
    : line;
  return (isKernelLine || isAppendLine) && !argumentsElsewhere
    ? minimalKernelArguments(withInitrds, rootfsUrl)
    : withInitrds;
}
