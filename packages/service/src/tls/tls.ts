// The certificate that listeners show: read from files, and read again when they change.
import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext, type SecureContextOptions, type SecureVersion } from "node:tls";
import type { Logger } from "pino";
import type { Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import { opensslCipher } from "./cipher-names.ts";

export type Tls = Readonly<{
  /** What listeners show now. */
  options(): SecureContextOptions;
  /** Told when there is something new to show. */
  onChange(listener: (options: SecureContextOptions) => void): void;
  /** Looks at the files now, instead of within the next seconds. */
  look(): Promise<void>;
  /** SHA-256 of what people and machines can trust: the service's own authority, else its certificate. */
  fingerprint: string;
  /** A file with the authority that signed it, when that is the service's own. */
  authorityFile: string | null;
  close(): void;
}>;

const lookEveryMs = 5_000;
const renewEveryMs = 86_400_000;

const versions: Readonly<Record<string, SecureVersion>> = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
};

type Files = Readonly<{ certFile: string; keyFile: string; authorityFile: string | null }>;

export async function openTls(
  settings: Settings,
  names: readonly string[],
  log: Logger,
  now: () => number = Date.now,
): Promise<Tls> {
  const source = await sourceOf(settings, names);
  const files = await source(now());
  let renewedAt = now();
  const limits = {
    minVersion: versions[settings.TLS_MIN_VERSION ?? ""] ?? ("TLSv1.2" as const),
    ...(settings.TLS_CIPHER_SUITES && { ciphers: settings.TLS_CIPHER_SUITES.map(opensslCipher).join(":") }),
  };
  const read = async (): Promise<SecureContextOptions> => {
    const [cert, key] = await Promise.all([readFile(files.certFile, "utf8"), readFile(files.keyFile, "utf8")]);
    const options = { cert, key, ...limits };
    createSecureContext(options);
    return options;
  };
  let options = await read().catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `the certificate ${files.certFile} and the key ${files.keyFile} cannot be used (${error.code ?? error.message})`,
      "give a certificate chain and the key that belongs to it, both in PEM; and ciphers by their IANA names",
    );
  });
  let seen = await stamp(files);
  const listeners: ((options: SecureContextOptions) => void)[] = [];
  const look = async () => {
    try {
      if (now() - renewedAt > renewEveryMs) {
        renewedAt = now();
        await source(renewedAt);
      }
      const found = await stamp(files);
      if (found === seen) return;
      seen = found;
      options = await read();
      for (const listener of listeners) listener(options);
      log.info({ fingerprint: fingerprintOf(String(options.cert)) }, "the certificate was read again");
    } catch (error) {
      // Files are often replaced one after the other: what was there works until both fit.
      log.warn({ err: error }, "the new certificate cannot be used; the one before is shown still");
    }
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  const trusted = files.authorityFile === null ? String(options.cert) : await readFile(files.authorityFile, "utf8");
  return {
    options: () => options,
    onChange: (listener) => void listeners.push(listener),
    look,
    fingerprint: fingerprintOf(trusted),
    authorityFile: files.authorityFile,
    close: () => clearInterval(timer),
  };
}

const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256;

/** Where the files are; those of the service's own are made, or made again, when they are asked for. */
async function sourceOf(settings: Settings, names: readonly string[]): Promise<(now: number) => Promise<Files>> {
  const { HTTPS_CERT_FILE: certFile, HTTPS_KEY_FILE: keyFile } = settings;
  if (certFile !== undefined && keyFile !== undefined) return async () => ({ certFile, keyFile, authorityFile: null });
  // Only who asks for it waits for what makes certificates.
  const { selfSigned } = await import("./self-signed.ts");
  return (now) => selfSigned(join(settings.MUSTER_DATA_DIR, "tls"), names, now);
}

/** Differs when one of the files does. */
async function stamp({ certFile, keyFile }: Files): Promise<string> {
  const stats = await Promise.all([certFile, keyFile].map((path) => stat(path).catch(() => null)));
  return stats.map((found) => (found ? `${found.mtimeMs} ${found.ino} ${found.size}` : "none")).join(", ");
}
