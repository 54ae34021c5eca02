import { expect, test } from "vitest";
import { namesIn, seriesIn } from "./promql.ts";

test("functions, aggregations, durations and texts are no metrics", () => {
  const { metrics, grouped } = namesIn(
    'histogram_quantile(0.99, sum by (le, kind) (rate(a_bucket{status=~"5..", x!="by (y) z"}[5m]))) / max(b offset 1h) > 24 * 3600 or absent(c{})',
  );
  expect(Object.fromEntries(metrics)).toEqual({ a_bucket: new Set(["status", "x"]), b: new Set(), c: new Set() });
  expect([...grouped]).toEqual(["le", "kind"]);
});

test("an expression may group behind what it aggregates", () => {
  const { metrics, grouped } = namesIn("sum(a) by (x) and on (y) b");
  expect([[...metrics.keys()], [...grouped]]).toEqual([
    ["a", "b"],
    ["x", "y"],
  ]);
});

test("series are read with their labels, whatever their values hold", () => {
  const series = seriesIn('# TYPE a counter\na{x="1",y="p=\\"q\\", {z}"} 2\nb 3\n');
  expect(Object.fromEntries(series)).toEqual({ a: new Set(["x", "y"]), b: new Set() });
});
