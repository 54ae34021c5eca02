import type { Event } from "@muster/contract";
import type { Io } from "../command.ts";
import { type Colour, type Column, table } from "../table.ts";

const colours: Readonly<Record<Event["severity"], Colour | undefined>> = {
  info: undefined,
  warning: "yellow",
  error: "red",
  critical: "red",
};

const eventColumns: readonly Column<Event>[] = [
  { title: "TIME", of: ({ event_time }) => event_time.slice(0, 19).replace("T", " ") },
  { title: "SEVERITY", of: ({ severity }) => severity, colour: ({ severity }) => colours[severity] },
  { title: "NAME", of: ({ name }) => name ?? "", wide: true },
  { title: "HOST", of: ({ host_id }) => host_id ?? "", wide: true },
  { title: "MESSAGE", of: ({ message }) => message, shrinksTo: 20 },
];

/** A list of everything that happened is read, not scanned: messages are never cut. */
export function eventTable(events: readonly Event[], io: Io, wide: boolean): string {
  if (events.length === 0) return "Nothing has happened.\n";
  return table(eventColumns, events, { io: { ...io, columns: Number.POSITIVE_INFINITY }, wide });
}

/** One line, for events that come one at a time. */
export function eventLine(event: Event, io: Io): string {
  return eventTable([event], io, false).split("\n")[1] ?? "";
}
