import type { HistoryChange } from "@muster/contract";
import type { Io } from "../command.ts";
import { table } from "../table.ts";

/** Changes with what caused them, one a line. */
export function historyTable(changes: readonly HistoryChange[], io: Io, wide: boolean): string {
  if (changes.length === 0) return "Nothing has changed.\n";
  return table<HistoryChange>(
    [
      { title: "TIME", of: ({ at }) => at.slice(0, 23).replace("T", " ") },
      { title: "WHAT", of: ({ kind, id }) => `${kind} ${id.slice(0, 8)}` },
      { title: "ID", of: ({ id }) => id, wide: true },
      { title: "FATE", of: ({ fate }) => fate },
      {
        title: "BECAUSE",
        of: ({ causes }) => causes.map((cause) => cause.operation ?? cause.kind).join(", "),
        shrinksTo: 16,
      },
      { title: "CHANGES", of: ({ patch }) => fieldsOf(patch, wide), shrinksTo: 20 },
    ],
    changes,
    { io, wide },
  );
}

/** Scalars with their new value, the rest by name. */
function fieldsOf(patch: HistoryChange["patch"], wide: boolean): string {
  const shown = Object.entries(patch ?? {}).map(([name, value]) =>
    typeof value === "object" || String(value).length > (wide ? 200 : 60) ? name : `${name}=${String(value)}`,
  );
  return shown.join(" ");
}
