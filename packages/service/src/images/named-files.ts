import { createHash } from "node:crypto";
import { type FileSource, IsoError, openFileSource, type Source } from "@muster/iso";

/**
 * Files that somebody else keeps. If the SHA-256 of one is named, all of it is read once: the tags of images stand for its
 * bytes, and another file under the same name must not have the same.
 */
export class NamedFiles {
  readonly #known = new Map<string, Readonly<{ fingerprint: string; sha256: string }>>();

  async open(path: string, named?: string): Promise<FileSource> {
    const source = await openFileSource(path);
    if (named === undefined) return source;
    try {
      const [wanted, found] = [named.toLowerCase(), await this.#digestOf(source)];
      if (found === wanted) return { ...source, identity: `sha256:${found}` };
      throw new IsoError("wrong_checksum", `SHA-256 ${found} of ${path}`, { needed: wanted });
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** A file with another checksum is asked for again and again, and read only when it has changed. */
  async #digestOf(source: FileSource): Promise<string> {
    const { path, fingerprint } = source;
    const known = this.#known.get(path);
    if (known?.fingerprint === fingerprint) return known.sha256;
    const sha256 = await digestOfSource(source);
    this.#known.set(path, { fingerprint, sha256 });
    return sha256;
  }
}

const chunkSize = 1024 * 1024;

/** Through what is open already: the path may name another file by now. */
async function digestOfSource(source: Source): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(chunkSize);
  for (let at = 0; at < source.size; at += chunkSize) {
    const chunk = buffer.subarray(0, Math.min(chunkSize, source.size - at));
    await source.readInto(chunk, at);
    hash.update(chunk);
  }
  return hash.digest("hex");
}
