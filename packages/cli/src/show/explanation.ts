import type { Cause, Explanation } from "@muster/contract";
import type { Io } from "../command.ts";
import { type Colour, oneLine, paint } from "../table.ts";
import { wrap } from "../text.ts";
import { age } from "./measures.ts";

const outlooks: Readonly<Record<Explanation["outlook"], Colour>> = {
  blocked: "yellow",
  waiting: "cyan",
  moving: "cyan",
  ready: "green",
  failed: "red",
  done: "green",
};

const marks: Readonly<Record<Cause["level"], readonly [mark: string, colour: Colour]>> = {
  blocking: ["✗", "red"],
  waiting: ["…", "cyan"],
  warning: ["!", "yellow"],
};

/** What stands between a cluster or host and its next state. */
export function explanationPage(explanation: Explanation, server: string, io: Io, now: number): string {
  const { subject, status, status_since, outlook, next_status, summary, causes } = explanation;
  const since = age(status_since, now);
  const head = `${subject.kind} ${oneLine(subject.name) || subject.id}: ${status}${since === "" ? "" : ` for ${since}`}, ${paint(io, outlooks[outlook], outlook)}${next_status === undefined ? "" : ` (next: ${next_status})`}`;
  const parts = [
    `${head}\n${wrap(oneLine(summary), io.columns)}`,
    ...causes.map((cause) => causeLines(cause, { id: subject.id, server }, io, now)),
  ];
  return `${parts.join("\n\n")}\n`;
}

export function causeLines(cause: Cause, about: Readonly<{ id: string; server: string }>, io: Io, now: number): string {
  const [mark, colour] = marks[cause.level];
  const whose = cause.subject.id === about.id ? "" : `${oneLine(cause.subject.name) || cause.subject.id.slice(0, 8)}: `;
  const head = `${paint(io, colour, mark)} ${whose}${oneLine(headline(cause))} [${cause.id}]`;
  // What solves itself needs no more than its name.
  if (cause.level === "waiting") return head;
  const seen = cause.evidence;
  const seenAge = age(seen?.observed_at, now);
  const rows: [string, string | undefined][] = [
    ["needed", cause.needed],
    ["do", cause.remedy],
    [
      "seen in",
      seen && `${seen.observation}${seen.detail ? `: ${seen.detail}` : ""}${seenAge === "" ? "" : ` (${seenAge} ago)`}`,
    ],
    ["until", cause.until],
    ["more", URL.parse(cause.link, about.server)?.href],
  ];
  const details = rows.flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [`    ${name.padEnd(8)}${oneLine(text)}`],
  );
  return [head, ...details].join("\n");
}

/** `says` is all of it in one sentence; what was found is enough where the rest follows line by line. */
function headline({ level, says, found, needed }: Cause): string {
  if (level === "waiting" && needed !== undefined) return `waits for ${needed}`;
  return found === undefined || level === "waiting" ? says : found;
}
