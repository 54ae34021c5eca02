import { finished, type Readable } from "node:stream";

/** What may wait for a slow disk. */
const mostWaiting = 16 * 1024 * 1024;

/**
 * What comes out of a stream, from now on. Other than the stream's own iterator, it gives all that has arrived before a
 * connection breaks, and only then the error.
 */
export function arrivals(stream: Readable): AsyncIterable<Buffer> {
  const chunks: Buffer[] = [];
  let waiting = 0;
  let end: { error: Error | undefined } | undefined;
  let wake = () => {};
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    waiting += chunk.length;
    if (waiting >= mostWaiting) stream.pause();
    wake();
  });
  finished(stream, { writable: false }, (error) => {
    end = { error: error ?? undefined };
    wake();
  });
  return (async function* () {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk) {
        waiting -= chunk.length;
        if (waiting < mostWaiting) stream.resume();
        yield chunk;
      } else if (end) {
        if (end.error) throw end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  })();
}
