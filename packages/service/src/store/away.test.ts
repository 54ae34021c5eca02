import { describe, expect, test } from "vitest";
import { isDatabaseAway } from "./away.ts";
import { openDatabase } from "./database.ts";

describe("a database that is away", () => {
  test("is recognised by what the driver throws when nobody listens", async () => {
    const nobody = { kind: "postgres", connectionString: "postgres://muster@127.0.0.1:1/muster" } as const;
    const error = await openDatabase(nobody, { maxConnections: 1, maxLifetimeSeconds: 60 }).catch((cause) => cause);
    expect(isDatabaseAway(error)).toBe(true);
  });

  test.each(["53300", "57P05", "25006", "08006", "EAI_AGAIN", "EHOSTUNREACH"])("is what %s means", (code) => {
    const cause = Object.assign(new Error("no"), { code });
    expect(isDatabaseAway(new Error("a query failed", { cause }))).toBe(true);
  });

  test("is not what a refused statement means", () => {
    const refused = Object.assign(new Error("duplicate key"), { code: "23505" });
    expect(isDatabaseAway(new Error("a query failed", { cause: refused }))).toBe(false);
  });
});
