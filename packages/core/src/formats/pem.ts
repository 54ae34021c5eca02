import { decodeBase64 } from "./base64.ts";

const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/** Whether a text is made of PEM certificates, with nothing between them but comments. What they say is not looked at. */
export function isCertificateBundle(text: string): boolean {
  const blocks = [...text.matchAll(block)];
  const wellFormed = blocks.every(
    ([, label, body]) => label === "CERTIFICATE" && decodeBase64((body ?? "").replace(/\s+/g, "")) !== null,
  );
  return blocks.length > 0 && wellFormed && !text.replace(block, "").includes("-----");
}
