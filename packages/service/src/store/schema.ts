// Documents with the few columns that queries need beside them. A document is the domain's value as it is; what is large
// and changes on its own (an inventory, a connectivity report) has a column of its own so that other writes leave it alone.
import type { Role } from "@muster/contract";
import type { Cluster, Host, InfraEnv } from "@muster/core";
import type { HistoryDocument } from "../history/change.ts";
import { jsonDocument, storable } from "./columns.ts";
import { bigint, bigserial, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "./drizzle.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The host fields that live in columns of their own. */
export const largeHostFields = [
  "inventory",
  "connectivity",
  "domainNameResolutions",
  "freeAddresses",
  "validations",
] as const satisfies readonly (keyof Host)[];

/** Kept in memory and written in batches: every poll of every agent changes them. */
export const presenceFields = ["checkedInAt", "clockSeconds", "clockReadAt"] as const satisfies readonly (keyof Host)[];

/** Kept with the other secrets; so is the password of `fencingCredentials`, which is empty in the document. */
type SecretField = "ignitionEndpointToken" | "ignitionEndpointHttpHeaders";

type ElsewhereField = (typeof largeHostFields)[number] | (typeof presenceFields)[number] | SecretField;

export type HostDocument = Omit<Host, ElsewhereField> & Readonly<{ hasSecrets?: true }>;

export const clusters = pgTable(
  "clusters",
  {
    id: uuid("id").primaryKey(),
    /** Grows by one with every write; a writer that saw an older number must look again. */
    version: bigint("version", { mode: "number" }).notNull(),
    status: text("status").notNull(),
    kind: text("kind").notNull(),
    userName: text("user_name").notNull(),
    orgId: text("org_id").notNull(),
    openshiftClusterId: uuid("openshift_cluster_id"),
    document: jsonDocument("document").$type<Cluster>().notNull(),
    /** When time alone could change the cluster next. */
    wakeAt: moment("wake_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [index("clusters_owner").on(table.userName), index("clusters_wake").on(table.wakeAt)],
);

export const infraEnvs = pgTable(
  "infra_envs",
  {
    id: uuid("id").primaryKey(),
    version: bigint("version", { mode: "number" }).notNull(),
    clusterId: uuid("cluster_id"),
    userName: text("user_name").notNull(),
    orgId: text("org_id").notNull(),
    document: jsonDocument("document").$type<InfraEnv>().notNull(),
    wakeAt: moment("wake_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [index("infra_envs_cluster").on(table.clusterId), index("infra_envs_wake").on(table.wakeAt)],
);

export const hosts = pgTable(
  "hosts",
  {
    id: uuid("id").notNull(),
    infraEnvId: uuid("infra_env_id").notNull(),
    clusterId: uuid("cluster_id"),
    status: text("status").notNull(),
    document: jsonDocument("document").$type<HostDocument>().notNull(),
    inventory: jsonDocument("inventory").$type<Host["inventory"]>(),
    connectivity: jsonDocument("connectivity").$type<Host["connectivity"]>(),
    domainNameResolutions: jsonDocument("domain_name_resolutions").$type<Host["domainNameResolutions"]>(),
    freeAddresses: jsonDocument("free_addresses").$type<Host["freeAddresses"]>(),
    validations: jsonDocument("validations").$type<Host["validations"]>(),
    checkedInAt: moment("checked_in_at"),
    clockSeconds: bigint("clock_seconds", { mode: "number" }),
    updatedAt: moment("updated_at").notNull(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.infraEnvId] }),
    index("hosts_cluster").on(table.clusterId),
    index("hosts_infra_env").on(table.infraEnvId),
  ],
);

export const events = pgTable(
  "events",
  {
    number: bigserial("number", { mode: "number" }).primaryKey(),
    name: storable("name").notNull(),
    severity: text("severity").$type<"info" | "warning" | "error" | "critical">().notNull(),
    category: text("category").$type<"user" | "metrics">().notNull(),
    message: storable("message").notNull(),
    clusterId: uuid("cluster_id"),
    hostId: uuid("host_id"),
    infraEnvId: uuid("infra_env_id"),
    requestId: uuid("request_id"),
    props: jsonDocument("props").$type<Readonly<Record<string, unknown>>>(),
    time: moment("time").notNull(),
  },
  (table) => [
    index("events_cluster").on(table.clusterId, table.number),
    index("events_host").on(table.hostId, table.number),
    index("events_infra_env").on(table.infraEnvId, table.number),
  ],
);

/** A cluster of 2021 and its infra-env share an id, so an id alone does not say whose a secret is. */
export type SecretOwner = Readonly<{ kind: "cluster" | "infra-env" | "host"; id: string }>;

/** What changed in a cluster or an infra-env and its hosts with one commit: see history/change.ts for the document. */
export const history = pgTable(
  "history",
  {
    position: bigint("position", { mode: "number" }).notNull(),
    rootId: uuid("root_id").notNull(),
    at: moment("at").notNull(),
    rootKind: text("root_kind").$type<"cluster" | "infra_env">().notNull(),
    causes: text("causes").notNull(),
    document: jsonDocument("document").$type<HistoryDocument>().notNull(),
  },
  (table) => [index("history_root").on(table.rootId, table.position)],
);

/** What an encrypted secret is bound to. */
export const secretPlace = ({ kind, id }: SecretOwner, name: string): string => `${kind}/${id}/${name}`;

/** The services that share this database, and when each was last heard of. */
export const replicas = pgTable("replicas", { id: uuid("id").primaryKey(), seenAt: moment("seen_at").notNull() });

/** Pull secrets, passwords, keys: apart from the documents, so that no listing can carry one along. */
export const secrets = pgTable(
  "secrets",
  {
    ownerKind: text("owner_kind").$type<SecretOwner["kind"]>().notNull(),
    ownerId: uuid("owner_id").notNull(),
    name: text("name").notNull(),
    value: storable("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerKind, table.ownerId, table.name] })],
);

/** Who changed what, and who fetched what opens a cluster. */
export const audit = pgTable(
  "audit",
  {
    number: bigserial("number", { mode: "number" }).primaryKey(),
    time: moment("time").notNull(),
    userName: storable("user_name").notNull(),
    orgId: storable("org_id").notNull(),
    role: text("role").$type<Role>().notNull(),
    operation: text("operation").notNull(),
    status: integer("status").notNull(),
    clusterId: uuid("cluster_id"),
    infraEnvId: uuid("infra_env_id"),
    hostId: uuid("host_id"),
    requestId: uuid("request_id").notNull(),
    address: text("address").notNull(),
  },
  (table) => [index("audit_time").on(table.time), index("audit_cluster").on(table.clusterId, table.number)],
);

/** Machines that nobody listens to any more. */
export const revokedHosts = pgTable("revoked_hosts", {
  hostId: uuid("host_id").primaryKey(),
  revokedAt: moment("revoked_at").notNull(),
  revokedBy: storable("revoked_by").notNull(),
});
