// Files that people name: looked at before anything is done with them, so that mistakes are told in their words.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Io } from "./command.ts";
import { Failure } from "./failure.ts";

const mostBytes = 64 * 1024 * 1024;

/** A small text file as a whole. */
export async function readTextFile(path: string): Promise<string> {
  const { size } = await statInput(path);
  checkSize(path, size);
  // A device has no size and no end.
  const bytes = await buffer(createReadStream(path, { end: mostBytes })).catch((error: unknown) => {
    throw fileFailure(error, path, "read");
  });
  checkSize(path, bytes.length);
  return bytes.toString("utf8");
}

/** The same, where `-` is the standard input. */
export async function readTextInput(path: string, io: Io): Promise<string> {
  if (path !== "-") return readTextFile(path);
  const text = await io.input();
  checkSize("the standard input", text.length);
  return text;
}

function checkSize(name: string, size: number): void {
  if (size <= mostBytes) return;
  throw new Failure(
    `${name} has ${size > mostBytes + 1 ? size : `more than ${mostBytes}`} bytes, far more than a file of this kind.`,
    "Check that it is the right file.",
  );
}

/** Fails unless the file is there and is no directory. */
export async function statInput(path: string) {
  const found = await stat(path).catch((error: unknown) => {
    throw fileFailure(error, path, "read");
  });
  if (found.isDirectory()) throw new Failure(`${path} is a directory.`, "Name a file.");
  return found;
}

/** Fails when writing `path` would lose one of the inputs, or something that is no plain file, such as a device. */
export async function checkOutput(path: string, inputs: readonly string[]): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) return;
  if (!there.isFile()) {
    throw new Failure(
      `${path} is ${there.isDirectory() ? "a directory" : "no plain file"}.`,
      "Name a file to write to.",
    );
  }
  for (const input of inputs) {
    const { dev, ino } = await statInput(input);
    if (there.dev === dev && there.ino === ino) {
      throw new Failure(
        `${path} is one of the files to read, which stay as they are.`,
        "Name another file to write to.",
      );
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the filesystem is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the filesystem takes no file of this size",
  ENOTDIR: "a part of the path is no directory",
};

/** What the operating system says, for people; anything else stays the fault that it is. */
export function fileFailure(error: unknown, path: string, action: "read" | "written"): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (!(error instanceof Error) || !("syscall" in error) || typeof code !== "string") return error;
  const missing = action === "read" ? "it does not exist" : `there is no directory ${dirname(path)}`;
  const reason = code === "ENOENT" ? missing : (reasons[code] ?? error.message);
  const remedy =
    action === "read" ? "Check the path and its permissions." : "Correct this, or name another file to write to.";
  return new Failure(`${path} cannot be ${action}: ${reason}.`, remedy, undefined, error);
}
