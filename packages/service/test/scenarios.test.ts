// Every example under examples/scenarios/ comes out as it says, and what went wrong is explained, all of them at once.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Explanation } from "@muster/contract";
import { type Leg, planScenario, readScenario, Simulation, until } from "@muster/simulator";
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
  // With twenty-two at once on two cores one run in ten or so had a fleet that did not get there in time: it may try once more,
  // with machines of its own.
  const again = { retry: 1 };
  test.for(scenarios)("$name comes out as it says", again, async ({ name, scenario }, { expect, task }) => {
    const attempt = task.result?.retryCount ?? 0;
    const firstSite = 1_000 + 20 * scenarios.findIndex((one) => one.name === name) + 10 * attempt;
    const plan = planScenario(scenario, { seed: `${name}${attempt || ""}`, firstSite });
    const simulation = new Simulation({ server: service.url, plan, speed: 600, withinSeconds: 50, stay: true });
    const running = simulation.run();
    await until({
      what: "everything to be as it says",
      look: async () => simulation.clusters.flatMap(({ isOver, unmet }) => (isOver ? [] : unmet)),
      holds: () => simulation.clusters.every(({ isOver }) => isOver),
      withinSeconds: 55,
    });
    // While the machines are still there: later it would be said that nobody hears of them.
    const unexplained = await Promise.all(simulation.clusters.map(whatIsNotExplained));
    simulation.stop();
    const report = await running;
    expect(report.unmet).toEqual([]);
    expect([report.isMet, report.requests.failed, report.errors]).toEqual([true, 0, []]);
    if (report.clusters.byStatus.error === undefined) expect(report.troubles).toEqual([]);
    expect(unexplained.flat()).toEqual([]);
  });
});

type Run = Simulation["clusters"][number];

/** A person who asks why is told what is wrong by its name, and what to do, about the cluster and each host that shows it. */
async function whatIsNotExplained({ cluster, planned, hosts }: Run): Promise<string[]> {
  if (cluster === null) return ["a cluster that was never seen"];
  const { client } = service;
  const aboutHosts = await Promise.all(
    planned.hosts.map(async ({ expect }, index) => {
      if (expect.length === 0) return [];
      const params = { host_id: hosts[index]?.id ?? "" };
      return missingIn(await client.call("musterExplainHost", { params }), failing(expect));
    }),
  );
  const ofHosts = planned.hosts.flatMap(({ expect }) => failing(expect));
  // That hosts are not ready is no cause: what holds each of them is.
  const ofCluster = failing(planned.expect).flatMap((id) => (id === "all-hosts-are-ready-to-install" ? ofHosts : id));
  const about = await client.call("musterExplainCluster", { params: { cluster_id: cluster.id } });
  return [...missingIn(about, ofCluster), ...aboutHosts.flat()];
}

/** The validation that fails in the end. */
function failing(expected: readonly Leg[]): string[] {
  const last = expected.findLast((leg) => leg.kind === "reach");
  return last?.station.validation === undefined ? [] : [last.station.validation];
}

const good = new Set(["installed", "ready", "known", "adding-hosts", "added-to-existing-cluster"]);

function missingIn({ subject, status, summary, causes }: Explanation, validations: readonly string[]): string[] {
  const who = `${subject.kind} ${subject.name} (${status}: ${summary})`;
  const told = causes.flatMap(({ id, remedy }) => (remedy ? id : []));
  if (told.length === 0 && !good.has(status)) return [`${who}: nobody is told what to do`];
  return validations.filter((id) => !told.includes(id)).map((id) => `${who}: ${id} is not among ${told.join(", ")}`);
}
