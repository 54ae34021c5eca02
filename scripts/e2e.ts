// End-to-end parts: e2e/<name>.e2e.ts, run on demand; those named e2e/<name>.ci.e2e.ts also in CI.
//   npm run e2e            all parts
//   npm run e2e -- NAME    one part, or all whose names begin with NAME-: faults runs faults-kill, faults-disk, …
//   npm run e2e:ci         the parts that fit CI
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { startVitest } from "vitest/node";
import { closingLine, tallyOf } from "./tally.ts";

const root = dirname(import.meta.dirname);
const args = process.argv.slice(2);
const inCi = args.includes("--ci");
const names = args.filter((arg) => !arg.startsWith("--"));

const all = globSync(inCi ? "e2e/*.ci.e2e.ts" : "e2e/*.e2e.ts", { cwd: root }).sort();
const files = names.length === 0 ? all : all.filter((file) => names.some((name) => isPartOf(nameOf(file), name)));
const unknown = names.filter((name) => !all.some((file) => isPartOf(nameOf(file), name)));

if (unknown.length > 0) {
  const known = all.map(nameOf).join(", ") || "none yet";
  console.error(`error: there is no end-to-end part ${unknown.join(", ")}.\nKnown parts: ${known}.`);
  process.exit(2);
}
if (files.length === 0) {
  console.log(`There is no end-to-end part ${inCi ? "for CI " : ""}yet: nothing was run.`);
  console.log(closingLine({ passed: 0, failed: 0, skipped: 0 }));
  process.exit(0);
}

// Parts start real servers, browsers and machines: one at a time.
const vitest = await startVitest("test", files, {
  root,
  watch: false,
  include: files,
  fileParallelism: false,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  reporters: ["verbose"],
});
const tally = tallyOf(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
await vitest.close();
console.log(closingLine(tally));
process.exit(tally.failed > 0 ? 1 : 0);

function isPartOf(part: string, name: string): boolean {
  return part === name || part.startsWith(`${name}-`);
}

function nameOf(file: string): string {
  return file.replace(/^e2e\//, "").replace(/(?:\.ci)?\.e2e\.ts$/, "");
}
