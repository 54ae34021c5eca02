import { expect, test } from "vitest";
import { createLog } from "./log.ts";

function lines() {
  const written: string[] = [];
  return { log: createLog("info", "json", { write: (line: string) => void written.push(line) }), written };
}

test("a query that failed is told by its cause, without its parameters", () => {
  const { log, written } = lines();
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
  const error = Object.assign(new Error("Failed query: insert …\nparams: hunter2"), {
    query: "insert …",
    params: ["hunter2"],
    cause,
  });
  log.warn({ err: error }, "the database did not answer");
  expect(written.join("")).toContain("ECONNREFUSED");
  expect(written.join("")).not.toContain("hunter2");
});

test("other errors are told whole, with what caused them", () => {
  const { log, written } = lines();
  log.error({ err: new Error("outside", { cause: new Error("inside") }) }, "something failed");
  expect(JSON.parse(written[0] ?? "{}").err).toMatchObject({
    type: "Error",
    message: "outside",
    stack: expect.stringContaining("log.test.ts"),
    cause: { message: "inside" },
  });
});

test("fields that are known to hold secrets are blanked", () => {
  const { log, written } = lines();
  log.info({ body: { pull_secret: "hunter2", password: "hunter2" }, headers: { authorization: "hunter2" } }, "asked");
  expect(written.join("")).not.toContain("hunter2");
  expect(written.join("")).toContain("(secret)");
});
