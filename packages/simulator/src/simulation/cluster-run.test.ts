import type { Cluster, OperationId } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { clusterId, infraEnvId, PaperService } from "../../test/paper-service.ts";
import { createClock, wait } from "../clock.ts";
import { ClusterRun } from "./cluster-run.ts";
import { reach } from "./itinerary.ts";
import type { PlannedCluster } from "./plan.ts";
import { plainHost } from "./plan-fleet.ts";

const away = { status: 503, json: { code: "503", reason: "not now" } };

/** A service whose cluster goes through the statuses that a test gives it. */
class PaperCluster extends PaperService {
  status: Cluster["status"] = "ready";

  constructor() {
    super();
    const cluster = () => ({ id: clusterId, kind: "Cluster", status: this.status, ready_host_count: 1 });
    this.on("v2RegisterCluster", () => ({ status: 201, json: cluster() }));
    this.on("v2GetCluster", () => ({ json: cluster() }));
    this.on("v2InstallCluster", () => ({ status: 202, json: cluster() }));
    this.on("RegisterInfraEnv", () => ({ status: 201, json: { id: infraEnvId } }));
  }

  /** One answer to an operation is lost, the first unless said otherwise; `does` is what the operation does. */
  lose(id: OperationId, does: (time: number) => void = () => {}, which = 1): void {
    let time = 0;
    this.on(id, () => {
      time += 1;
      does(time);
      return time === which ? away : { status: 201, json: { id: id === "RegisterInfraEnv" ? infraEnvId : clusterId } };
    });
  }
}

async function play(service: PaperCluster, planned: Partial<PlannedCluster>): Promise<ClusterRun> {
  const clock = createClock(20_000);
  const real = createClock();
  const { signal } = new AbortController();
  const started = performance.now();
  const run = new ClusterRun(
    {
      plan: { name: "paper", topology: "sno" },
      hosts: [plainHost(0)],
      install: true,
      addedHosts: [],
      expect: [],
      ...planned,
    },
    {
      client: { ...service.client, asAgent: () => service.client },
      clock,
      seed: "paper",
      signal,
      usesImageTokens: async () => false,
      versionFor: async () => "4.22",
      pause: () => wait(real, 0.002, signal),
      mayInstall: () => true,
      isOutOfTime: () => performance.now() - started > 10_000,
    },
  );
  await run.run();
  await run.stop();
  return run;
}

describe("a cluster whose preparation comes to nothing", () => {
  test("is installed by pressing again", async () => {
    const service = new PaperCluster();
    let pressed = 0;
    service.on("v2InstallCluster", () => {
      pressed += 1;
      if (pressed > 1) service.status = "installed";
      return { status: 202, json: { id: clusterId } };
    });
    const run = await play(service, { expect: [reach({ status: "installed" })] });
    expect([run.unmet, pressed]).toEqual([[], 2]);
  });

  test("is given up when it is ready again and again", async () => {
    const service = new PaperCluster();
    const run = await play(service, { expect: [reach({ status: "installed" })] });
    expect(run.unmet).toMatchObject([
      { who: "cluster paper", expected: "installed", found: expect.stringMatching(/^ready/) },
    ]);
    expect(service.count("v2InstallCluster")).toBe(3);
  });
});

describe("answers that are lost", () => {
  test("are asked for again when the cluster is described", async () => {
    const service = new PaperCluster();
    service.lose("v2RegisterCluster");
    service.lose("RegisterInfraEnv");
    const run = await play(service, { install: false, expect: [reach({ status: "ready" })] });
    expect(run.unmet).toEqual([]);
  });

  test.for([1, 2])("are asked for again when hosts are added, done at the %ith time", async (done) => {
    const service = new PaperCluster();
    service.status = "installed";
    service.lose("TransformClusterToAddingHosts", (time) => {
      if (time === done) service.status = "adding-hosts";
    });
    service.lose("RegisterInfraEnv", undefined, 2);
    const run = await play(service, { addedHosts: [plainHost(0)], expect: [reach({ status: "adding-hosts" })] });
    expect([run.unmet, run.hosts.length, service.count("RegisterInfraEnv")]).toEqual([[], 2, 3]);
  });
});
