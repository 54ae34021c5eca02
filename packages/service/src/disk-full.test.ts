import { DatabaseError } from "pg";
import { describe, expect, test } from "vitest";
import { fullDisk } from "./disk-full.ts";

const errno = (code: string) => Object.assign(new Error(code), { code });

describe("whether a disk is full", () => {
  test("of the database, also when the error was wrapped", () => {
    const refused = Object.assign(new DatabaseError("could not extend file", 1, "error"), { code: "53100" });
    expect(fullDisk(new Error("a query failed", { cause: refused }))).toBe("database");
  });

  test("of the files, by space or by quota", () => {
    expect(fullDisk(errno("ENOSPC"))).toBe("files");
    expect(fullDisk(errno("EDQUOT"))).toBe("files");
  });

  test("other trouble is something else", () => {
    expect(fullDisk(errno("EACCES"))).toBe(null);
    expect(fullDisk("full")).toBe(null);
  });
});
