// npm run bench -- SCENARIO… [--compare FILE]
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Report, table } from "./report.ts";
import { isWithin, type Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { root } from "./server.ts";

const { values, positionals } = readArguments();
const chosen = scenarios.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0 || chosen.length < positionals.length) usage();
const earlier: Report | undefined = values.compare && JSON.parse(readFileSync(values.compare, "utf8"));

let missed = false;
for (const scenario of chosen) {
  const report = await measure(scenario);
  missed ||= !report.measurements.every(isWithin);
  const file = save(report);
  console.log(`${table(report, earlier?.scenario === scenario.name ? earlier : undefined)}\n\nwritten to ${file}`);
}
process.exit(missed ? 1 : 0);

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { compare: { type: "string" } } });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message.split("\n")[0] : error}\n`);
    return usage();
  }
}

function usage(): never {
  const list = scenarios.map(({ name, says }) => `  ${name.padEnd(18)}${says}`).join("\n");
  console.error(`usage: npm run bench -- SCENARIO… [--compare FILE]\n\nScenarios\n${list}`);
  process.exit(2);
}

async function measure(scenario: Scenario): Promise<Report> {
  console.log(`\n${scenario.name}: ${scenario.says}`);
  const directory = mkdtempSync(join(tmpdir(), "muster-bench-"));
  try {
    const say = (progress: string) => console.error(`  ${progress} …`);
    const measurements = await scenario.run({ directory, say });
    return {
      scenario: scenario.name,
      at: new Date().toISOString(),
      commit: commit(),
      machine: machine(),
      measurements,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function save(report: Report): string {
  const directory = join(root, "bench", "results");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${report.scenario}-${report.at.replaceAll(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
}

function machine(): Report["machine"] {
  return {
    cpus: cpus().length,
    memoryGib: Math.round(totalmem() / 1_024 ** 3),
    node: process.version,
    kernel: release(),
  };
}

function commit(): string {
  try {
    return execFileSync("git", ["-C", root, "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
