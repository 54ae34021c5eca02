import { describe, expect, test } from "vitest";
import { databaseFrom, listenersFrom } from "./derived.ts";
import { loadSettings } from "./load.ts";

function settings(env: Record<string, string>) {
  const result = loadSettings({ flags: {}, env, readFile: () => "" });
  if (result.kind === "problems") throw new Error(result.problems.join("\n"));
  return result.settings;
}

describe("listeners", () => {
  test("three by default", () => {
    expect(listenersFrom(settings({})).map(({ port }) => port)).toEqual([8090, 8080, 8888]);
  });

  test("one when a port is asked for, and 0 is any free one", () => {
    expect(listenersFrom(settings({ MUSTER_PORT: "0" }))).toEqual([{ name: "all", port: 0 }]);
  });
});

describe("the database", () => {
  test("is embedded in the data directory by default", () => {
    expect(databaseFrom(settings({ MUSTER_DATA_DIR: "/srv" }))).toEqual({
      kind: "embedded",
      directory: "/srv/database",
    });
  });

  test("is what DATABASE_URL says, even beside DB_HOST", () => {
    const env = { DATABASE_URL: "postgres://a:b@c/d", DB_HOST: "other", DB_USER: "x" };
    expect(databaseFrom(settings(env))).toEqual({ kind: "postgres", connectionString: "postgres://a:b@c/d" });
  });

  test.each([
    ["db", "postgres://admin:p%40ss%2Fword@db:5432/installer"],
    ["fd00::1", "postgres://admin:p%40ss%2Fword@[fd00::1]:5432/installer"],
    ["/run/postgresql", "postgres://admin:p%40ss%2Fword@%2Frun%2Fpostgresql:5432/installer"],
  ])("is made from DB_HOST=%s and its companions", (host, connectionString) => {
    const env = { DB_HOST: host, DB_USER: "admin", DB_PASS: "p@ss/word" };
    expect(databaseFrom(settings(env))).toEqual({ kind: "postgres", connectionString });
  });
});
