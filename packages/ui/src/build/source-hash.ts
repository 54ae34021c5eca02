// A name for the sources that the interface is built from: the same sources, the same name, no second build.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const patterns = [
  "package-lock.json",
  "packages/ui/{package.json,index.html,tsconfig.json}",
  "packages/ui/{src,public}/**/*",
  "packages/{contract,core,nmstate}/src/**/*.{ts,wasm}",
];

export function sourceHash(repository: string): string {
  const files = globSync(patterns, { cwd: repository, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(repository.length)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}
