// A film of terminals as one SVG that moves by CSS alone, so that it also plays inside an <img>.
import type { Film } from "./frames.ts";

export type Picture = Readonly<{
  title: string;
  description: string;
  columns: number;
  /** What is written above each pane. */
  captions: readonly string[];
}>;

const cell = { width: 8.4, height: 20, baseline: 15 };
const padding = 14;
const captionHeight = 30;
const gap = 10;

const style = `svg{--ground:#f6f8fa;--ink:#1f2328;--dim:#59636e;--edge:#d1d9e0;--full:#1a7f37}
@media (prefers-color-scheme:dark){svg{--ground:#0d1117;--ink:#e6edf3;--dim:#9198a1;--edge:#3d444d;--full:#3fb950}}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--ink)}
.pane{fill:var(--ground);stroke:var(--edge)}.caption{font-size:12px;fill:var(--dim)}.full{fill:var(--full)}.rest{fill:var(--dim);opacity:.25}`;
// Whoever wants no motion sees the last frame: there every strip stands when it is not animated.
const still = "@media (prefers-reduced-motion:reduce){g{animation:none!important}}";

/** Each row of a pane is a strip of all it ever shows, each text once, that moves behind a window one row high. */
export function svgOf({ frames, lengthMs }: Film, { title, description, columns, captions }: Picture): string {
  const width = round(columns * cell.width + 2 * padding);
  const rules: string[] = [];
  const parts: string[] = [];
  let top = 0.5;
  for (const [pane, caption] of captions.entries()) {
    const rows = frames[0]?.panes[pane]?.length ?? 0;
    const height = captionHeight + rows * cell.height + padding;
    parts.push(
      `<rect class="pane" x=".5" y="${top}" width="${width - 1}" height="${height}" rx="8"/>`,
      `<text class="caption" x="${padding}" y="${top + 20}">${escaped(caption)}</text>`,
    );
    for (let row = 0; row < rows; row++) {
      const { texts, moves } = stripOf(frames.map(({ atMs, panes }) => ({ atMs, text: panes[pane]?.[row] ?? "" })));
      if (texts.every((text) => text === "")) continue;
      const name = `s${pane}-${row}`;
      if (moves.length > 1) rules.push(movement(name, moves, lengthMs));
      const drawn = texts.map((text, index) => rowParts(text, index * cell.height)).join("");
      parts.push(
        `<svg x="${padding}" y="${top + captionHeight + row * cell.height}" width="${width - 2 * padding}" height="${cell.height}"><g id="${name}">${drawn}</g></svg>`,
      );
    }
    top += height + gap;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top - gap + 0.5}" width="${width}" height="${top - gap + 0.5}" role="img" aria-labelledby="title description">
<!-- Made by \`npm run docs:demo\`. -->
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>
${[style, ...rules, still].join("\n")}
</style>
${parts.join("\n")}
</svg>
`;
}

type Move = Readonly<{ atMs: number; to: number }>;

/** What a row shows over time: each text once, and which of them is seen from when on. */
function stripOf(shown: readonly Readonly<{ atMs: number; text: string }>[]) {
  const places = new Map<string, number>();
  const moves: Move[] = [];
  for (const { atMs, text } of shown) {
    const to = places.get(text) ?? places.size;
    places.set(text, to);
    if (moves.at(-1)?.to !== to) moves.push({ atMs, to });
  }
  return { texts: [...places.keys()], moves };
}

function movement(name: string, moves: readonly Move[], lengthMs: number): string {
  const place = (to: number) => `{transform:translateY(${-to * cell.height}px)}`;
  const steps = moves.map(({ atMs, to }) => `${round((atMs / lengthMs) * 100)}%${place(to)}`);
  const end = place(moves.at(-1)?.to ?? 0);
  return `#${name}{animation:${name} ${round(lengthMs / 1_000)}s step-end infinite}#${name}${end}@keyframes ${name}{${steps.join("")}}`;
}

/**
 * Words at their columns, since SVG makes one blank of many. Bars are drawn and not written, as terminals do: fonts
 * disagree on how wide their signs are.
 */
function rowParts(row: string, y: number): string {
  return [...row.matchAll(/█+|░+|[^█░ ]+(?: [^█░ ]+)*/g)]
    .map(({ 0: run, index }) => {
      const x = round(index * cell.width);
      const width = round(run.length * cell.width);
      if (!/[█░]/.test(run)) {
        return `<text x="${x}" y="${y + cell.baseline}" textLength="${width}">${escaped(run)}</text>`;
      }
      return `<rect class="${run.startsWith("█") ? "full" : "rest"}" x="${x}" y="${y + 4}" width="${width}" height="12"/>`;
    })
    .join("");
}

const round = (value: number): number => Number(value.toFixed(2));

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
