// A group commit is one statement: every table's rows travel as one JSON parameter, one round trip does it all, and it is
// prepared once per connection. What PostgreSQL does not accept as a whole, it does not do at all.
import { channel } from "../replicas/news.ts";
import { type Column, getTableColumns, getTableName, type Table } from "./drizzle.ts";
import { clusters, events, history, hosts, infraEnvs, largeHostFields, secrets } from "./schema.ts";

/** The error that `expect_rows` (a function of ours in the database) raises. */
export const staleCode = "MU409";

const columnsOf = (table: Table): [key: string, column: Column][] =>
  Object.entries(getTableColumns(table)).filter(([, column]) => column.getSQLType() !== "bigserial");

const names = (table: Table) => columnsOf(table).map(([, { name }]) => name);

/** `"userName" text, …`: rows have the keys of the schema. */
const recordOf = (table: Table) =>
  columnsOf(table)
    .map(([key, column]) => `"${key}" ${column.getSQLType()}`)
    .join(", ");

type Insert = Readonly<{
  into: string;
  table: Table;
  from: string;
  take?: (key: string) => string;
  onConflict?: string;
}>;

const insert = ({ into, table, from, take = (key) => `"${key}"`, onConflict = "" }: Insert) => `
  insert into ${into} (${names(table).join(", ")})
  select ${columnsOf(table)
    .map(([key]) => take(key))
    .join(", ")}
  from jsonb_to_recordset(${from}::jsonb) as row(${recordOf(table)}) ${onConflict && `on conflict ${onConflict}`}`;

const overwrite = (table: Table, kept: readonly string[]) =>
  names(table)
    .filter((name) => !kept.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(", ");

const born = ["id", "user_name", "org_id", "created_at"];
const ifNewer = (table: string) => `where ${table}.version = excluded.version - 1 returning 1`;

const isLarge = (key: string) => largeHostFields.some((field) => field === key);
const largeColumns = columnsOf(hosts).flatMap(([key, { name }]) => (isLarge(key) ? [name] : []));

/** What one commit tells is numbered within it. */
export const placesPerCommit = 65_536;

/** The number that a row gets: its place in what the commit tells. */
const numbered = (table: Table, number: string, from: string) => {
  const others = columnsOf(table).filter(([, { name }]) => name !== number);
  return `
  insert into ${getTableName(table)} (${[number, ...others.map(([, { name }]) => name)].join(", ")})
  select ${["(select first from commit_number) + place", ...others.map(([key]) => `"${key}"`)].join(", ")}
  from jsonb_to_recordset(${from}::jsonb) as row(place bigint, ${recordOf(table)})`;
};

// Among replicas, one commit at a time: whoever reads on from a number must not miss a smaller one that comes later.
export const orderKey = 8_090_201;

export const commitStatement = `
with in_order as materialized (
  select case when $8::text is not null then pg_advisory_xact_lock(${orderKey}) end
),
commit_number as materialized (select nextval('commit_numbers') * ${placesPerCommit} as first from in_order),
written_clusters as (${insert({
  into: "clusters",
  table: clusters,
  from: "$1",
  onConflict: `(id) do update set ${overwrite(clusters, born)} ${ifNewer("clusters")}`,
})}),
written_infra_envs as (${insert({
  into: "infra_envs",
  table: infraEnvs,
  from: "$2",
  onConflict: `(id) do update set ${overwrite(infraEnvs, born)} ${ifNewer("infra_envs")}`,
})}),
written_hosts as (${insert({
  into: "hosts",
  table: hosts,
  from: "$3",
  // A large field that is left out stays as it was; false stands for one that was emptied.
  take: (key) => (isLarge(key) ? `case when "${key}" = 'false' then 'null'::jsonb else "${key}" end` : `"${key}"`),
  onConflict: `(id, infra_env_id) do update set ${[
    overwrite(hosts, ["id", "infra_env_id", ...largeColumns]),
    ...largeColumns.map((name) => `${name} = coalesce(excluded.${name}, hosts.${name})`),
  ].join(", ")}`,
})}),
written_secrets as (${insert({
  into: "secrets",
  table: secrets,
  from: "$4",
  onConflict: "(owner_kind, owner_id, name) do update set value = excluded.value",
})}),
written_events as (${numbered(events, "number", "$5")}),
written_history as (${numbered(history, "position", "$6")})
select expect_rows($7, (select count(*) from written_clusters) + (select count(*) from written_infra_envs)),
  (select first from commit_number),
  case when $8::text is not null then pg_notify('${channel}', $8) end`;
