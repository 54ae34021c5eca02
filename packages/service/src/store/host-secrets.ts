// What a host is given that only the host itself may read is kept with the other secrets, not in its document.
import type { Host } from "@muster/core";
import type { Db } from "./database.ts";
import { and, eq, inArray } from "./drizzle.ts";
import { byAge, hasSecrets, hostFromRow } from "./rows.ts";
import { type hosts, secretPlace, secrets } from "./schema.ts";

type Stored = Pick<Host, "ignitionEndpointToken" | "ignitionEndpointHttpHeaders"> &
  Readonly<{ fencingPassword: string }>;
type Change = Readonly<{ host: Host; before: Host | null; deletedAt: number | null }>;

const secretFields = ["ignitionEndpointToken", "ignitionEndpointHttpHeaders", "fencingCredentials"] as const;

/** The secret to write along with a host; usually there is none. */
export function hostSecret({ host, before, deletedAt }: Change): (typeof secrets.$inferInsert)[] {
  const had = before !== null && hasSecrets(before);
  const has = deletedAt === null && hasSecrets(host);
  if (!had && !has) return [];
  if (had && has && secretFields.every((field) => before[field] === host[field])) return [];
  const { ignitionEndpointToken, ignitionEndpointHttpHeaders, fencingCredentials } = host;
  const stored: Stored = {
    ignitionEndpointToken,
    ignitionEndpointHttpHeaders,
    fencingPassword: fencingCredentials?.password ?? "",
  };
  return [{ ownerKind: "host", ownerId: host.id, name: "host", value: has ? JSON.stringify(stored) : "" }];
}

/** Hosts as they were stored, the oldest first. */
export async function hostsFromRows(db: Db, rows: readonly (typeof hosts.$inferSelect)[]): Promise<Host[]> {
  const members = rows.map(hostFromRow).sort(byAge);
  const ids = rows.flatMap(({ id, document }) => (document.hasSecrets ? id : []));
  if (ids.length === 0) return members;
  const found = await db
    .select({ id: secrets.ownerId, value: secrets.value })
    .from(secrets)
    .where(and(eq(secrets.ownerKind, "host"), inArray(secrets.ownerId, ids)));
  const values = new Map(
    found.map(({ id, value }) => [id, db.vault.open(value, secretPlace({ kind: "host", id }, "host"))]),
  );
  return members.map((host) => withSecret(host, values.get(host.id) ?? ""));
}

function withSecret(host: Host, value: string): Host {
  if (value === "") return host;
  const { fencingPassword, ...fields }: Stored = JSON.parse(value);
  const { fencingCredentials } = host;
  return {
    ...host,
    ...fields,
    fencingCredentials: fencingCredentials && { ...fencingCredentials, password: fencingPassword },
  };
}
