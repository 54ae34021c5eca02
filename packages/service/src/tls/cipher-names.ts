// Ciphers by the names that Go tools use (IANA) and by those that OpenSSL uses.

/** TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 → ECDHE-RSA-AES128-GCM-SHA256; names of TLS 1.3 are the same in both. */
export function opensslCipher(name: string): string {
  const match = /^TLS_(?:(.+)_WITH_)(.+)$/.exec(name);
  if (!match) return name;
  const [, exchange = "", rest = ""] = match;
  const cipher = rest
    .replace(/^AES_(\d+)/, "AES$1")
    .replace(/^CHACHA20_POLY1305_SHA256$/, "CHACHA20_POLY1305")
    .replace("_CBC_", "_")
    .replaceAll("_", "-");
  return exchange === "RSA" ? cipher : `${exchange.replaceAll("_", "-")}-${cipher}`;
}
