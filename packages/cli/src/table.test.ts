import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type Column, table } from "./table.ts";

type Row = Readonly<{ name: string; status: string; says: string }>;

const columns: readonly Column<Row>[] = [
  { title: "NAME", of: ({ name }) => name, shrinksTo: 6 },
  { title: "STATUS", of: ({ status }) => status, colour: () => "green" },
  { title: "ID", of: () => "0123456789", wide: true },
  { title: "SAYS", of: ({ says }) => says, shrinksTo: 10 },
];
const rows = [
  { name: "lab", status: "ready", says: "The cluster is ready to be installed." },
  { name: "a-cluster-with-a-long-name", status: "insufficient", says: "Three hosts are missing." },
];
const terminal = { isTerminal: true, columns: 60, env: {} };
const file = { ...terminal, isTerminal: false };

describe("tables", () => {
  test("elsewhere than on a terminal nothing is cut and nothing is coloured", () => {
    expect(table(columns, rows, { io: file })).toBe(
      [
        "NAME                        STATUS        SAYS",
        "lab                         ready         The cluster is ready to be installed.",
        "a-cluster-with-a-long-name  insufficient  Three hosts are missing.",
        "",
      ].join("\n"),
    );
  });

  test.each([60, 70, 80, 120])("on a terminal of %i columns every line fits", (width) => {
    const lines = stripVTControlCharacters(table(columns, rows, { io: { ...terminal, columns: width } })).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(lines[2]).toContain("insufficient");
  });

  test("columns that may not shrink stay whole, however narrow it is", () => {
    expect(table(columns, rows, { io: { ...terminal, columns: 10 } })).toContain("insufficient");
  });

  test("wide shows more columns", () => {
    expect(table(columns, rows, { io: file })).not.toContain("0123456789");
    expect(table(columns, rows, { io: file, wide: true })).toContain("0123456789");
  });

  test.each([
    ["a terminal", terminal, true],
    ["NO_COLOR", { ...terminal, env: { NO_COLOR: "1" } }, false],
    ["TERM=dumb", { ...terminal, env: { TERM: "dumb" } }, false],
    ["a pipe", file, false],
  ])("colours with %s", (_, io, coloured) => {
    expect(table(columns, rows, { io }).includes("\u001b[32m")).toBe(coloured);
  });

  test("what a machine calls itself cannot steer the terminal", () => {
    const evil = [{ name: "a\u001b]0;title\u0007\u001b[2Jb", status: "line\nbreak", says: "\u202eright to left" }];
    const shown = table(columns, evil, { io: file });
    expect([...shown].filter((letter) => letter === "\u202e" || (letter < " " && letter !== "\n"))).toEqual([]);
    expect(shown.trimEnd().split("\n")).toHaveLength(2);
  });
});
