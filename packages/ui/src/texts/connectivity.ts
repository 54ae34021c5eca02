export const connectivity = {
  title: "Connectivity",
  what: "who reaches whom",
  intro: "A row's host tries to reach a column's host. Hosts test each other every few minutes.",
  few: "There is nothing to compare with fewer than two hosts.",
  levels: {
    all: "Reached at every address",
    some: "Reached at some addresses",
    none: "Not reached",
    unknown: "Not tested yet",
    self: "The host itself",
  },
  symbols: { all: "●", some: "◐", none: "○", unknown: "·", self: "" },
  cell: (from: string, to: string, level: string, detail: string) =>
    `${from} → ${to}: ${level}${detail === "" ? "" : ` (${detail})`}`,
  detail: (reached: number, tried: number, rtt: string) =>
    `${reached} of ${tried} paths${rtt === "" ? "" : `, ${rtt}`}`,
  rtt: (milliseconds: number) => `${milliseconds.toFixed(1)} ms`,
  limited: (shown: number, all: number) => `${shown} of ${all} hosts are shown, those with trouble first.`,
  from: "From",
} as const;
