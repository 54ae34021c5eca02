import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A certificate for this machine that nobody vouches for but itself. */
export function selfSigned(at: (name: string) => string) {
  const [key, cert] = [at("key.pem"), at("cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
  return { cert, options: { key: readFileSync(key), cert: readFileSync(cert) } };
}
