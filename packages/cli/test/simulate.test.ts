import { writeFileSync } from "node:fs";
import { pullSecret } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { runningService } from "./service.ts";

const service = runningService();
const { type, at } = service;

function scenarioFile(text: string): string {
  writeFileSync(at("scenario.yaml"), text);
  return at("scenario.yaml");
}

describe("muster simulate refuses", () => {
  test.for<[string, number, string]>([
    ["simulate", 2, "Give --hosts N, or a --scenario FILE"],
    ["simulate --hosts many", 2, '--hosts is "many".\nGive a whole number from 1 to 20000.'],
    ["simulate --hosts 4 --topology compact", 2, "each takes 3.\nGive --hosts 3 or 6, or another --topology."],
    ["simulate --hosts 2 --topology ha", 2, "each takes 5.\nGive --hosts 5, or another --topology."],
    ["simulate --hosts 3 --topology huge", 2, "Choose one of: sno, compact, ha,"],
    ["simulate --hosts 1 --speed 0", 2, '--speed is "0"'],
    ["simulate --hosts 1 --server ftp://nowhere", 2, "is no address of a service"],
    ["simulate --hosts 1 --server http://127.0.0.1:9", 5, "nothing answers at http://127.0.0.1:9"],
    ["simulate --hosts 1 --cluster nobody", 1, 'there is no cluster "nobody"'],
    ["simulate --hosts 1 --cluster nobody --topology sno", 2, "Leave one of them out"],
    ["simulate --scenario x.yaml --hosts 3", 2, "--scenario and --hosts both say who is simulated"],
    ["simulate --scenario /nowhere/x.yaml", 1, "it does not exist"],
  ])("%s", async ([line, code, told]) => {
    const refused = await type(line);
    expect([refused.code, refused.out]).toEqual([code, ""]);
    expect(refused.err).toContain(told);
  });

  test("a scenario with mistakes, each with file, line and column", async () => {
    const file = scenarioFile("about: x\nclusters:\n  - name: a\n    topolgy: sno\n    faults: [slow-disc]\n");
    const { code, err } = await type(`simulate --scenario ${file}`);
    expect(code).toBe(1);
    expect(err).toContain(`error: ${file}:4:5: clusters[0].topolgy is not a known field: did you mean topology?`);
    expect(err).toContain(`error: ${file}:5:`);
  });
});

describe("muster simulate", () => {
  test("fills clusters, installs them, and reports what programs can read", async () => {
    const { code, out, err } = await type("simulate --hosts 4 --topology sno --speed 1000 --seed fleet -o json");
    const report = JSON.parse(out);
    expect([code, report.unmet]).toEqual([0, []]);
    expect(report).toMatchObject({
      seed: "fleet",
      hosts: 4,
      is_met: true,
      was_stopped: false,
      clusters: { total: 4, installed: 4, by_status: { installed: 4 } },
      install_seconds: { count: 4 },
      requests: { failed: 0 },
      errors: [],
      troubles: [],
    });
    const of = (operation: string) =>
      report.operations.find((one: { operation: string }) => one.operation === operation);
    expect(of("v2RegisterHost")).toMatchObject({ requests: 4, refused: 0, failed: 0 });
    expect(of("v2InstallCluster").requests).toBe(4);
    expect(of("v2GetNextSteps").p50_ms).toBeLessThanOrEqual(of("v2GetNextSteps").p99_ms);
    const requests = report.operations.reduce((sum: number, one: { requests: number }) => sum + one.requests, 0);
    expect(requests).toBe(report.requests.total);
    expect(err).not.toContain("\u001b");
    const clusters = await service.client().call("v2ListClusters");
    expect(clusters.map(({ name }) => name)).toEqual(expect.arrayContaining(["sim-fleet-1", "sim-fleet-4"]));
  });

  test("adds hosts to a cluster that was opened for more; two clusters of one name have to be told apart", async () => {
    const again = await type("simulate --hosts 1 --speed 1000 --seed fleet --machine edge-box");
    expect(again.code).toBe(0);
    const refused = await type("simulate --hosts 1 --cluster sim-fleet-1");
    expect(refused.err).toContain('"sim-fleet-1" may mean each of 2: ');
    const { id = "" } =
      (await service.client().call("v2ListClusters")).find(({ name }) => name === "sim-fleet-2") ?? {};
    expect((await type(`simulate --hosts 1 --cluster ${id}`)).err).toContain(
      "is installed, and takes no more machines",
    );
    await service.client().call("TransformClusterToAddingHosts", { params: { cluster_id: id } });
    const { code, out } = await type(`simulate --hosts 2 --cluster ${id.slice(0, 10)} --speed 1000`);
    expect(out).toMatch(/^Everything as expected: 2 hosts, 1 cluster \(1 adding-hosts\)/);
    expect(code).toBe(0);
  });

  test("joins a cluster that is there, by its name, and leaves the install to a person", async () => {
    await service.client().call("v2RegisterCluster", {
      body: {
        name: "by-hand",
        openshift_version: "4.22",
        base_dns_domain: "example.com",
        pull_secret: pullSecret,
        api_vips: [{ ip: "192.168.77.5" }],
        ingress_vips: [{ ip: "192.168.77.7" }],
      },
    });
    const { code, out } = await type("simulate --hosts 3 --cluster by-hand --speed 1000 --no-install");
    expect(out).toMatch(/^Everything as expected: 3 hosts, 1 cluster \(1 ready\)/);
    expect(code).toBe(0);
    const [cluster] = (await service.client().call("v2ListClusters")).filter(({ name }) => name === "by-hand");
    expect(cluster).toMatchObject({ status: "ready", total_host_count: 3 });
  });

  test("tells what did not come out as the scenario says, and exits with 1", async () => {
    const file = scenarioFile(
      "about: Wrong on purpose.\nspeed: 1000\nclusters:\n  - name: hopes\n    topology: sno\n    faults: [failed-disk-write]\n",
    );
    const { code, out, err } = await type(`simulate --scenario ${file}`);
    expect(code).toBe(1);
    expect(err).toContain("Wrong on purpose.");
    expect(out).toMatch(/^1 not as expected: 1 host, 1 cluster \(1 error\)/);
    expect(out).toMatch(/Not as expected\n {2}cluster hopes: expected installed; found error/);
  });

  test("--within counts for more than what the scenario says", async () => {
    const file = scenarioFile(
      "about: Patient.\nspeed: 20\nwithin: 30m\nclusters:\n  - name: patient\n    topology: sno\n",
    );
    const { code, out } = await type(`simulate --scenario ${file} --within 1`);
    expect(code).toBe(1);
    expect(out).toMatch(/^1 not as expected/);
  });

  test("stops on Ctrl-C with the report so far", async () => {
    const ctrlC = new AbortController();
    const drawn: string[] = [];
    const err = (text: string) => {
      drawn.push(text);
      if (text.includes("%")) ctrlC.abort();
    };
    const outside = { interruption: () => ctrlC.signal, isTerminal: true, err };
    const { code, out } = await type("simulate --hosts 3 --topology compact --speed 0.1 --no-install", outside);
    expect(code).toBe(1);
    expect(out).toMatch(/^Stopped before the end: /);
    expect(drawn.join("")).toContain("░");
  });
});
