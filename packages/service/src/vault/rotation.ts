// A new key closes everything anew, behind the requests; a key that is missing is told before anything needs it.
import type { Logger } from "pino";
import type { Objects } from "../objects/objects.ts";
import { StartError } from "../start-error.ts";
import type { Db } from "../store/database.ts";
import { and, eq, sql } from "../store/drizzle.ts";
import { namesUser, proxyFields, proxyPlace } from "../store/proxies.ts";
import { secretPlace, secrets } from "../store/schema.ts";
import { keysInUse } from "./keys-in-use.ts";
import { bytesOf, isSecret } from "./sealed-objects.ts";
import { sealedPrefix, sealedWith, type Vault } from "./vault.ts";

const batch = 200;

/** Refuses to start with secrets that none of the keys opens. */
export async function requireKeys(db: Db, vault: Vault): Promise<void> {
  const missing = (await keysInUse(db.$client)).filter((id) => !vault.knows(id));
  if (missing.length === 0) return;
  throw new StartError(
    `secrets are closed with key ${missing.join(", ")}, which is not among the keys of MUSTER_ENCRYPTION_KEY`,
    "add that key behind the others; it can go once everything is closed with the first",
  );
}

/** Closes with the first key what is open or closed with another. Safe to stop at any moment, and to begin again. */
export class Rotation {
  readonly #db: Db;
  readonly #objects: Objects;
  readonly #log: Logger;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  /** `objects` as they are stored, not as they are read. */
  constructor(db: Db, objects: Objects, log: Logger) {
    this.#db = db;
    this.#objects = objects;
    this.#log = log;
  }

  start(): void {
    const key = this.#db.vault.keyId;
    if (key === null) return;
    this.#running = this.run().then(
      (count) => {
        if (!this.#stopped) this.#log.info({ count, key }, "all secrets are closed with the first key");
      },
      (error) =>
        this.#log.warn({ err: error }, "not all secrets are closed with the first key; the next start tries again"),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Objects first: rows are what a start looks at, and must name an older key as long as anything needs it. */
  async run(): Promise<number> {
    return (await this.#rotateObjects()) + (await this.#rotateProxies()) + (await this.#rotateRows());
  }

  async #rotateRows(): Promise<number> {
    const { vault } = this.#db;
    let count = 0;
    while (!this.#stopped) {
      const rows = await this.#db
        .select()
        .from(secrets)
        .where(sql`not starts_with(${secrets.value}, ${`${sealedPrefix}${vault.keyId}:`})`)
        .limit(batch);
      for (const row of rows) {
        const place = secretPlace({ kind: row.ownerKind, id: row.ownerId }, row.name);
        const value = vault.seal(vault.open(row.value, place), place);
        // Somebody may have written it meanwhile, with the first key.
        await this.#db
          .update(secrets)
          .set({ value })
          .where(
            and(
              eq(secrets.ownerKind, row.ownerKind),
              eq(secrets.ownerId, row.ownerId),
              eq(secrets.name, row.name),
              eq(secrets.value, row.value),
            ),
          );
        count += 1;
      }
      if (rows.length < batch) break;
    }
    return count;
  }

  /** Its version stays: the document says the same as before, and memory knows it open. */
  async #rotateProxies(): Promise<number> {
    const { vault, $client: pool } = this.#db;
    let count = 0;
    for (const [table, kind] of [["clusters", "cluster"] as const, ["infra_envs", "infra-env"] as const]) {
      for (const field of proxyFields) {
        const url = `document -> 'proxy' ->> '${field}'`;
        const { rows } = await pool.query<{ id: string; url: string }>(
          `select id, ${url} as url from ${table}
           where ${url} ~ $1 or (starts_with(${url}, $2) and not starts_with(${url}, $3))`,
          [namesUser, sealedPrefix, `${sealedPrefix}${vault.keyId}:`],
        );
        for (const { id, url: before } of rows) {
          if (this.#stopped) return count;
          const place = proxyPlace(kind, id, field);
          await pool.query(
            `update ${table} set document = jsonb_set(document, '{proxy,${field}}', to_jsonb($1::text))
             where id = $2 and ${url} = $3`,
            [vault.seal(vault.open(before, place), place), id, before],
          );
          count += 1;
        }
      }
    }
    return count;
  }

  async #rotateObjects(): Promise<number> {
    const { vault } = this.#db;
    let count = 0;
    for (const key of await this.#objects.list("")) {
      if (this.#stopped) return count;
      if (!isSecret(key)) continue;
      const object = await this.#objects.get(key);
      if (!object) continue;
      const stored = await bytesOf(object.body);
      if (sealedWith(stored) === vault.keyId) continue;
      // Somebody may have replaced it meanwhile, with the first key.
      const now = await this.#objects.get(key);
      now?.body.destroy();
      if (now?.modifiedAt !== object.modifiedAt) continue;
      await this.#objects.put(key, vault.sealBytes(vault.openBytes(stored, key), key));
      count += 1;
    }
    return count;
  }
}
