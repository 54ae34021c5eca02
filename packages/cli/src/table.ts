// Tables for people. On a terminal they fit its width; elsewhere nothing is cut.
import { styleText } from "node:util";
import type { Io } from "./command.ts";

export type Colour = "green" | "yellow" | "red" | "cyan" | "dim" | "bold";

export type Column<Item> = Readonly<{
  title: string;
  of(item: Item): string;
  /** Only shown with `-o wide`. */
  wide?: true;
  /** The least width it may be cut to where a terminal is narrow; other columns are never cut. */
  shrinksTo?: number;
  colour?(item: Item): Colour | undefined;
}>;

type Look = Readonly<{ io: Pick<Io, "isTerminal" | "columns" | "env">; wide?: boolean }>;

const gap = "  ";

export function table<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  { io, wide = false }: Look,
): string {
  const shown = columns.filter((column) => wide || !column.wide);
  const cells = items.map((item) => shown.map((column) => oneLine(column.of(item))));
  const widths = shown.map((column, index) =>
    Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[index] ?? ""))),
  );
  const fitted = io.isTerminal ? fit(shown, widths, io.columns) : widths;
  const line = (texts: readonly string[], paint: (text: string, index: number) => string) =>
    texts
      .map((text, index) => {
        const width = fitted[index] ?? 0;
        const cut = shorten(text, width);
        const padding = index === texts.length - 1 ? "" : " ".repeat(width - widthOf(cut));
        return `${paint(cut, index)}${padding}`;
      })
      .join(gap)
      .trimEnd();
  const head = line(
    shown.map(({ title }) => title),
    (text) => paint(io, "bold", text),
  );
  const body = items.map((item, row) =>
    line(cells[row] ?? [], (text, index) => paint(io, shown[index]?.colour?.(item), text)),
  );
  return `${[head, ...body].join("\n")}\n`;
}

/** Takes from the widest column that may shrink until all fit, or none may any more. */
function fit<Item>(columns: readonly Column<Item>[], widths: readonly number[], available: number): number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, width) => sum + width, 0) + gap.length * (fitted.length - 1) - available;
  while (excess > 0) {
    let widest = -1;
    for (const [index, { shrinksTo }] of columns.entries()) {
      const width = fitted[index] ?? 0;
      if (shrinksTo !== undefined && width > shrinksTo && width > (fitted[widest] ?? 0)) widest = index;
    }
    if (widest === -1) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    excess -= 1;
  }
  return fitted;
}

/** Colours only where a person looks, and has not asked for none (no-color.org). */
export function paint(
  { isTerminal, env }: Pick<Io, "isTerminal" | "env">,
  colour: Colour | undefined,
  text: string,
): string {
  if (colour === undefined || !isTerminal || env.NO_COLOR || env.TERM === "dumb" || text === "") return text;
  return styleText(colour, text, { validateStream: false });
}

/** Text of others on one line: what a machine calls itself must not steer the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

const widthOf = (text: string): number => [...text].length;

function shorten(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${[...text].slice(0, Math.max(width - 1, 0)).join("")}…`;
}
