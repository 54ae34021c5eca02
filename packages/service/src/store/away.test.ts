import { describe, expect, test } from "vitest";
import { isDatabaseAway } from "./away.ts";
import { openDatabase } from "./database.ts";

describe("a database that is away", () => {
  test("is recognised by what the driver throws when nobody listens", async () => {
    const nobody = { kind: "postgres", connectionString: "postgres://muster@127.0.0.1:1/muster" } as const;
    const error = await openDatabase(nobody, { maxConnections: 1, maxLifetimeSeconds: 60 }).catch((cause) => cause);
    expect(isDatabaseAway(error)).toBe(true);
  });

  test("is not what a refused statement means", () => {
    const refused = Object.assign(new Error("duplicate key"), { code: "23505" });
    expect(isDatabaseAway(new Error("a query failed", { cause: refused }))).toBe(false);
  });
});
