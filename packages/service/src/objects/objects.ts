// Where files live that are too large for a database: logs, ignition configs, kubeconfigs, manifests.
import type { Readable } from "node:stream";

/** An object as it was when it was asked for, whatever happens to it. Its body must be read, or destroyed. */
export type StoredObject = Readonly<{ size: number; modifiedAt: number; body: Readable }>;

/** Keys look like paths: `<cluster id>/logs/<host id>/logs.tar.gz`. */
export type Objects = Readonly<{
  /** Replaces the object as a whole: a reader sees the old one or the new one, never a part. */
  put(key: string, content: Readable | Uint8Array | string): Promise<void>;
  get(key: string): Promise<StoredObject | null>;
  list(prefix: string): Promise<readonly string[]>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  deleteAll(prefix: string): Promise<void>;
}>;

export async function readText(objects: Objects, key: string): Promise<string | null> {
  const object = await objects.get(key);
  if (!object) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of object.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
