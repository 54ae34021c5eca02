// What all commands about images share: opening one, writing one, and telling people what went wrong.
import { type FileSource, IsoError, type IsoErrorCode, openFileSource, type Source, writeImage } from "@muster/iso";
import type { Argument } from "../command.ts";
import { Failure } from "../failure.ts";
import { checkOutput, fileFailure, statInput } from "../files.ts";

export const imageArgument: Argument = { name: "FILE", says: "The image to read", completes: "files" };
export const outArgument: Argument = { name: "OUT", says: "The file to write", completes: "files" };

/** Opens files, hands them over, and closes them again. */
export async function withSources<T>(
  paths: readonly string[],
  use: (...sources: FileSource[]) => Promise<T>,
): Promise<T> {
  const sources: FileSource[] = [];
  try {
    for (const path of paths) sources.push(await openSource(path));
    return await use(...sources);
  } catch (error) {
    const [image = ""] = paths;
    throw error instanceof IsoError ? imageFailure(error, image) : fileFailure(error, image, "read");
  } finally {
    for (const source of sources) await source.close();
  }
}

async function openSource(path: string): Promise<FileSource> {
  // Opening a pipe would wait for a writer that may never come.
  if (!(await statInput(path)).isFile()) throw new Failure(`${path} is no plain file.`, "Copy it to a file first.");
  return openFileSource(path).catch((error: unknown) => {
    throw fileFailure(error, path, "read");
  });
}

/** Writes a file; its name appears when it is complete. */
export async function writeOut(image: Source, out: string, inputs: readonly string[]): Promise<string> {
  await checkOutput(out, inputs);
  await writeImage(image, out).catch((error: unknown) => {
    throw isReading(error) ? error : fileFailure(error, out, "written");
  });
  return `Wrote ${out} (${bytesForPeople(image.size)}).\n`;
}

const isReading = (error: unknown): boolean => error instanceof Error && "syscall" in error && error.syscall === "read";

/** Where the library's advice is for a service and not for the person at this command line. */
const remedies: Partial<Record<IsoErrorCode, string>> = {
  bad_rootfs_url: "Correct --rootfs-url.",
  bad_kernel_argument: "Give each kernel argument with a flag of its own.",
  path_exists: "Choose another path, or replace the file with --replace.",
};

function imageFailure(error: IsoError, file: string): Failure {
  const remedy = remedies[error.code] ?? error.remedy;
  return new Failure(`${file}: found ${error.found}; needed ${error.needed}.`, remedy, undefined, error);
}

export function bytesForPeople(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), 4);
  return `${(bytes / 1024 ** power).toFixed(1).replace(/\.0$/, "")} ${["", "KiB", "MiB", "GiB", "TiB"][power]}`;
}
