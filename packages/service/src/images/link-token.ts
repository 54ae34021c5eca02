const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The infra-env that a token in a link is about. What the token proves is for those who check access; here it only names
 * (reference host-side C2).
 */
export function infraEnvOf(token: string): string | null {
  const [, payload = ""] = token.split(".");
  const claims = parseClaims(payload);
  const names = Object.entries(claims).flatMap(([claim, value]) =>
    (claim === "sub" || claim === "infra_env_id") && typeof value === "string" && uuid.test(value) ? [value] : [],
  );
  return names[0] ?? null;
}

function parseClaims(payload: string): object {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
