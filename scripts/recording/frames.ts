// What terminals show, and when: frames from the output of programs, and a pace at which people like to watch them.
import xterm from "@xterm/headless";

export type Pane = Readonly<{ columns: number; rows: number }>;
/** `pane` is the place of the terminal among all that are recorded. */
export type Chunk = Readonly<{ atMs: number; pane: number; text: string }>;
/** The rows of every pane, without colours and without blanks at their ends. */
export type Frame = Readonly<{ atMs: number; panes: readonly (readonly string[])[] }>;

/** A frame for each chunk that changes what is seen. */
export async function framesOf(chunks: readonly Chunk[], panes: readonly Pane[]): Promise<readonly Frame[]> {
  const terminals = panes.map(
    ({ columns, rows }) => new xterm.Terminal({ cols: columns, rows, allowProposedApi: true }),
  );
  const frames: Frame[] = [];
  let seen = "";
  for (const { atMs, pane, text } of chunks) {
    const terminal = terminals[pane];
    if (!terminal) throw new Error(`There is no pane ${pane}.`);
    await new Promise<void>((resolve) => terminal.write(text, resolve));
    const shown = terminals.map(rowsOf);
    const key = JSON.stringify(shown);
    if (key !== seen) frames.push({ atMs, panes: shown });
    seen = key;
  }
  for (const terminal of terminals) terminal.dispose();
  return frames;
}

function rowsOf({ buffer: { active }, rows }: xterm.Terminal): readonly string[] {
  return Array.from(
    { length: rows },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? "",
  );
}

export type Pace = Readonly<{ longestWaitMs: number; shortestMs: number; lastMs: number; wholeMs: number }>;
export type Film = Readonly<{ frames: readonly Frame[]; lengthMs: number }>;

/** Waits are shortened, the rest is sped up until the whole fits; of frames too short to be seen, the latest stays. */
export function paced(frames: readonly Frame[], { longestWaitMs, shortestMs, lastMs, wholeMs }: Pace): Film {
  const [first] = frames;
  if (!first) return { frames: [], lengthMs: lastMs };
  let [before, now] = [first.atMs, 0];
  const shortened = frames.map((frame) => {
    now += Math.min(frame.atMs - before, longestWaitMs);
    before = frame.atMs;
    return { ...frame, atMs: now };
  });
  const factor = Math.min(1, (wholeMs - lastMs) / Math.max(now, 1));
  const kept: Frame[] = [];
  for (const { atMs, panes } of shortened) {
    const last = kept.at(-1);
    const isTooSoon = last !== undefined && atMs * factor - last.atMs < shortestMs;
    if (isTooSoon) kept[kept.length - 1] = { atMs: last.atMs, panes };
    else kept.push({ atMs: atMs * factor, panes });
  }
  return { frames: kept, lengthMs: (kept.at(-1)?.atMs ?? 0) + lastMs };
}
