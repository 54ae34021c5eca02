import { createHash } from "node:crypto";
import { type BigIntStats, constants, read as fsRead } from "node:fs";
import { copyFile, type FileHandle, open } from "node:fs/promises";
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
  /** When these bytes came here, in milliseconds since 1970: a copy may keep an older date of its original. */
  readonly modifiedAt: number;
  /** Says something else when there is another file, or the file has changed. */
  readonly fingerprint: string;
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

/** What tells a file from another one of the same name, as long as nobody sets its date by hand. */
export const fingerprintOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => `${dev}:${ino}:${size}:${mtimeNs}`;

async function plainFile(handle: FileHandle, path: string): Promise<BigIntStats> {
  const stat = await handle.stat({ bigint: true });
  if (stat.isFile()) return stat;
  throw new IsoError("not_a_file", stat.isDirectory() ? `the directory ${path}` : `${path}, a pipe or a device`);
}

/**
 * Opens a file for reading at any offset. Give `sha256` when it is known: it makes ETags equal on every replica that
 * has the same file; otherwise inode, size and modification time stand for the content.
 */
export async function openFileSource(path: string, known: { sha256?: string } = {}): Promise<FileSource> {
  // Without waiting: the other end of a pipe may never come.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = await plainFile(handle, path).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  const size = Number(stat.size);
  const fingerprint = fingerprintOf(stat);

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
    modifiedAt: Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs)),
    fingerprint,
    identity: known.sha256 ? `sha256:${known.sha256}` : `file:${fingerprint}`,
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
