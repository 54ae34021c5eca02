import { expect, test } from "vitest";
import { type HistoryChange, replayHistory } from "./index.ts";

const change = (second: number, over: Partial<HistoryChange>): HistoryChange => ({
  position: second,
  at: `2026-01-01T00:00:0${second}.000Z`,
  kind: "host",
  id: "a",
  fate: "changed",
  causes: [],
  ...over,
});

const changes = [
  change(1, { fate: "created", patch: { status: "discovering", validations: { connected: "failure" } } }),
  change(2, { id: "b", fate: "created", patch: { status: "discovering" } }),
  change(3, { patch: { status: "known", validations: { "ntp-synced": "failure" } } }),
  change(4, { id: "b", fate: "deleted" }),
];

test("a replay adds up what changed, and maps grow", () => {
  const replayed = replayHistory(changes);
  expect([...replayed.keys()]).toEqual(["a"]);
  expect(replayed.get("a")?.state).toEqual({
    status: "known",
    validations: { connected: "failure", "ntp-synced": "failure" },
  });
});

test("a replay ends at any moment", () => {
  const replayed = replayHistory(changes, "2026-01-01T00:00:02.500Z");
  expect([...replayed].map(([id, { state }]) => [id, state.status])).toEqual([
    ["a", "discovering"],
    ["b", "discovering"],
  ]);
});
