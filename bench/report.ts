import { isFloor, isWithin, type Measurement } from "./scenario.ts";
import { ratio } from "./statistics.ts";

/** One run of one scenario, as written to bench/results/. */
export type Report = Readonly<{
  scenario: string;
  at: string;
  commit: string;
  machine: Readonly<{ cpus: number; memoryGib: number; node: string; kernel: string }>;
  measurements: readonly Measurement[];
}>;

/** With an earlier run, its values and how many times as much this one has. */
export function table({ measurements }: Report, earlier?: Report): string {
  const head = ["", "value", "hold", ...(earlier ? ["before", "ratio"] : [])];
  const rows = measurements.map((measurement) => {
    const before = earlier?.measurements.find(({ name }) => name === measurement.name);
    const times = before && ratio(before.value, measurement.value);
    return [
      measurement.name,
      shown(measurement.value, measurement.unit),
      measurement.hold === undefined ? "" : held(measurement),
      ...(earlier
        ? [before ? shown(before.value, before.unit) : "", times === undefined ? "" : `${times.toFixed(2)} ×`]
        : []),
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((row) => row.join("  ").trimEnd())
    .join("\n");
}

function held(measurement: Measurement): string {
  const sign = isFloor(measurement) ? "≥" : "≤";
  return `${isWithin(measurement) ? "" : "MISSED "}${sign} ${shown(measurement.hold ?? 0, measurement.unit)}`;
}

function shown(value: number, unit: Measurement["unit"]): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return unit === "count" ? String(value) : `${value.toFixed(digits)} ${unit}`;
}
