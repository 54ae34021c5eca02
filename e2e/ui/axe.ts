// What a screen reader or a keyboard would stumble over, found by axe on the page as it is.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical findings, each in one line; none is what we want. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const { violations } = found as Violations;
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes
          .map(({ target }) => target.join(" "))
          .slice(0, 3)
          .join("; ")})`,
    );
}

type Violations = Readonly<{
  violations: readonly Readonly<{
    id: string;
    impact: string | null;
    help: string;
    nodes: readonly Readonly<{ target: readonly string[] }>[];
  }>[];
}>;
