import { randomUUID } from "node:crypto";
import { type InfraEnv, defaultPolicy as policy } from "@muster/core";
import { until } from "@muster/simulator";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addHosts, addPool, renameHost } from "../../test/aggregates-scene.ts";
import { openTestDatabase } from "../../test/open-database.ts";
import { onlyReplica } from "../replicas/replicas.ts";
import type { Database, Db } from "../store/database.ts";
import { Aggregates } from "./aggregates.ts";

describe("what another replica wrote", () => {
  let database: Database;
  let one: Aggregates;
  let other: Aggregates;
  let infraEnv: InfraEnv;
  let hostId: string;
  const failures: string[] = [];
  const open = (db: Db) =>
    new Aggregates({
      db,
      replicas: { ...onlyReplica, id: randomUUID(), alone: false, hasPeers: true },
      policy,
      now: Date.now,
      cacheHosts: 100,
      refreshFailed: (subject) => void failures.push(subject),
    });
  /** Its pool is away for as long as that is set. */
  const away = { isSet: false };

  beforeEach(async () => {
    database = await openTestDatabase();
    const $client = Object.create(database.db.$client, {
      query: {
        value: (...query: [never]) =>
          away.isSet
            ? Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" }))
            : database.db.$client.query(...query),
      },
    });
    one = open(Object.create(database.db, { $client: { value: $client } }));
    other = open(database.db);
    infraEnv = await addPool(one);
    [hostId = ""] = await addHosts(one, infraEnv, 1);
  }, 60_000);
  afterEach(async () => {
    away.isSet = false;
    await one.stop();
    await other.stop();
    await database.close();
  }, 60_000);

  const name = async (isSure?: boolean) => (await one.host(infraEnv.id, hostId, isSure)).host.requestedHostname;
  const rename = (to: string) => renameHost(other, { infraEnvId: infraEnv.id, hostId }, to);

  test("is read here before anybody said so, except by polls", async () => {
    await rename("renamed");
    expect(await name(false)).toBe("");
    expect(await name()).toBe("renamed");
  });

  test("is compared until that succeeds, if it may have been missed while the database was away", async () => {
    await rename("missed");
    away.isSet = true;
    await one.compareAll();
    expect(failures).toEqual(["what other replicas wrote"]);
    expect(await name()).toBe("");
    away.isSet = false;
    await until({ what: "the newer name", look: () => name(false), holds: (found) => found === "missed" });
  });
});
