// Secrets where they are stored: closed with AES-256-GCM under a key that has a name, bound to the place they lie at.
import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";

export type Vault = Readonly<{
  /** The name of the key that closes; null: nothing is closed. */
  keyId: string | null;
  /** `place` must be the same when it is opened: a value that was moved elsewhere does not open. */
  seal(text: string, place: string): string;
  /** What was stored before there was a key is given back as it is. */
  open(stored: string, place: string): string;
  sealBytes(bytes: Uint8Array, place: string): Uint8Array;
  openBytes(stored: Uint8Array, place: string): Uint8Array;
  knows(keyId: string): boolean;
}>;

export const sealedPrefix = "muster-sealed-1:";

/** No key: what is closed already cannot be read, and the error says with which key it could. */
export const openVault: Vault = vaultWith([]);

type Key = Readonly<{ id: string; bytes: Buffer }>;

export function vaultFrom(settings: Settings): Vault {
  const { MUSTER_ENCRYPTION_KEY: given, MUSTER_ENCRYPTION_KEY_FILE: file } = settings;
  const text = given ?? (file === undefined ? "" : readKeys(file));
  const keys = text.split(/[\s,]+/).filter((key) => key !== "");
  if (file !== undefined && keys.length === 0) throw wrongKey(`${file} holds none`);
  return vaultWith(keys);
}

function readKeys(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw wrongKey(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

const wrongKey = (found: string): StartError =>
  new StartError(
    `the keys that encrypt secrets cannot be used: ${found}`,
    "give 32 bytes in base64, as `openssl rand -base64 32` prints them; several are separated by commas or lines",
  );

function vaultWith(texts: readonly string[]): Vault {
  const keys = texts.map((text, index): Key => {
    const bytes = Buffer.from(text, "base64");
    if (bytes.length !== 32) throw wrongKey(`key ${index + 1} has ${bytes.length} bytes`);
    return { id: hash("sha256", `muster key ${bytes.toString("hex")}`).slice(0, 12), bytes };
  });
  const [first] = keys;
  const find = (id: string): Key => {
    const key = keys.find((candidate) => candidate.id === id);
    if (key) return key;
    throw new Error(`a secret is closed with key ${id}, which is not among those in MUSTER_ENCRYPTION_KEY`);
  };
  return {
    keyId: first?.id ?? null,
    knows: (id) => keys.some((key) => key.id === id),
    seal: (text, place) =>
      first ? `${sealedPrefix}${first.id}:${encrypt(first, Buffer.from(text), place).toString("base64")}` : text,
    open: (stored, place) => {
      if (!stored.startsWith(sealedPrefix)) return stored;
      const [id = "", body = ""] = stored.slice(sealedPrefix.length).split(":");
      return decrypt(find(id), Buffer.from(body, "base64"), place).toString("utf8");
    },
    sealBytes: (bytes, place) =>
      first ? Buffer.concat([Buffer.from(`${sealedPrefix}${first.id}:`), encrypt(first, bytes, place)]) : bytes,
    openBytes: (stored, place) => {
      const id = sealedWith(stored);
      if (id === null) return stored;
      return decrypt(find(id), stored.subarray(sealedPrefix.length + id.length + 1), place);
    },
  };
}

/** The name of the key that closed this; null: it is open. */
export function sealedWith(stored: Uint8Array): string | null {
  const head = Buffer.from(stored.subarray(0, sealedPrefix.length + 13)).toString("latin1");
  return head.startsWith(sealedPrefix) ? (head.slice(sealedPrefix.length).split(":", 1)[0] ?? null) : null;
}

const ivBytes = 12;
const tagBytes = 16;

function encrypt({ bytes: key }: Key, content: Uint8Array, place: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

function decrypt({ bytes: key, id }: Key, sealed: Uint8Array, place: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    throw new Error(`${place} was closed with key ${id}, but what is stored there was changed since`);
  }
}
