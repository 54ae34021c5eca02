// Drizzle, loaded as CommonJS. Its package.json has 180 kB, and Node parses that again for every module that it imports
// from there: as ES modules, Drizzle alone took 600 ms and 150 MB at each start.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const orm: typeof import("drizzle-orm") = require("drizzle-orm");
const core: typeof import("drizzle-orm/pg-core") = require("drizzle-orm/pg-core");
const postgres: typeof import("drizzle-orm/node-postgres") = require("drizzle-orm/node-postgres");
const migrator: typeof import("drizzle-orm/node-postgres/migrator") = require("drizzle-orm/node-postgres/migrator");
const files: typeof import("drizzle-orm/migrator") = require("drizzle-orm/migrator");

export const {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  getTableName,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  sql,
} = orm;
export const { bigint, bigserial, customType, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } =
  core;
export const { drizzle } = postgres;
export const { migrate } = migrator;
export const { readMigrationFiles } = files;

export type { Column, SQL, Table } from "drizzle-orm";
export type { NodePgDatabase } from "drizzle-orm/node-postgres";
