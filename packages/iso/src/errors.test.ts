import { expect, test } from "vitest";
import { IsoError, isoErrors } from "./errors.ts";

test("every error says what is needed and what to do, in words that fit its sentence", () => {
  for (const [code, { status, needed, remedy }] of Object.entries(isoErrors)) {
    expect(needed, code).toMatch(/^\S.+[^.]$/);
    expect(remedy, code).toMatch(/^[A-Z].+\.$/);
    expect(status, code).toBeGreaterThanOrEqual(400);
  }
});

test("an error reads as a sentence, keeps its cause, and what is needed in this case", () => {
  const cause = new Error("inner");
  const error = new IsoError("kernel_arguments_too_long", "10 bytes", { needed: "at most 5 bytes", cause });
  expect(error).toMatchObject({
    code: "kernel_arguments_too_long",
    found: "10 bytes",
    needed: "at most 5 bytes",
    cause,
  });
  expect(error.message).toBe("Found 10 bytes; needed at most 5 bytes. Shorten or remove kernel arguments.");
});
