import type { Writable } from "node:stream";
import { checkRange, type Source } from "../source.ts";
import { type BufferPool, sharedBufferPool } from "./buffer-pool.ts";

export interface SendOptions {
  readonly start?: number;
  /** Exclusive. */
  readonly end?: number;
  readonly pool?: BufferPool;
}

export type Sent =
  | { readonly kind: "all"; readonly bytes: number }
  /** The other side went away; nothing more can be sent. */
  | { readonly kind: "closed"; readonly bytes: number };

/**
 * Writes a range of an image to a socket, an HTTP response or any other stream, and waits for each chunk to leave before
 * its buffer is used again. Does not end the stream. Fails only when the image cannot be read.
 */
export async function sendRange(image: Source, out: Writable, options: SendOptions = {}): Promise<Sent> {
  const { start = 0, end = image.size, pool = sharedBufferPool } = options;
  checkRange(image, start, end - start);
  const leave = pool.enter();
  const writer = writerFor(out);
  let sent = 0;
  let inFlight: { buffer: Buffer; bytes: number; left: Promise<boolean> } | undefined;

  /** Waits for the chunk under way; false when the other side is gone. */
  async function settle(): Promise<boolean> {
    if (inFlight === undefined) return true;
    const { buffer, bytes, left } = inFlight;
    inFlight = undefined;
    // A buffer whose write never finished may still be read by the socket: it is dropped, not given back.
    if (!(await left)) return false;
    sent += bytes;
    pool.give(buffer);
    return true;
  }

  try {
    for (let at = start; at < end; ) {
      if (!pool.readsAhead && !(await settle())) return { kind: "closed", bytes: sent };
      const buffer = pool.take(end - at);
      const chunk = buffer.length > end - at ? buffer.subarray(0, end - at) : buffer;
      await image.readInto(chunk, at);
      if (!(await settle())) return { kind: "closed", bytes: sent };
      inFlight = { buffer, bytes: chunk.length, left: writer.write(chunk) };
      at += chunk.length;
    }
    return (await settle()) ? { kind: "all", bytes: sent } : { kind: "closed", bytes: sent };
  } finally {
    writer.release();
    leave();
  }
}

/** Turns write callbacks into promises that also settle when the stream closes before they are called. */
function writerFor(out: Writable): { write(chunk: Buffer): Promise<boolean>; release(): void } {
  let closed = out.destroyed || out.closed;
  let settleWrite: ((left: boolean) => void) | undefined;
  const onClose = () => {
    closed = true;
    settleWrite?.(false);
  };
  out.on("close", onClose);
  out.on("error", onClose);
  return {
    write(chunk) {
      if (closed) return Promise.resolve(false);
      return new Promise((resolve) => {
        settleWrite = resolve;
        out.write(chunk, (error) => resolve(!error));
      });
    },
    release() {
      out.off("close", onClose);
      out.off("error", onClose);
    },
  };
}
