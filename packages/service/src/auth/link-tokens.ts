// What links and images carry so that machines which can send no headers are let in (reference service 6.2, 9.4).
import type { Settings } from "../settings/index.ts";
import { signImageToken } from "./image-token.ts";
import type { KeptSecrets } from "./kept-secrets.ts";
import { generationOf, type LocalTokens } from "./local-tokens.ts";

export type LinkToken =
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "api_key"; token: string }>
  | Readonly<{ kind: "image_token"; token: string; expiresAt: number }>;

export const noLinkToken: LinkToken = { kind: "none" };

type Tools = Readonly<{
  type: Settings["AUTH_TYPE"];
  tokens: LocalTokens | null;
  secrets: KeptSecrets;
  expirationMs: number;
  now: () => number;
}>;

const remembered = 5_000;

export class LinkTokens {
  readonly #tools: Tools;
  /** A signature of ES256 differs each time; a link had better stay the same until something changes. */
  readonly #made = new Map<string, Promise<string>>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async forLink(infraEnvId: string): Promise<LinkToken> {
    const { type, secrets, expirationMs, now } = this.#tools;
    switch (type) {
      case "none":
      case "agent-installer-local":
        return noLinkToken;
      case "local":
      case "oidc":
        return { kind: "api_key", token: await this.#own(infraEnvId) };
      case "rhsso": {
        const expiresAt = now() + expirationMs;
        const key = (await secrets.signingKey(infraEnvId)) ?? "";
        return { kind: "image_token", token: await signImageToken(infraEnvId, key, expiresAt), expiresAt };
      }
    }
  }

  /** What the agent in an image shows. */
  async forAgent(infraEnvId: string): Promise<string> {
    const { type, tokens, secrets } = this.#tools;
    if (type === "rhsso") return (await secrets.pullSecretToken("infra-env", infraEnvId)) ?? "";
    return tokens?.canSign && type !== "none" ? this.#own(infraEnvId) : "";
  }

  /** What one host shows from its registration on. */
  async forHost(infraEnvId: string, hostId: string): Promise<string | null> {
    const { type, tokens } = this.#tools;
    if (!tokens?.canSign || type === "none" || type === "agent-installer-local") return null;
    return tokens.sign({ infra_env_id: infraEnvId, host_id: hostId });
  }

  async #own(infraEnvId: string): Promise<string> {
    const { tokens, secrets } = this.#tools;
    const generation = generationOf((await secrets.signingKey(infraEnvId)) ?? "");
    const key = `${infraEnvId} ${generation}`;
    const made = this.#made.get(key) ?? tokens?.sign({ infra_env_id: infraEnvId, generation });
    if (!made) throw new Error("there is no key that signs tokens");
    if (this.#made.size >= remembered) this.#made.clear();
    this.#made.set(key, made);
    return made;
  }
}

/** The query of a link with its token. */
export const withToken = (query: URLSearchParams, token: LinkToken): URLSearchParams => {
  if (token.kind !== "none") query.set(token.kind, token.token);
  return query;
};
