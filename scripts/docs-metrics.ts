// Writes docs/reference/metrics.md from the table of metrics: `npm run docs:metrics`.
import { writeFileSync } from "node:fs";
import { metricsPage, metricsPagePath } from "./metrics-page.ts";

writeFileSync(metricsPagePath, metricsPage());
