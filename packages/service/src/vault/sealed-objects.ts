// Objects that may hold credentials are closed; logs are not, which are large and streamed.
import { Readable } from "node:stream";
import type { Objects } from "../objects/objects.ts";
import type { Vault } from "./vault.ts";

/** `<cluster>/logs/…` and `<infra-env>/logs/…` stay as they are. */
export const isSecret = (key: string): boolean => key.split("/")[1] !== "logs";

export function sealedObjects(objects: Objects, vault: Vault): Objects {
  if (vault.keyId === null) return objects;
  return {
    ...objects,
    put: async (key, content) =>
      objects.put(key, isSecret(key) ? vault.sealBytes(await bytesOf(content), key) : content),
    get: async (key) => {
      const object = await objects.get(key);
      if (!object || !isSecret(key)) return object;
      const bytes = vault.openBytes(await bytesOf(object.body), key);
      return { size: bytes.length, modifiedAt: object.modifiedAt, body: Readable.from([bytes]) };
    },
  };
}

export async function bytesOf(content: Readable | Uint8Array | string): Promise<Uint8Array> {
  if (typeof content === "string") return Buffer.from(content);
  if (!(content instanceof Readable)) return content;
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
