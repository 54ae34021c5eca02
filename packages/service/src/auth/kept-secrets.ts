// The secrets of infra-envs and clusters that tokens are checked against. Every poll of every agent asks for one: they are
// kept in memory until their owner changes, or for a while where another replica may have changed it.
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { Db } from "../store/database.ts";
import { readSecret } from "../store/reader.ts";
import type { SecretOwner } from "../store/schema.ts";

type OwnerKind = Exclude<SecretOwner["kind"], "host">;

const remembered = 20_000;
const rememberedMs = 30_000;

type Kept = Readonly<{ value: Promise<string | null>; until: number }>;

export class KeptSecrets {
  readonly #db: Db;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Db, aggregates: Pick<Aggregates, "onCommitted">) {
    this.#db = db;
    aggregates.onCommitted(({ kind, after }) => {
      const owner = kind === "pool" ? "infra-env" : kind;
      for (const name of ["pull-secret", "image-token-key"]) this.#kept.delete(`${owner} ${after.root.id} ${name}`);
    });
  }

  /** What signs the links of an infra-env; null: there is no such infra-env. */
  signingKey(infraEnvId: string): Promise<string | null> {
    return this.#read("infra-env", infraEnvId, "image-token-key");
  }

  /** What agents show in single sign-on mode: the token for the cloud in the pull secret (reference service 9.4). */
  async pullSecretToken(kind: OwnerKind, id: string): Promise<string | null> {
    return cloudToken((await this.#read(kind, id, "pull-secret")) ?? "");
  }

  #read(kind: OwnerKind, id: string, name: string): Promise<string | null> {
    const key = `${kind} ${id} ${name}`;
    const kept = this.#kept.get(key);
    if (kept && kept.until > performance.now()) return kept.value;
    if (this.#kept.size >= remembered) this.#kept.clear();
    const reading = readSecret(this.#db, { kind, id }, name);
    this.#kept.set(key, { value: reading, until: performance.now() + rememberedMs });
    // Neither a failure nor an absence is worth remembering.
    const forget = () => {
      if (this.#kept.get(key)?.value === reading) this.#kept.delete(key);
    };
    reading.then((value) => value === null && forget(), forget);
    return reading;
  }
}

function cloudToken(pullSecret: string): string | null {
  try {
    const auth: unknown = JSON.parse(pullSecret)?.auths?.["cloud.openshift.com"]?.auth;
    return typeof auth === "string" && auth !== "" ? auth : null;
  } catch {
    return null;
  }
}
