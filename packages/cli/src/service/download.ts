// Answers that are files: written where the person says, whole or not at all.
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Argument, Io } from "../command.ts";
import { Failure } from "../failure.ts";
import { checkOutput, fileFailure } from "../files.ts";
import { bytes } from "../show/measures.ts";

export const fileArgument: Argument = {
  name: "FILE",
  says: "Where to write it; - is the standard output",
  optional: true,
  completes: "files",
};

type Options = Readonly<{ io: Io /** Only the owner may read it. */; secret?: true }>;

/** Hands back how many bytes were written. */
export async function saveTo(
  path: string,
  body: ReadableStream<Uint8Array> | null,
  { io, secret }: Options,
): Promise<number> {
  await checkOutput(path, []);
  const fresh = `${path}.part`;
  const meter = progressMeter(io);
  try {
    // What an earlier download left there may be for everybody to read, or lead elsewhere.
    await rm(fresh, { force: true });
    const target = createWriteStream(fresh, { flags: "wx", mode: secret ? 0o600 : 0o666 });
    await pipeline(Readable.fromWeb(streamOf(body)), meter.stream, target);
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    if (error instanceof Error && "syscall" in error && "path" in error) throw fileFailure(error, path, "written");
    throw new Failure(
      `the download of ${path} broke off after ${bytes(meter.count())}.`,
      "Try again.",
      undefined,
      error,
    );
  }
  return meter.count();
}

/** Bytes for another program. A terminal would be spoilt by them. */
export async function sendToOutput(body: ReadableStream<Uint8Array> | null, io: Io): Promise<void> {
  if (io.isTerminal)
    throw new Failure("this is no text, and the output is a terminal.", "Name a FILE, or redirect the output.");
  await pipeline(Readable.fromWeb(streamOf(body)), process.stdout, { end: false });
}

function streamOf(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> {
  return body ?? new Blob([]).stream();
}

/** Says how far a long download is, where a person looks. */
function progressMeter(io: Io): { stream: Transform; count(): number } {
  let count = 0;
  let saidAt = Date.now();
  const stream = new Transform({
    transform(chunk: Uint8Array, _, done) {
      count += chunk.length;
      if (io.isTerminal && Date.now() - saidAt > 1_000) {
        saidAt = Date.now();
        io.err(`\r${bytes(count)} \u001b[K`);
      }
      done(null, chunk);
    },
    flush(done) {
      if (io.isTerminal) io.err("\r\u001b[K");
      done();
    },
  });
  return { stream, count: () => count };
}

/** The name that the service gives a download, reduced to a name without any path. */
export function offeredName(response: Response, otherwise: string): string {
  const [, name] = /filename="?([^";]+)"?/i.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const plain = name?.replaceAll(/[^\w.@+-]/g, "_").replace(/^\.+/, "") ?? "";
  return plain === "" ? otherwise : plain;
}
