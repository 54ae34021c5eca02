import { describe, expect, test } from "vitest";
import { addUp, closingLine, tallyOf } from "./tally.ts";

const file = (ok: boolean, ...states: string[]) => ({
  ok: () => ok,
  children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
});

describe("the tally of a run", () => {
  test("counts tests by what came of them", () => {
    const files = [file(true, "passed", "passed", "skipped"), file(false, "passed", "failed")];
    expect(tallyOf(files, [])).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  test("a file that does not load is a failure", () => {
    expect(tallyOf([file(true, "passed"), file(false)], []).failed).toBe(1);
  });

  test("a file whose tests pass but whose clean-up breaks is a failure", () => {
    expect(tallyOf([file(false, "passed")], []).failed).toBe(1);
  });

  test("an error that no test caught is a failure", () => {
    expect(tallyOf([file(true, "passed")], [new Error("stray")]).failed).toBe(1);
  });

  test("a run without any test file is a failure", () => {
    expect(tallyOf([], []).failed).toBe(1);
  });
});

test("the closing line names skipped tests only when there are any", () => {
  expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
  expect(
    closingLine(
      addUp([
        { passed: 3, failed: 0, skipped: 1 },
        { passed: 1, failed: 2, skipped: 1 },
      ]),
    ),
  ).toBe("4 passed, 2 failed, 2 skipped");
});
