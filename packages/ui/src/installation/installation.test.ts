import { describe, expect, test } from "vitest";
import { aRow } from "../../test/rows.ts";
import { byNeed, stagePoints } from "./stages.ts";
import { timeLeft } from "./time-left.ts";

describe("time left", () => {
  test("is not guessed at the very start, and gone at the end", () => {
    expect(timeLeft({ startedAt: 1_000, percent: 2 }, 61_000)).toBeNull();
    expect(timeLeft({ startedAt: 1_000, percent: 100 }, 61_000)).toBeNull();
    expect(timeLeft({ startedAt: 0, percent: 50 }, 61_000)).toBeNull();
  });

  test("goes by the pace so far, and by what is usual where that is known", () => {
    expect(timeLeft({ startedAt: 0 + 1, percent: 50 }, 600_001)).toBe(600_000);
    expect(timeLeft({ startedAt: 1, percent: 2 }, 60_001, 600_000)).toBe(540_000);
    expect(timeLeft({ startedAt: 1, percent: 50 }, 600_001, 1_000_000)).toBe(500_000);
  });
});

describe("stages of a host", () => {
  const stages = ["Starting installation", "Installing", "Rebooting", "Done"] as const;

  test("before, at and after where it is", () => {
    const points = stagePoints({ stages, stage: "Installing", status: "installing-in-progress" });
    expect(points.map(({ state }) => state)).toEqual(["done", "now", "later", "later"]);
  });

  test("a failed host shows where it failed; an installed one is done", () => {
    expect(stagePoints({ stages, stage: "Rebooting", status: "error" })[2]?.state).toBe("failed");
    expect(stagePoints({ stages, stage: "Done", status: "installed" }).every(({ state }) => state === "done")).toBe(
      true,
    );
  });

  test("hosts that need somebody come first", () => {
    const rows = [
      aRow({ name: "fine", status: "installing-in-progress", percent: 10 }),
      aRow({ name: "waits", status: "installing-pending-user-action", percent: 60 }),
      aRow({ name: "failed", status: "error", percent: 90 }),
    ];
    expect(byNeed(rows).map(({ name }) => name)).toEqual(["failed", "waits", "fine"]);
  });
});
