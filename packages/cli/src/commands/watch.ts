// What the commands that watch share.
import type { Flag, Invocation, Io } from "../command.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { usageFailure } from "../failure.ts";
import { formatOf, tableFlag } from "../output.ts";
import { createScreen } from "../screen.ts";
import { liveView, type Scope, type View } from "../service/live.ts";
import type { Service } from "../service/service-command.ts";
import { parseDuration } from "../show/measures.ts";

export const watchFlags: readonly Flag[] = [
  { name: "interval", value: "TIME", says: "How often to ask a service that has no live feed (default 3s)" },
  {
    ...tableFlag,
    says: "Print as table (default), wide, or json: a line for each change",
    completes: ["table", "wide", "json"],
  },
];

export function intervalOf(invocation: Invocation): number {
  const text = invocation.value("interval") ?? "3s";
  const interval = parseDuration(text);
  if (interval === undefined || interval < 100)
    throw usageFailure(`"${text}" is no interval.`, "Write it as in 3s; at least 100ms.");
  return interval;
}

type Watched = Readonly<{
  scope: Scope;
  withHosts: boolean;
  picture(view: View, wide: boolean): string;
  /** The things that are watched, for `-o json`. */
  items(view: View): readonly Readonly<{ id: string; kind: string }>[];
}>;

/** Until Ctrl-C. */
export async function watch(service: Service, invocation: Invocation, io: Io, watched: Watched): Promise<ExitCode> {
  const { scope, withHosts, picture, items } = watched;
  const format = formatOf(invocation);
  const screen = createScreen(io);
  const printed = new Map<string, { kind: string; line: string }>();
  const signal = io.interruption();
  for await (const view of liveView(service, { scope, withHosts, signal, intervalMs: intervalOf(invocation) })) {
    if (format !== "json") {
      const warning = view.lost === undefined ? "" : `The service does not answer (${view.lost}); trying again.\n`;
      screen.draw(`${picture(view, format === "wide")}${warning}`);
      continue;
    }
    const gone = new Map(printed);
    for (const item of items(view)) {
      const line = JSON.stringify(item);
      if (printed.get(item.id)?.line !== line) io.out(`${line}\n`);
      printed.set(item.id, { kind: item.kind, line });
      gone.delete(item.id);
    }
    for (const [id, { kind }] of gone) {
      io.out(`${JSON.stringify({ kind, id, deleted: true })}\n`);
      printed.delete(id);
    }
  }
  return exitCode.ok;
}
