import type { Db } from "./database.ts";

/** Which aggregate a host belongs to: its cluster, or its infra-env's pool. */
export type HostPlace = Readonly<{ infraEnvId: string; clusterId: string | null }>;

/** Looks hosts up. While one question is on its way the next ones gather, and are asked together. */
export class HostPlaces {
  readonly #db: Db;
  #next: { ids: Set<string>; answer: Promise<ReadonlyMap<string, HostPlace>> } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: Db) {
    this.#db = db;
  }

  async find(hostId: string): Promise<HostPlace | null> {
    if (!this.#next) {
      const ids = new Set<string>();
      const answer = this.#last.then(() => this.#ask(ids));
      this.#next = { ids, answer };
      this.#last = answer.catch(() => {});
    }
    const { ids, answer } = this.#next;
    ids.add(hostId);
    return (await answer).get(hostId) ?? null;
  }

  async #ask(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, HostPlace>> {
    this.#next = null;
    const { rows } = await this.#db.$client.query<HostPlace & { id: string }>({
      name: "places",
      text: 'select id, infra_env_id as "infraEnvId", cluster_id as "clusterId" from hosts where id = any($1) and deleted_at is null',
      values: [[...ids]],
    });
    return new Map(rows.map(({ id, ...place }) => [id, place]));
  }
}
