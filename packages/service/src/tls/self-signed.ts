// A certificate for a service that has none: an authority of its own that lasts, which machines are told to trust, and a
// certificate under it that is renewed.
import { webcrypto } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

const day = 86_400_000;
const authorityLasts = 3_650 * day;
const certificateLasts = 397 * day;
/** Whoever keeps a certificate, or is stopped for a while, has time to notice. */
const renewBefore = 90 * day;

const keyAlgorithm = { name: "ECDSA", namedCurve: "P-256" };
const signingAlgorithm = { name: "ECDSA", hash: "SHA-256" };

export type SelfSigned = Readonly<{ certFile: string; keyFile: string; authorityFile: string }>;

type Authority = Readonly<{ certificate: X509Certificate; key: webcrypto.CryptoKey }>;

/** Makes what is missing, no longer fits these names, or ends soon; keeps the rest. */
export async function selfSigned(directory: string, names: readonly string[], now: number): Promise<SelfSigned> {
  const files = {
    certFile: join(directory, "server.pem"),
    keyFile: join(directory, "server.key"),
    authorityFile: join(directory, "ca.pem"),
  };
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const authority = await authorityIn(directory, files.authorityFile, now);
  if (await fits(files, authority, names, now)) return files;
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Muster",
    issuer: authority.certificate.subject,
    notBefore: new Date(now - day),
    notAfter: new Date(Math.min(now + certificateLasts, authority.certificate.notAfter.getTime())),
    signingKey: authority.key,
    publicKey: keys.publicKey,
    signingAlgorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map(alternative)),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await write(files.keyFile, await privatePem(keys.privateKey), 0o600);
  await write(files.certFile, `${certificate.toString("pem")}\n${authority.certificate.toString("pem")}\n`, 0o644);
  return files;
}

const alternative = (name: string) => ({ type: isIP(name) ? ("ip" as const) : ("dns" as const), value: name });

async function authorityIn(directory: string, certFile: string, now: number): Promise<Authority> {
  const keyFile = join(directory, "ca.key");
  const [pem, keyPem] = await Promise.all([certFile, keyFile].map((path) => readFile(path, "utf8").catch(() => null)));
  if (pem && keyPem) {
    const certificate = new X509Certificate(pem);
    const key = Buffer.from(keyPem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
    if (certificate.notAfter.getTime() - renewBefore > now) {
      return { certificate, key: await webcrypto.subtle.importKey("pkcs8", key, keyAlgorithm, false, ["sign"]) };
    }
  }
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Muster certificate authority",
    notBefore: new Date(now - day),
    notAfter: new Date(now + authorityLasts),
    keys,
    signingAlgorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await write(keyFile, await privatePem(keys.privateKey), 0o600);
  await write(certFile, `${certificate.toString("pem")}\n`, 0o644);
  return { certificate, key: keys.privateKey };
}

async function fits(files: SelfSigned, authority: Authority, names: readonly string[], now: number): Promise<boolean> {
  const [pem, key] = await Promise.all(
    [files.certFile, files.keyFile].map((path) => readFile(path, "utf8").catch(() => null)),
  );
  if (!pem || !key) return false;
  const certificate = new X509Certificate(pem);
  const known =
    certificate
      .getExtension(SubjectAlternativeNameExtension)
      ?.names.toJSON()
      .map(({ value }) => value) ?? [];
  return (
    certificate.notAfter.getTime() - renewBefore > now &&
    names.every((name) => known.includes(name)) &&
    (await certificate.verify({ publicKey: authority.certificate.publicKey, signatureOnly: true }))
  );
}

async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const body = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${body.match(/.{1,64}/g)?.join("\n")}\n-----END PRIVATE KEY-----\n`;
}

async function write(path: string, text: string, mode: number): Promise<void> {
  await writeFile(`${path}.part`, text, { mode });
  await rename(`${path}.part`, path);
}
