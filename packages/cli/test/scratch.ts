import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** A directory for the tests of a file: `at(name)` is a path in it, `put(name, content)` also writes there. */
export function scratch() {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "muster-cli-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));
  const at = (name: string) => join(directory, name);
  return {
    at,
    put(name: string, content: string | Uint8Array): string {
      writeFileSync(at(name), content);
      return at(name);
    },
  };
}
