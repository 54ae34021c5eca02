import { decodeBase64 } from "../formats/base64.ts";
import type { Problem } from "../problem.ts";

const keyTypes: ReadonlySet<string> = new Set([
  "ssh-rsa",
  "ssh-ed25519",
  "ssh-dss",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ssh-ed25519@openssh.com",
  "sk-ecdsa-sha2-nistp256@openssh.com",
]);

/** One authorized key per line; empty lines and comments are skipped, options before a key are allowed. */
export function sshKeysProblem(text: string): Problem | null {
  const lines = text.split("\n").map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== "" && !line.startsWith("#") && !isAuthorizedKey(line));
  if (wrong < 0) return null;
  return {
    found: `line ${wrong + 1}, which is not a public SSH key`,
    needed: "keys as in a .pub file, such as ssh-ed25519 AAAA… name, one per line",
    remedy: "paste the content of the public key file",
  };
}

function isAuthorizedKey(line: string): boolean {
  const words = line.split(/\s+/);
  const at = words.findIndex((word) => keyTypes.has(word));
  const blob = decodeBase64(words[at + 1] ?? "");
  // The blob begins with its own type: four bytes of length, then the name.
  const type = words[at] ?? "";
  return (
    at >= 0 &&
    blob !== null &&
    blob.slice(0, 4) === `\0\0\0${String.fromCharCode(type.length)}` &&
    blob.slice(4).startsWith(type)
  );
}
