import { describe, expect, test } from "vitest";
import { relocateSpans } from "./partition-spans.ts";

/** A volume of 1,000 sectors that becomes one of 500; the file at sector 100 moves to 50. */
const moved = {
  newSector: (sector: number) => (sector === 100 ? 50 : undefined),
  oldVolumeSectors: 1000,
  newVolumeSectors: 500,
};

describe("partitions of an image whose files have moved", () => {
  test("isohybrid: one around everything, one that is a file inside of it", () => {
    const spans = [
      { first: 0, end: 4096 },
      { first: 400, end: 500 },
    ];
    expect(relocateSpans(spans, moved, 2048)).toEqual([
      { first: 0, end: 2048 },
      { first: 200, end: 300 },
    ]);
  });

  test("without an overlap before, there is none after", () => {
    const spans = [
      { first: 64, end: 4000 },
      { first: 400, end: 500 },
    ];
    expect(relocateSpans(spans, moved, 2000)[0]).toEqual({ first: 64, end: 200 });
  });

  test("what is no file of the image any more is gone", () => {
    expect(relocateSpans([{ first: 4004, end: 5000 }], moved, 2000)).toEqual([undefined]);
  });
});
