import { findFile, type LiveIso, openLiveIso, readIgnitionArea, walk } from "@muster/iso";
import type { Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { outputFlag, print } from "../output.ts";
import { columns } from "../text.ts";
import { bytesForPeople, imageArgument, withSources } from "./iso-image.ts";

export const isoInspect: Command = {
  arguments: [imageArgument],
  flags: [outputFlag],
  async run(invocation, io) {
    const [file = ""] = invocation.args;
    const about = await withSources([file], async (source) => describe(await openLiveIso(source)));
    await print(invocation, io, { file, ...about }, () => `${columns(rows(about)).replace(/[^\P{Cc}\n]/gu, "?")}\n`);
    return exitCode.ok;
  },
};

type About = Awaited<ReturnType<typeof describe>>;

const rootfsPath = "images/pxeboot/rootfs.img";

async function describe(live: LiveIso) {
  const { iso, ignitionArea, kernelArguments, ramdisk } = live;
  const carried = ignitionArea && (await readIgnitionArea(iso, ignitionArea));
  const config = carried?.get("config.ign");
  return {
    size: iso.source.size,
    volume: {
      id: iso.volume.id,
      system: iso.volume.systemId,
      publisher: iso.volume.publisherId,
      application: iso.volume.applicationId,
      rockRidge: iso.rockRidge,
      joliet: iso.jolietRoot !== undefined,
    },
    architecture: live.architecture ?? null,
    rootfsSize: findFile(iso, rootfsPath)?.content.size ?? null,
    bootEntries: bootEntriesOf(live),
    ignitionArea: ignitionArea
      ? {
          file: ignitionArea.file?.path ?? null,
          offset: ignitionArea.offset,
          size: ignitionArea.length,
          foundBy: ignitionArea.foundBy,
        }
      : null,
    ignition: { embedded: config !== undefined, size: config?.length ?? 0, files: [...(carried?.keys() ?? [])] },
    kernelArguments: kernelArguments
      ? {
          current: kernelArguments.current,
          published: kernelArguments.defaults,
          size: kernelArguments.size,
          foundBy: kernelArguments.foundBy,
          areas: kernelArguments.areas.map(({ file, offset }) => ({ file: file?.path ?? null, offset })),
        }
      : null,
    networkArea: ramdisk ? { size: ramdisk.content.size } : null,
  };
}

function bootEntriesOf({ iso }: LiveIso) {
  const paths = new Map<number, string>();
  for (const { path, node } of walk(iso.root)) {
    // Empty files lie anywhere, also where another one starts.
    const sector = node.kind === "file" && node.content.size > 0 ? node.content.extents?.[0]?.sector : undefined;
    if (sector !== undefined) paths.set(sector, path);
  }
  return (iso.boot?.entries ?? []).map(({ platform, bootable, sector, loadBlocks }) => ({
    platform,
    bootable,
    // A boot image may lie outside of all directories, such as an appended EFI partition.
    file: paths.get(sector) ?? null,
    sector,
    loadBlocks,
  }));
}

function rows(about: About): string[][] {
  const { volume, ignitionArea, ignition, kernelArguments, networkArea } = about;
  const names = [volume.rockRidge ? "Rock Ridge" : "", volume.joliet ? "Joliet" : ""].filter((name) => name !== "");
  const boot = about.bootEntries.map(
    ({ platform, bootable, file, sector }) =>
      `${platforms[platform]} from ${file ?? `sector ${sector}`}${bootable ? "" : " (switched off)"}`,
  );
  return [
    ["Volume", volume.id || "(no name)"],
    ["Size", bytesForPeople(about.size)],
    ["Long names", names.join(", ") || "none"],
    ["Architecture", about.architecture ?? "unknown"],
    ["Root filesystem", about.rootfsSize === null ? "not in the image" : bytesForPeople(about.rootfsSize)],
    ...titled("Boots by", boot.length > 0 ? boot : ["no boot catalog"]),
    ["Ignition area", ignitionArea ? areaText(ignitionArea) : "none"],
    ["Embedded Ignition", ignition.embedded ? `yes, ${bytesForPeople(ignition.size)}` : "no"],
    ...titled(
      "Beside it",
      ignition.files.filter((name) => name !== "config.ign"),
    ),
    ["Network area", networkArea ? bytesForPeople(networkArea.size) : "none"],
    ...(kernelArguments ? kernelRows(kernelArguments) : [["Argument areas", "none"]]),
  ];
}

const platforms = { bios: "BIOS", efi: "UEFI", ppc: "PowerPC", mac: "Mac", other: "other firmware" };

function areaText({ size, file, offset, foundBy }: NonNullable<About["ignitionArea"]>): string {
  return `${bytesForPeople(size)} in ${file ?? `the image at byte ${offset}`}, found by ${foundBy}`;
}

function kernelRows({ current, published, size, foundBy, areas }: NonNullable<About["kernelArguments"]>): string[][] {
  const places = areas.map(({ file, offset }) => file ?? `the image at byte ${offset}`);
  return [
    ...titled(
      "Argument areas",
      places.map((place) => `${bytesForPeople(size)} in ${place}, found by ${foundBy}`),
    ),
    ["Kernel arguments", current || "(none)"],
    ...(published === current ? [] : [["as published", published || "(none)"]]),
  ];
}

/** A row for each value; the title stands before the first. */
function titled(title: string, values: readonly string[]): string[][] {
  return values.map((value, index) => [index === 0 ? title : "", value]);
}
