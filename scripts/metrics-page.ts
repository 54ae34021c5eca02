import { dirname, join } from "node:path";
import { type MetricRow, metricGroups } from "@muster/service/metrics";

export const metricsPagePath = join(dirname(import.meta.dirname), "docs", "reference", "metrics.md");

export function metricsPage(): string {
  const sections = metricGroups.map(({ title, rows }) => {
    const lines = Object.entries(rows).map(([name, row]) => line(name, row));
    return `## ${title}\n\n| Metric | Type | Labels | Whose | Explanation |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
  });
  return `<!-- Written by \`npm run docs:metrics\` from packages/service/src/metrics/table.ts. Do not edit. -->

# Metrics

\`GET /metrics\` of every \`muster serve\` tells these in the text format of Prometheus, and \`process_*\` and \`nodejs_*\` about the
program itself: memory, processor time, event loop, garbage collection. \`deploy/monitoring/\` has a Grafana dashboard and alert
rules that use them.

*Whose* says what to do with several replicas. A number *of the replica* is what that process saw or has: sum it
(\`sum(rate(muster_installs_total[1h]))\`). A number *of the fleet* is read from the database they share, so every replica tells
the same: take the highest (\`max by (status) (muster_hosts)\`), never the sum. Counts begin at 0 when a replica starts.

Counts are made when a change is committed, by the replica that committed it; nothing is counted by looking through everything,
and nothing is added to the way of a machine's poll but the duration of the request.

Traces are separate: see \`OTEL_EXPORTER_OTLP_ENDPOINT\` among the [settings](settings.md). Requests, commits, refreshes,
preparations of installations and image streams become spans; a caller that sends \`traceparent\` finds them in its own trace.

${sections.join("\n")}`;
}

function line(name: string, { type, labels, scope, buckets, help }: MetricRow): string {
  const names = labels.map((label) => `\`${label}\``).join(", ");
  const limits = buckets === undefined ? "" : ` Buckets: ${buckets.join(", ")}.`;
  const cells = [`\`${name}\``, type, names, scope, help + limits];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
