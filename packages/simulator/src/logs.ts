import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** A few lines of each log under its name, packed as senders of logs do. */
export async function logArchive(directory: string, logs: Readonly<Record<string, string>>): Promise<File> {
  const archive = pack();
  for (const [name, text] of Object.entries(logs)) archive.entry({ name: `${directory}/${name}` }, text);
  archive.finalize();
  const bytes = await buffer(archive.pipe(createGzip()));
  return new File([bytes], "logs.tar.gz", { type: "application/gzip" });
}
