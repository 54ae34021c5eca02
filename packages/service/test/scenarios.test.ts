// Every example under examples/scenarios/ comes out as it says, all of them at once.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { planScenario, readScenario, Simulation } from "@muster/simulator";
import { describe, test } from "vitest";
import { runningService } from "./running-service.ts";

const directory = join(import.meta.dirname, "../../../examples/scenarios");

const scenarios = readdirSync(directory).map((file) => {
  const read = readScenario(readFileSync(join(directory, file), "utf8"));
  if (read.kind === "problems") throw new Error(`${file} cannot be read: ${JSON.stringify(read.problems)}`);
  return { name: basename(file, ".yaml"), scenario: read.scenario };
});

/** One service for all; examples that want the same setting want it alike. */
const service = runningService(Object.assign({}, ...scenarios.map(({ scenario }) => scenario.service ?? {})));

describe.concurrent("a fleet that plays an example", () => {
  test.for(scenarios)("$name comes out as it says", async ({ name, scenario }, { expect }) => {
    const firstSite = 1_000 + 20 * scenarios.findIndex((one) => one.name === name);
    const plan = planScenario(scenario, { seed: name, firstSite });
    const report = await new Simulation({ server: service.url, plan, speed: 600, withinSeconds: 50 }).run();
    expect(report.unmet).toEqual([]);
    expect([report.isMet, report.requests.failed, report.errors]).toEqual([true, 0, []]);
    if (report.clusters.byStatus.error === undefined) expect(report.troubles).toEqual([]);
  });
});
