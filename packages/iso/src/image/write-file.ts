import { chmod, open, rename, rm, stat } from "node:fs/promises";
import type { FileSource, Source } from "../source.ts";
import { sharedBufferPool } from "./buffer-pool.ts";
import { Overlay } from "./overlay.ts";

/**
 * Writes an image to a file; its name appears when it is complete. When most of it is one file at its own place, that file is copied
 * by the kernel (as a reflink where the filesystem can) and only the rest is written; zeros become holes.
 */
export async function writeImage(image: Source, path: string): Promise<void> {
  const overlay = Overlay.of(image);
  const unfinished = `${path}.${process.pid}.part`;
  try {
    const base = copiedBase(overlay);
    if (base) await base.copyTo(unfinished);
    // The copy has the mode of its original, which may be read-only.
    if (base) await chmod(unfinished, (await stat(unfinished)).mode | 0o200);
    const file = await open(unfinished, base ? "r+" : "w");
    try {
      await file.truncate(overlay.size);
      for (const { start, piece } of overlay.layout()) {
        const inPlace = piece.kind === "source" && piece.source === base && piece.offset === start;
        if (inPlace || (piece.kind === "zeros" && (!base || start >= base.size))) continue;
        await writeRange(overlay, file, start, start + piece.length);
      }
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeRange(
  image: Source,
  file: Awaited<ReturnType<typeof open>>,
  start: number,
  end: number,
): Promise<void> {
  const leave = sharedBufferPool.enter();
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for (let at = start; at < end; ) {
      const buffer = sharedBufferPool.take(end - at);
      const chunk = buffer.subarray(0, Math.min(buffer.length, end - at));
      await image.readInto(chunk, at);
      await writing;
      writing = writeFully(file, chunk, at).then(() => sharedBufferPool.give(buffer));
      // Its failure is seen by the await above or below; this only keeps it from counting as unhandled meanwhile.
      writing.catch(() => {});
      at += chunk.length;
    }
    await writing;
  } finally {
    leave();
  }
}

async function writeFully(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

/** The file that makes up more than half of the image without having moved. */
function copiedBase(overlay: Overlay): FileSource | undefined {
  const kept = new Map<FileSource, number>();
  for (const { start, piece } of overlay.layout()) {
    if (piece.kind === "source" && piece.offset === start && isFile(piece.source)) {
      kept.set(piece.source, (kept.get(piece.source) ?? 0) + piece.length);
    }
  }
  for (const [source, bytes] of kept) if (bytes * 2 > Math.max(source.size, overlay.size)) return source;
  return undefined;
}

function isFile(source: Source): source is FileSource {
  return "copyTo" in source;
}
