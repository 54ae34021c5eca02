// Fleets in the name of somebody who logged in: every machine shows what is in the image it booted, and later what is its own.
import { planFleet, planScenario, pullSecret, readScenario, Simulation, type SimulationPlan } from "@muster/simulator";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningService, startService } from "../src/index.ts";
import { type AccessScene, accessScene, people, urlOf } from "./access-scene.ts";

vi.setConfig({ testTimeout: 60_000 });

const grows = `about: Grows.
clusters:
  - name: grows
    addHosts: 1
`;

describe.for(["oidc", "rhsso"])("a simulation with AUTH_TYPE=%s", (type) => {
  let scene: AccessScene;
  let service: RunningService;
  beforeAll(async () => {
    scene = await accessScene();
    service = await startService({ settings: scene.settings(type) });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await scene?.close();
  });

  const play = async (plan: SimulationPlan) => {
    const userToken = () => scene.issuer.token(people.alice);
    const simulation = new Simulation({
      server: urlOf(service),
      plan,
      speed: 600,
      withinSeconds: 50,
      connect: { userToken },
    });
    return { report: await simulation.run(), simulation };
  };

  test("installs clusters of their own infra-envs, and adds hosts from another", async () => {
    expect(JSON.parse(pullSecret).auths).toHaveProperty(["cloud.openshift.com"]);
    const read = readScenario(grows);
    if (read.kind === "problems") throw new Error(JSON.stringify(read.problems));
    const [fleet, growing] = await Promise.all([
      play(planFleet({ hosts: 3, topology: "sno", seed: `access-${type}` })),
      play(planScenario(read.scenario, { seed: type, firstSite: 400 })),
    ]);
    for (const { report } of [fleet, growing]) {
      expect([report.unmet, report.errors, report.troubles]).toEqual([[], [], []]);
    }
  });
});
