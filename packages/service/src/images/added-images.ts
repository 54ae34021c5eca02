// The live images that people add by hand: `muster images add` writes, a running service notices.
import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { constants, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, describeProblems } from "@muster/contract";
import { type LiveImage, LiveImages } from "../catalogue/live-image.ts";

export const imageDirectory = (dataDirectory: string): string => join(dataDirectory, "images");

const listOf = (directory: string): string => join(directory, "images.json");

/** Reads the list again whenever it has changed; paths are made whole. A list that cannot be read is told of, and empty. */
export function addedImages(
  directory: string,
  complain: (reason: string) => void = () => {},
): () => readonly LiveImage[] {
  const path = listOf(directory);
  let seen = "";
  let images: readonly LiveImage[] = [];
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    const now = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : "";
    if (now === seen) return images;
    seen = now;
    try {
      images = found ? readList(path, directory) : [];
    } catch (error) {
      complain(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      images = [];
    }
    return images;
  };
}

function readList(path: string, directory: string): readonly LiveImage[] {
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  const checked = check(LiveImages, list);
  if (checked.kind === "invalid") throw new Error(describeProblems(checked.problems));
  return checked.value.map((image) => ({ ...image, url: join(directory, image.url) }));
}

/**
 * Keeps the file and lists it, in place of one for the same. It is copied (where the filesystem can, without taking room)
 * unless it may be moved.
 */
export async function addImage(
  directory: string,
  { file, move = false }: Readonly<{ file: string; move?: boolean }>,
  about: Omit<LiveImage, "url">,
): Promise<LiveImage> {
  const { openshift_version: version, cpu_architecture: architecture, sha256 = randomUUID() } = about;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = `${version}-${architecture}-${sha256.slice(0, 12)}.iso`;
  const unfinished = join(directory, `${name}.${process.pid}.part`);
  try {
    if (move) await rename(file, unfinished);
    else await copyFile(file, unfinished, constants.COPYFILE_FICLONE);
    await rename(unfinished, join(directory, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const before = addedImages(directory)().map((image) => ({ ...image, url: image.url.slice(directory.length + 1) }));
  const isReplaced = (image: LiveImage) =>
    image.openshift_version === version && image.cpu_architecture === architecture;
  const added: LiveImage = { ...about, url: name };
  await writeList(directory, [...before.filter((image) => !isReplaced(image)), added]);
  for (const { url } of before.filter(isReplaced)) {
    if (url !== name) await rm(join(directory, url), { force: true });
  }
  return { ...added, url: join(directory, name) };
}

/** Lists files that lie in the directory already, in place of those for the same. */
export async function listImages(directory: string, images: readonly LiveImage[]): Promise<void> {
  if (images.length === 0) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const others = addedImages(directory)()
    .map((image) => ({ ...image, url: image.url.slice(directory.length + 1) }))
    .filter((old) => !images.some((image) => isSameKind(image, old)));
  await writeList(directory, [...others, ...images]);
}

const isSameKind = (one: LiveImage, other: LiveImage): boolean =>
  one.openshift_version === other.openshift_version && one.cpu_architecture === other.cpu_architecture;

async function writeList(directory: string, images: readonly LiveImage[]): Promise<void> {
  const unfinished = `${listOf(directory)}.${process.pid}.part`;
  await writeFile(unfinished, `${JSON.stringify(images, null, 2)}\n`);
  await rename(unfinished, listOf(directory));
}
