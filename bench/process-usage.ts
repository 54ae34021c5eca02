// What a process and its children have used so far, from /proc (Linux).
import { readdirSync, readFileSync } from "node:fs";

export type Usage = Readonly<{ cpuSeconds: number; rssBytes: number }>;

// The kernel reports in these units to every user program, whatever its own clock.
const ticksPerSecond = 100;
const pageBytes = 4_096;

export function usageOf(pid: number): Usage {
  const own = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  let { cpuSeconds, rssBytes } = own;
  for (const child of childrenOf(pid)) {
    try {
      const usage = usageOf(child);
      cpuSeconds += usage.cpuSeconds;
      rssBytes += usage.rssBytes;
    } catch {
      // It ended meanwhile; its time is then part of its parent's.
    }
  }
  return { cpuSeconds, rssBytes };
}

/** The name in the second field may hold spaces and brackets; counting starts behind it. Ended children are included. */
export function parseStat(stat: string): Usage {
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const field = (number: number) => fields[number - 3] ?? 0;
  const ticks = field(14) + field(15) + field(16) + field(17);
  return { cpuSeconds: ticks / ticksPerSecond, rssBytes: field(24) * pageBytes };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
      .split(" ")
      .filter((child) => child.trim() !== "")
      .map(Number),
  );
}
