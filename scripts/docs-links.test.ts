import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

test("links between documents lead somewhere", () => {
  const pages = globSync(["*.md", "{docs,bench}/**/*.md", "packages/*/*.md"], { cwd: root });
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link]) => link ?? "")
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(pages).toContain("README.md");
  expect(broken).toEqual([]);
});
