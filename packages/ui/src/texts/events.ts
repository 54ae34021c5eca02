export const events = {
  title: "Events",
  what: "the events",
  search: "Find in the messages",
  severity: "Severity",
  anySeverity: "Any severity",
  warnings: "Warnings and worse",
  errors: "Errors",
  empty: "Nothing has happened yet, or nothing matches.",
  count: (count: number) => (count === 1 ? "1 event" : `${count} events`),
  time: "Time",
  message: "Message",
} as const;
