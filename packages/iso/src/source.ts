import { createHash } from "node:crypto";
import { constants, read as fsRead } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { IsoError } from "./errors.ts";

/** Bytes that can be read anywhere: the only thing this package needs from the outside. */
export interface Source {
  readonly size: number;
  /** Two sources with the same identity hold the same bytes. */
  readonly identity: string;
  /** Exactly `length` bytes, or an IsoError. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Fills `target` completely, or fails with an IsoError. For callers that keep their own buffers. */
  readInto(target: Uint8Array, offset: number): Promise<void>;
}

export interface FileSource extends Source {
  readonly path: string;
  /** The kernel copies the whole file; a reflink where the filesystem can. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Fails when a range does not lie inside the source. */
export function checkRange(source: { readonly size: number }, offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0) {
    throw new IsoError("read_outside_image", `a range of ${length} bytes at ${offset}`);
  }
  if (offset + length > source.size) {
    throw new IsoError("read_outside_image", `a range of ${length} bytes at ${offset} in ${source.size} bytes`);
  }
}

export function memorySource(bytes: Uint8Array): Source {
  let identity: string | undefined;
  return {
    size: bytes.length,
    get identity() {
      identity ??= `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
      return identity;
    },
    async read(offset, length) {
      checkRange(this, offset, length);
      return bytes.slice(offset, offset + length);
    },
    async readInto(target, offset) {
      checkRange(this, offset, target.length);
      target.set(bytes.subarray(offset, offset + target.length));
    },
  };
}

/**
 * Opens a file for reading at any offset. Give `sha256` when it is known: it makes ETags equal on every replica that
 * has the same file; otherwise inode, size and modification time stand for the content.
 */
export async function openFileSource(path: string, known: { sha256?: string } = {}): Promise<FileSource> {
  const handle = await open(path, "r");
  const stat = await handle.stat({ bigint: true });
  const size = Number(stat.size);
  const identity = known.sha256
    ? `sha256:${known.sha256}`
    : `file:${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`;

  function readInto(target: Uint8Array, offset: number): Promise<void> {
    return new Promise((resolve, reject) => {
      checkRange({ size }, offset, target.length);
      fill(0);
      function fill(done: number): void {
        if (done === target.length) {
          resolve();
          return;
        }
        fsRead(handle.fd, target, done, target.length - done, offset + done, (error, count) => {
          if (error) reject(error);
          else if (count === 0) reject(new IsoError("image_changed", `the end of ${path} at byte ${offset + done}`));
          else fill(done + count);
        });
      }
    });
  }

  return {
    path,
    size,
    identity,
    readInto,
    async read(offset, length) {
      checkRange({ size }, offset, length);
      const target = Buffer.allocUnsafeSlow(length);
      await readInto(target, offset);
      return target;
    },
    // By descriptor where that is possible: the path may name a newer file by now.
    copyTo: (to) =>
      copyFile(process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : path, to, constants.COPYFILE_FICLONE),
    close: () => handle.close(),
  };
}
