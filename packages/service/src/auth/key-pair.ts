// The key pair that signs tokens of this service: given, or made once and kept.
import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { StartError } from "../start-error.ts";

export type KeyPair = Readonly<{
  publicKey: KeyObject;
  /** null where only the public half is here: tokens can be checked and not made. */
  privateKey: KeyObject | null;
}>;

type Given = Readonly<{ EC_PUBLIC_KEY_PEM: string | undefined; EC_PRIVATE_KEY_PEM: string | undefined }>;

/** PEM as it is, in base64 (the Agent-based Installer), or with its line ends written as \n (environment files). */
function pemText(given: string): string {
  const text = given.includes("-----BEGIN") ? given : Buffer.from(given, "base64").toString("utf8");
  // Go tools label a public key by its algorithm; its content is the usual one.
  return text.replaceAll("\\n", "\n").replaceAll("EC PUBLIC KEY", "PUBLIC KEY");
}

function read(name: string, given: string, make: (pem: string) => KeyObject): KeyObject {
  try {
    const key = make(pemText(given));
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  } catch {
    // told below; the cause would repeat pieces of the key
  }
  throw new StartError(`${name} holds no key of the curve P-256`, "give one in PEM, or the same in base64");
}

export function readKeyPair(settings: Given): KeyPair | null {
  const { EC_PUBLIC_KEY_PEM: publicPem, EC_PRIVATE_KEY_PEM: privatePem } = settings;
  const privateKey =
    privatePem === undefined ? null : read("EC_PRIVATE_KEY_PEM", privatePem, (pem) => createPrivateKey(pem));
  const publicKey =
    publicPem === undefined ? null : read("EC_PUBLIC_KEY_PEM", publicPem, (pem) => createPublicKey(pem));
  if (privateKey === null) return publicKey && { publicKey, privateKey: null };
  const belonging = createPublicKey(privateKey);
  if (publicKey !== null && !publicKey.equals(belonging)) {
    throw new StartError(
      "EC_PUBLIC_KEY_PEM and EC_PRIVATE_KEY_PEM do not belong together",
      "give both halves of one pair, or EC_PRIVATE_KEY_PEM alone",
    );
  }
  return { publicKey: belonging, privateKey };
}

/** The pair in a file of the data directory; the first start makes it. */
export async function keptKeyPair(path: string): Promise<KeyPair> {
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartError(`${path} cannot be read (${error.code})`, "make it readable for this user");
  });
  if (kept !== null) {
    const pair = readKeyPair({ EC_PUBLIC_KEY_PEM: undefined, EC_PRIVATE_KEY_PEM: kept });
    if (pair) return pair;
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.part`;
  await writeFile(partial, privateKey.export({ type: "sec1", format: "pem" }), { mode: 0o600 });
  await rename(partial, path);
  return { publicKey, privateKey };
}

/** A key for another purpose, the same on every start and every replica that has the pair. */
export function derivedKey(privateKey: KeyObject, purpose: string): Uint8Array {
  const secret = privateKey.export({ type: "pkcs8", format: "der" });
  return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), `muster ${purpose}`, 32));
}
