// The live images that people add by hand: `muster images add` writes, a running service notices.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { constants, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, describeProblems } from "@muster/contract";
import { type LiveImage, LiveImages } from "../catalogue/live-image.ts";
import { StartError } from "../start-error.ts";

export const imageDirectory = (dataDirectory: string): string => join(dataDirectory, "images");

const listOf = (directory: string): string => join(directory, "images.json");

/** Reads the list again whenever it has changed; paths are made whole. A list that cannot be read is told of, and empty. */
export function addedImages(directory: string, complain: (reason: string) => void): () => readonly LiveImage[] {
  const path = listOf(directory);
  let seen = "";
  let images: readonly LiveImage[] = [];
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    const now = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : "";
    if (now === seen) return images;
    seen = now;
    try {
      images = found ? readNames(path).map((image) => ({ ...image, url: join(directory, image.url) })) : [];
    } catch (error) {
      complain(unreadable(path, error));
      images = [];
    }
    return images;
  };
}

/** As it is written: the files without their directory. */
function readNames(path: string): readonly LiveImage[] {
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  const checked = check(LiveImages, list);
  if (checked.kind === "invalid") throw new Error(describeProblems(checked.problems));
  return checked.value;
}

const unreadable = (path: string, error: unknown): string =>
  `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;

/** A list that cannot be read, where what it lists would be lost otherwise. */
export class BrokenListError extends StartError {}

/** What is listed, as it is written. */
export function listedImages(directory: string): readonly LiveImage[] {
  const path = listOf(directory);
  if (!existsSync(path)) return [];
  try {
    return readNames(path);
  } catch (error) {
    const remedy = "correct it, or remove it together with the images that it lists";
    throw new BrokenListError(unreadable(path, error), remedy, { cause: error });
  }
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
  const before = listedImages(directory);
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
  const added: LiveImage = { ...about, url: name };
  await writeList(directory, [...before.filter((image) => !isSameKind(image, added)), added]);
  for (const image of before) {
    if (isSameKind(image, added) && image.url !== name) await rm(join(directory, image.url), { force: true });
  }
  return { ...added, url: join(directory, name) };
}

/** Lists files that lie in the directory already, in place of those for the same. */
export async function listImages(directory: string, images: readonly LiveImage[]): Promise<void> {
  if (images.length === 0) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const others = listedImages(directory).filter((old) => !images.some((image) => isSameKind(image, old)));
  await writeList(directory, [...others, ...images]);
}

const isSameKind = (one: LiveImage, other: LiveImage): boolean =>
  one.openshift_version === other.openshift_version && one.cpu_architecture === other.cpu_architecture;

async function writeList(directory: string, images: readonly LiveImage[]): Promise<void> {
  const unfinished = `${listOf(directory)}.${process.pid}.part`;
  await writeFile(unfinished, `${JSON.stringify(images, null, 2)}\n`);
  await rename(unfinished, listOf(directory));
}
