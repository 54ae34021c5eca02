import { decodeBase64 } from "../formats/base64.ts";
import { isObject, parseJson } from "../formats/json.ts";
import type { Problem } from "../problem.ts";

const remedy = "paste the whole pull secret, as it was downloaded";

/** Names of registries may be repeated to the caller; nothing else of a pull secret is. */
export function pullSecretProblem(text: string): Problem | null {
  const secret = parseJson(text);
  if (!isObject(secret) || !isObject(secret.auths)) {
    return {
      found: isObject(secret) ? 'JSON without an object "auths"' : "text that is not a JSON object",
      needed: 'a JSON object such as {"auths":{"registry.example.com":{"auth":"…"}}}',
      remedy,
    };
  }
  const registries = Object.entries(secret.auths);
  if (registries.length === 0) {
    return { found: 'no registry in "auths"', needed: "credentials for at least one registry", remedy };
  }
  for (const [registry, entry] of registries) {
    const problem = entryProblem(registry, entry);
    if (problem) return problem;
  }
  return null;
}

function entryProblem(registry: string, entry: unknown): Problem | null {
  if (isObject(entry) && typeof entry.credsStore === "string") return null;
  const auth = isObject(entry) ? entry.auth : undefined;
  if (typeof auth !== "string" || auth === "") {
    return { found: `no "auth" for registry ${registry}`, needed: "credentials for each registry it names", remedy };
  }
  const credentials = decodeBase64(auth);
  if (credentials?.includes(":")) return null;
  return {
    found: `"auth" of registry ${registry}, which does not hold a name and a password`,
    needed: "name:password in base64",
    remedy,
  };
}
