import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterDefaults, defaultPolicy, infraEnvDefaults, type Outcome } from "@muster/core";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../test/open-database.ts";
import { testSettings } from "../../test/running-service.ts";
import { fileObjects } from "../objects/file-objects.ts";
import { readText } from "../objects/objects.ts";
import type { Database, Db } from "../store/database.ts";
import { readCluster, readInfraEnvs, readPool, readSecret } from "../store/reader.ts";
import { clusterRow, infraEnvRow } from "../store/rows.ts";
import { clusters, infraEnvs, secrets } from "../store/schema.ts";
import { Writer } from "../store/writer.ts";
import { keysInUse } from "./keys-in-use.ts";
import { Rotation, requireKeys } from "./rotation.ts";
import { sealedObjects } from "./sealed-objects.ts";
import { openVault, sealedPrefix, vaultFrom } from "./vault.ts";

const newKey = () => randomBytes(32).toString("base64");
const vaultOf = (...keys: string[]) => vaultFrom(testSettings("", { MUSTER_ENCRYPTION_KEY: keys.join(",") }));

test("what was closed opens with its key, at its place, unchanged, and not otherwise", () => {
  const vault = vaultOf(newKey());
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, place) => {
      const sealed = vault.seal(text, place);
      expect(sealed.startsWith(sealedPrefix)).toBe(true);
      expect(vault.open(sealed, place)).toBe(text);
      expect(() => vault.open(sealed, `${place}!`)).toThrow("was changed since");
    }),
  );
  const sealed = vault.seal("secret", "here");
  const tampered = `${sealed.slice(0, -4)}AAAA`;
  expect(() => vault.open(tampered, "here")).toThrow("was changed since");
  expect(() => vaultOf(newKey()).open(sealed, "here")).toThrow("is not among those in MUSTER_ENCRYPTION_KEY");
  expect(openVault.open("as it is", "here")).toBe("as it is");
});

test.each(["short", Buffer.alloc(31).toString("base64")])("%s is no key", (key) => {
  expect(() => vaultOf(key)).toThrow("the keys that encrypt secrets cannot be used: key 1 has");
});

test("keys come from a file, too", async () => {
  const directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  const file = join(directory, "keys");
  const [first, second] = [newKey(), newKey()];
  await writeFile(file, `${first}\n${second}\n`);
  const vault = vaultFrom(testSettings("", { MUSTER_ENCRYPTION_KEY_FILE: file }));
  expect(vault.open(vaultOf(second).seal("text", "here"), "here")).toBe("text");
  expect(vault.keyId).toBe(vaultOf(first).keyId);
  await rm(directory, { recursive: true });
});

let database: Database;
let directory = "";
beforeAll(async () => {
  database = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "muster-test-"));
}, 60_000);
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const with_ = (...keys: string[]): Db =>
  Object.assign(database.db, { vault: keys.length ? vaultOf(...keys) : openVault });
const writes = { clusters: [], infraEnvs: [], hosts: [], events: [], changes: [] };

test("rotation closes rows and objects anew: first what was open, then what an older key closed", async () => {
  const [first, second] = [newKey(), newKey()];
  const id = "dddddddd-0000-4000-8000-000000000001";
  const owner = { kind: "cluster", id } as const;
  const stored = fileObjects(directory);
  const kept = async () => (await database.db.select().from(secrets))[0]?.value ?? "";
  const file = () => readFile(join(directory, id, "kubeconfig"), "utf8");
  const rotate = (db: Db) => new Rotation(db, stored, pino({ level: "silent" })).run();

  let db = with_();
  const secret = { ownerKind: owner.kind, ownerId: id, name: "pull-secret", value: "hunter2" };
  await new Writer(db).commit({ ...writes, secrets: [secret] });
  await sealedObjects(stored, db.vault).put(`${id}/kubeconfig`, "certificates");
  await sealedObjects(stored, db.vault).put(`${id}/logs/host/logs.tar.gz`, "large");
  expect([await kept(), await file()]).toEqual(["hunter2", "certificates"]);

  db = with_(first);
  expect(await rotate(db)).toBe(2);
  const closed = await kept();
  expect([closed.startsWith(sealedPrefix), (await file()).startsWith(sealedPrefix)]).toEqual([true, true]);
  expect(await readSecret(db, owner, "pull-secret")).toBe("hunter2");
  expect(await rotate(db)).toBe(0);

  db = with_(second, first);
  expect(await readSecret(db, owner, "pull-secret")).toBe("hunter2");
  expect(await rotate(db)).toBe(2);
  expect(await kept()).not.toBe(closed);
  db = with_(second);
  await requireKeys(db, db.vault);
  expect(await readSecret(db, owner, "pull-secret")).toBe("hunter2");
  expect(await readText(sealedObjects(stored, db.vault), `${id}/kubeconfig`)).toBe("certificates");
  expect(await readText(stored, `${id}/logs/host/logs.tar.gz`)).toBe("large");
  db = with_(first);
  await expect(requireKeys(db, db.vault)).rejects.toThrow("which is not among the keys of MUSTER_ENCRYPTION_KEY");
});

test("a rotation that is stopped on the way says nothing, and the older key is needed until another has finished", async () => {
  const [older, newer] = [newKey(), newKey()];
  const id = "dddddddd-0000-4000-8000-000000000002";
  const own = await mkdtemp(join(tmpdir(), "muster-test-"));
  const stored = fileObjects(own);
  let db = with_(older);
  await database.db.delete(secrets);
  const secret = { ownerKind: "cluster", ownerId: id, name: "pull-secret", value: "hunter2" } as const;
  await new Writer(db).commit({ ...writes, secrets: [secret] });
  for (const name of ["a", "b", "c"]) await sealedObjects(stored, db.vault).put(`${id}/${name}`, name);
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) });

  db = with_(newer, older);
  const begun = Promise.withResolvers<void>();
  const put: typeof stored.put = async (key, content) => {
    await stored.put(key, content);
    begun.resolve();
  };
  const interrupted = new Rotation(db, { ...stored, put }, log);
  interrupted.start();
  await begun.promise;
  await interrupted.stop();
  expect(logged).toEqual([]);
  db = with_(newer);
  await expect(requireKeys(db, db.vault)).rejects.toThrow("which is not among the keys of MUSTER_ENCRYPTION_KEY");

  db = with_(newer, older);
  await new Rotation(db, stored, log).run();
  db = with_(newer);
  await requireKeys(db, db.vault);
  for (const name of ["a", "b", "c"]) {
    expect(await readText(sealedObjects(stored, db.vault), `${id}/${name}`)).toBe(name);
  }
  await rm(own, { recursive: true });
});

test("a proxy with a password is closed in the documents that name it, and opened by whoever reads them", async () => {
  const [first, second] = [newKey(), newKey()];
  const proxy = { httpProxy: "http://user:hunter2@proxy:3128", httpsProxy: "http://proxy:3128", noProxy: "" };
  const pullSecret = '{"auths":{"quay.io":{"auth":"YTpi"}}}';
  const birth = () => ({ id: randomUUID(), now: 1, owner: { userName: "admin", orgId: "", emailDomain: "" } });
  const release = { version: "4.22.9", image: "quay.io/release:4.22.9", cpuArchitecture: "x86_64" } as const;
  const cluster = made(
    clusterDefaults({ name: "lab", openshiftVersion: "4.22", pullSecret, ...proxy }, release, defaultPolicy, birth()),
  );
  const surroundings = { cluster: null, openshiftVersion: "4.22" };
  const infraEnv = made(infraEnvDefaults({ name: "rack", pullSecret, proxy }, surroundings, defaultPolicy, birth()));
  const write = (db: Db, version: number) => {
    const at = { version, wakeAt: null, now: version, deletedAt: null };
    const rows = { clusters: [clusterRow(cluster, at)], infraEnvs: [infraEnvRow(infraEnv, at)] };
    return new Writer(db).commit({ ...writes, ...rows, secrets: [] });
  };
  const stored = async (db: Db) => {
    const text = JSON.stringify([await db.select().from(clusters), await db.select().from(infraEnvs)]);
    expect(text).toContain('"httpsProxy":"http://proxy:3128"');
    return { isOpen: text.includes("hunter2"), keys: await keysInUse(db.$client) };
  };
  const expectReadable = async (db: Db) => {
    expect((await readCluster(db, cluster.id))?.root).toEqual(cluster);
    expect((await readPool(db, infraEnv.id))?.root).toEqual(infraEnv);
    expect(await readInfraEnvs(db, cluster.id, [infraEnv.id])).toEqual([infraEnv]);
  };
  const rotate = (db: Db) => new Rotation(db, fileObjects(directory), pino({ level: "silent" })).run();

  let db = with_();
  await database.db.delete(secrets);
  await rm(directory, { recursive: true, force: true });
  await write(db, 1);
  expect(await stored(db)).toEqual({ isOpen: true, keys: [] });

  db = with_(first);
  expect(await rotate(db)).toBe(2);
  const { keyId: oldKey } = db.vault;
  expect(await stored(db)).toEqual({ isOpen: false, keys: [oldKey] });
  await expectReadable(db);
  await write(db, 2);
  expect(await stored(db)).toEqual({ isOpen: false, keys: [oldKey] });
  expect(await rotate(db)).toBe(0);

  db = with_(second);
  await expect(requireKeys(db, db.vault)).rejects.toThrow("which is not among the keys of MUSTER_ENCRYPTION_KEY");
  db = with_(second, first);
  await expectReadable(db);
  expect(await rotate(db)).toBe(2);
  expect(await stored(db)).toEqual({ isOpen: false, keys: [db.vault.keyId] });
  db = with_(second);
  await requireKeys(db, db.vault);
  await expectReadable(db);
});

function made<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === "refused") throw new Error(outcome.refusal.found);
  return outcome.value;
}
