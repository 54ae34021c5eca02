import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("the contract runs in a browser: nothing of it imports what only Node has", async () => {
  const source = new URL("../src/", import.meta.url);
  const names = await readdir(source, { recursive: true });
  const files = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    const text = await readFile(new URL(file, source), "utf8");
    const imports = [...text.matchAll(/from "([^"]+)"/g)].map(([, module]) => module);
    for (const module of imports) expect(module, file).toMatch(/^(\.|typebox)/);
  }
});
