import { counted } from "./progress-text.ts";
import type { SimulationReport } from "./report.ts";

const mostOperations = 12;
const mostNames = 20;

/** `wide` tells of every operation, not only of those that were asked for most. */
export function reportText(report: SimulationReport, { wide = false } = {}): string {
  return [
    headline(report),
    ...section("Installations", installations(report)),
    ...section("Failing validations", counts(report.validationFailures)),
    ...section(
      "Answers of the service, in milliseconds",
      answers(report, wide ? report.operations.length : mostOperations),
    ),
    ...section("Errors", report.errors.map(errorLine)),
    ...section("What machines noticed", report.troubles.slice(0, mostNames)),
    ...section(report.wasStopped ? "Not reached yet" : "Not as expected", unmetLines(report)),
    "",
  ].join("\n");
}

function headline({ isMet, wasStopped, clusters, hosts, seconds, seed, speed, unmetCount }: SimulationReport): string {
  const how = wasStopped
    ? "Stopped before the end"
    : isMet
      ? "Everything as expected"
      : `${unmetCount} not as expected`;
  const statuses = Object.entries(clusters.byStatus).map(([status, count]) => `${count} ${status}`);
  return `${how}: ${counted(hosts, "host")}, ${counted(clusters.total, "cluster")} (${statuses.join(", ") || "none described"}) in ${seconds.toFixed(1)} s, at ${speed} times the speed of life (seed ${seed}).`;
}

function installations({ installSeconds, speed }: SimulationReport): string[] {
  if (installSeconds === null) return [];
  const { count, p50, p99, max } = installSeconds;
  const told = (seconds: number) =>
    `${seconds.toFixed(1)} s (${((seconds * speed) / 60).toFixed(0)} min for the machines)`;
  return [`${count} installed; p50 ${told(p50)}, p99 ${told(p99)}, longest ${told(max)}`];
}

function answers({ operations, requests }: SimulationReport, most: number): string[] {
  if (operations.length === 0) return [];
  const rows = operations.slice(0, most).map((one) => {
    const { operation, requests: count, p50Ms, p99Ms, maxMs, refused, failed } = one;
    return [
      operation,
      String(count),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      maxMs.toFixed(0),
      String(refused),
      String(failed),
    ];
  });
  const head = ["operation", "requests", "p50", "p99", "max", "refused", "failed"];
  const all = [
    "all",
    String(requests.total),
    requests.p50Ms.toFixed(1),
    requests.p99Ms.toFixed(1),
    "",
    "",
    String(requests.failed),
  ];
  return aligned([head, ...rows, all]);
}

const counts = (tally: Readonly<Record<string, number>>): string[] =>
  aligned(Object.entries(tally).map(([id, count]) => [id, String(count)]));

const errorLine = ({ operation, status, reason, count }: SimulationReport["errors"][number]): string =>
  `${count} × ${operation} ${status ?? "without an answer"}: ${reason}`;

function unmetLines({ unmet, unmetCount }: SimulationReport): string[] {
  const shown = unmet.slice(0, mostNames).map(unmetLine);
  return unmetCount > shown.length ? [...shown, `and ${unmetCount - shown.length} more`] : shown;
}

const unmetLine = ({ who, expected, found }: SimulationReport["unmet"][number]): string =>
  `${who}: expected ${expected}; found ${found}`;

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

/** Words to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const pad = (cell: string, index: number) =>
    index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0);
  return rows.map((row) => row.map(pad).join("  "));
}
