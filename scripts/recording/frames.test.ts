import { describe, expect, test } from "vitest";
import { type Frame, framesOf, paced } from "./frames.ts";

const shows = (atMs: number, text: string): Frame => ({ atMs, panes: [[text]] });
const pace = { longestWaitMs: 1_500, shortestMs: 0, lastMs: 2_000, wholeMs: 30_000 };

describe("frames of a recording", () => {
  test("a program that goes up and draws over its lines leaves only the new ones", async () => {
    const chunks = [
      { atMs: 0, pane: 0, text: "one\r\ntwo\r\n" },
      { atMs: 250, pane: 0, text: "\u001b[2A\r\u001b[Jthree\r\n" },
    ];
    expect(await framesOf(chunks, [{ columns: 10, rows: 3 }])).toEqual([
      { atMs: 0, panes: [["one", "two", ""]] },
      { atMs: 250, panes: [["three", "", ""]] },
    ]);
  });

  test("output that changes nothing makes no frame", async () => {
    const chunks = ["same", "\r", "same"].map((text, index) => ({ atMs: index, pane: 0, text }));
    expect(await framesOf(chunks, [{ columns: 10, rows: 1 }])).toEqual([shows(0, "same")]);
  });

  test("each terminal keeps what it shows while another one writes, and scrolls alone", async () => {
    const chunks = [
      { atMs: 0, pane: 0, text: "left" },
      { atMs: 5, pane: 1, text: "1\r\n2\r\n3" },
    ];
    const size = { columns: 10, rows: 2 };
    expect((await framesOf(chunks, [size, size])).at(-1)?.panes).toEqual([
      ["left", ""],
      ["2", "3"],
    ]);
  });
});

describe("the pace of a film", () => {
  test("it starts at once, and long waits are cut short", () => {
    const { frames, lengthMs } = paced([shows(700, "a"), shows(1_000, "b"), shows(60_000, "c")], pace);
    expect(frames.map(({ atMs }) => atMs)).toEqual([0, 300, 1_800]);
    expect(lengthMs).toBe(3_800);
  });

  test("a long recording is sped up until it fits, with the time its last frame stays", () => {
    const minute = Array.from({ length: 57 }, (_, second) => shows(second * 1_000, `${second}`));
    const { frames, lengthMs } = paced(minute, pace);
    expect(lengthMs).toBe(30_000);
    expect(frames[2]?.atMs).toBe(1_000);
  });

  test("of frames too short to be seen the latest stays, and the last is never lost", () => {
    const { frames } = paced([shows(0, "a"), shows(100, "b"), shows(300, "c"), shows(350, "d")], {
      ...pace,
      shortestMs: 250,
    });
    expect(frames).toEqual([shows(0, "b"), shows(300, "d")]);
  });
});
