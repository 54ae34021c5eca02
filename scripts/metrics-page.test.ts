import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metricsPage, metricsPagePath } from "./metrics-page.ts";

test("docs/reference/metrics.md is what `npm run docs:metrics` writes", () => {
  expect(readFileSync(metricsPagePath, "utf8")).toBe(metricsPage());
});
