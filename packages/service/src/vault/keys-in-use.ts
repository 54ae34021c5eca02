import type pg from "pg";
import { proxyFields } from "../store/proxies.ts";
import { sealedPrefix } from "./vault.ts";

const sealedProxies = ["clusters", "infra_envs"].flatMap((table) =>
  proxyFields.map((field) => `select document -> 'proxy' ->> '${field}' from ${table}`),
);

/** The names of the keys that something in the database is closed with. */
export async function keysInUse(client: pg.ClientBase | pg.Pool): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct split_part(value, ':', 2) as id
     from (${["select value from secrets", ...sealedProxies].join(" union all ")}) as stored(value)
     where starts_with(value, $1) order by id`,
    [sealedPrefix],
  );
  return rows.map(({ id }) => id);
}
