// A picture that changes in place on a terminal; elsewhere each new line once.
import type { Io } from "./command.ts";

export type Screen = Readonly<{ draw(text: string): void }>;

export function createScreen(io: Io): Screen {
  return io.isTerminal && io.env.TERM !== "dumb" ? terminalScreen(io) : lineScreen(io);
}

const clearBelow = "\u001b[J";

function terminalScreen(io: Io): Screen {
  let height = 0;
  return {
    draw(text) {
      const lines = text.trimEnd().split("\n");
      // What does not fit on the screen cannot be drawn over: the cursor stops at the top.
      const shown =
        lines.length <= io.rows - 1
          ? lines
          : [...lines.slice(0, io.rows - 2), `… and ${lines.length - io.rows + 2} more`];
      io.out(
        `${height > 0 ? `\u001b[${height}A` : ""}\r${shown.map((line) => `${line}\u001b[K`).join("\n")}\n${clearBelow}`,
      );
      height = shown.length;
    },
  };
}

function lineScreen(io: Io): Screen {
  let known = new Set<string>();
  return {
    draw(text) {
      const lines = text.trimEnd().split("\n");
      for (const line of lines) if (!known.has(line)) io.out(`${line}\n`);
      known = new Set(lines);
    },
  };
}
