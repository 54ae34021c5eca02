// `npm test`: type check, lint and all tests, each shown in full only when it fails. The last line counts everything;
// the type check and lint count as one each. `npm test -- packages/core` runs the tests of these paths alone.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { startVitest } from "vitest/node";
import { postgresPrograms, startPostgres } from "./postgres.ts";
import { addUp, closingLine, type Tally, tallyOf } from "./tally.ts";

const root = dirname(import.meta.dirname);
const filters = process.argv.slice(2);
const onPostgres = Boolean(process.env.CI || process.env.MUSTER_TEST_POSTGRES);
// Services that tests start would warn of a setting that they do not know.
delete process.env.MUSTER_TEST_POSTGRES;

const tallies: Tally[] = [];
if (filters.length === 0) {
  tallies.push(
    ...(await Promise.all([
      tool("type check", "tsc", ["--noEmit"]),
      tool("lint", "biome", ["check", "--error-on-warnings", "."]),
    ])),
  );
}
tallies.push(await tests("tests", filters));
if (filters.length === 0 && onPostgres) tallies.push(await serviceOnPostgres());

const total = addUp(tallies);
console.log(closingLine(total));
process.exit(total.failed > 0 ? 1 : 0);

async function tool(name: string, program: string, args: readonly string[]): Promise<Tally> {
  const started = performance.now();
  const { code, output } = await run(join(root, "node_modules", ".bin", program), args);
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds(started)}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function run(file: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const add = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("error", (error) => resolve({ code: 1, output: `${file}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The service's own suite a second time, on a real server where there is one: in CI, and for those who ask for it. */
async function serviceOnPostgres(): Promise<Tally> {
  if (!postgresPrograms()) {
    console.log("service on PostgreSQL: skipped, it is not installed (scripts/install-test-system.sh postgresql)");
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const postgres = await startPostgres(["fsync=off"]);
  process.env.MUSTER_TEST_DATABASE_URL = postgres.url;
  try {
    return await tests("service on PostgreSQL", ["packages/service/test"]);
  } finally {
    await postgres.stop();
  }
}

async function tests(name: string, paths: readonly string[]): Promise<Tally> {
  const started = performance.now();
  const vitest = await startVitest("test", [...paths], { root, watch: false, reporters: ["minimal"] });
  const tally = tallyOf(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
  await vitest.close();
  console.log(`${name}: ${closingLine(tally)} in ${seconds(started)}`);
  return tally;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
