import { replayHistory } from "@muster/contract";
import { installCluster } from "@muster/simulator";
import { describe, expect, test } from "vitest";
import { runningService } from "./running-service.ts";
import { bringTo, newCluster, newInfraEnv, newMachine, nobody, refusal } from "./scene.ts";

const service = runningService();

describe("before an installation", () => {
  test("a cluster without hosts says how to get some, and its plan what blocks", async () => {
    const { id } = await newCluster(service.client);
    const params = { cluster_id: id };
    const explanation = await service.client.call("musterExplainCluster", { params });
    expect(explanation).toMatchObject({ outlook: "blocked", next_status: "ready", subject: { kind: "cluster", id } });
    expect(explanation.causes.map((cause) => cause.id)).toContain("no-hosts");
    const plan = await service.client.call("musterPlanCluster", { params });
    expect(plan).toMatchObject({ state: "blocked", hosts: [], cluster_id: id });
    expect(plan.blockers.length).toBeGreaterThan(0);
  });

  test("a host names the check that holds it, what was observed, and when", async () => {
    const { id } = await newCluster(service.client);
    const { id: infraEnvId } = await newInfraEnv(service.client, { cluster_id: id });
    const machine = newMachine(service.client, infraEnvId);
    const began = Date.now();
    await bringTo(service.client, infraEnvId, machine, "pending-for-input");
    const { outlook, causes } = await service.client.call("musterExplainHost", { params: { host_id: machine.id } });
    expect(outlook).toBe("blocked");
    const [first] = causes;
    expect(first).toMatchObject({
      id: "machine-cidr-defined",
      level: "blocking",
      link: "/docs/causes#machine-cidr-defined",
    });
    expect(Date.parse(first?.evidence?.observed_at ?? "")).toBeGreaterThanOrEqual(began);
    expect(await service.client.call("getCauses")).toContain('id="machine-cidr-defined"');
  });

  test("a host of a pool waits for a cluster", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await bringTo(service.client, infraEnvId, machine, "known-unbound");
    const { outlook, causes } = await service.client.call("musterExplainHost", { params: { host_id: machine.id } });
    expect([outlook, causes.map(({ id }) => id)]).toEqual(["ready", expect.arrayContaining(["not-bound"])]);
  });

  test("a machine without disks is listed like the others", async () => {
    const { id: infraEnvId } = await newInfraEnv(service.client);
    const machine = newMachine(service.client, infraEnvId);
    await machine.register();
    const params = { infra_env_id: infraEnvId, host_id: machine.id };
    const body = { step_type: "inventory", step_id: "inventory-1", output: "{}" } as const;
    await service.client.call("v2PostStepReply", { params, body });
    const { hosts } = await service.client.call("musterListHosts", { query: { infra_env_id: infraEnvId } });
    expect(hosts).toMatchObject([{ id: machine.id, hardware: { disks: 0, disk_bytes: 0 } }]);
  });

  test("nobody is unknown everywhere", async () => {
    const cluster = { params: { cluster_id: nobody } };
    const host = { params: { host_id: nobody } };
    const refusals = await Promise.all([
      refusal(service.client.call("musterExplainCluster", cluster)),
      refusal(service.client.call("musterPlanCluster", cluster)),
      refusal(service.client.call("musterClusterHistory", cluster)),
      refusal(service.client.call("musterExplainHost", host)),
      refusal(service.client.call("musterHostHistory", host)),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe("an installation afterwards", () => {
  test("its history replays to any moment, and names its causes", async () => {
    const { clusterId, fleet } = await installCluster(service.client, {
      name: "remembered",
      siteNumber: 231,
      topology: "sno",
      speed: 2_000,
    });
    await fleet.stop();
    const params = { cluster_id: clusterId };
    const { changes, complete } = await service.client.call("musterClusterHistory", { params });
    expect(complete).toBe(true);
    const replayed = replayHistory(changes);
    expect(replayed.get(clusterId)?.state).toMatchObject({ name: "remembered", status: "installed", percentage: 100 });
    const statuses = changes.flatMap(({ id, patch }) => (id === clusterId && patch?.status ? [patch.status] : []));
    expect(statuses.slice(-4)).toEqual(["preparing-for-installation", "installing", "finalizing", "installed"]);
    const middle = changes.find(({ id, patch }) => id === clusterId && patch?.status === "installing");
    expect(replayHistory(changes, middle?.at).get(clusterId)?.state.status).toBe("installing");
    const causes = changes.flatMap(({ causes: each }) =>
      each.map(({ kind, operation, step }) => [kind, operation, step].join(" ").trim()),
    );
    for (const cause of [
      "request v2RegisterCluster",
      "request v2InstallCluster",
      "agent v2RegisterHost",
      "agent v2PostStepReply inventory",
      "agent v2UpdateHostInstallProgress",
    ]) {
      expect(causes).toContain(cause);
    }
    const [hostId = ""] = [...replayed].flatMap(([id, { kind }]) => (kind === "host" ? [id] : []));
    const host = await service.client.call("musterHostHistory", { params: { host_id: hostId } });
    expect(host.complete).toBe(true);
    expect(replayHistory(host.changes).get(hostId)?.state).toMatchObject({
      status: "installed",
      stage: "Done",
      role: "master",
    });
    expect(new Set(host.changes.map(({ id }) => id))).toEqual(new Set([hostId]));
    const { outlook } = await service.client.call("musterExplainCluster", { params });
    expect(outlook).toBe("done");
  });

  test("history comes in pages, and ends where it is told to", async () => {
    const { clusters } = await service.client.call("musterListClusters");
    const params = { cluster_id: clusters.find(({ name }) => name === "remembered")?.id ?? "" };
    const whole = await service.client.call("musterClusterHistory", { params });
    const paged: typeof whole.changes = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: typeof whole = await service.client.call("musterClusterHistory", {
        params,
        query: { after, limit: 7 },
      });
      paged.push(...page.changes);
      after = page.next;
    }
    expect(paged).toEqual(whole.changes);
    const until = whole.changes[3]?.at;
    const { changes } = await service.client.call("musterClusterHistory", { params, query: { until } });
    expect(changes.at(-1)?.at).toBe(until);
  });

  test("statistics count it", async () => {
    const stats = await service.client.call("musterStats");
    expect(stats.clusters.by_status).toMatchObject({ installed: 1 });
    expect(stats.hosts).toMatchObject({ by_status: { installed: 1 }, by_role: { master: expect.any(Number) } });
    expect(stats.installs).toMatchObject({ succeeded: 1, failed: 0, success_rate: 1 });
    expect(stats.installs.by).toEqual([
      expect.objectContaining({ topology: "sno", succeeded: 1, duration_p50_seconds: expect.any(Number) }),
    ]);
    expect(stats.service).toMatchObject({ auth_type: "none", feed_readers: 0 });
    const metrics = await service.client.call("getMetrics");
    expect(metrics).toContain('muster_hosts{status="installed"} 1');
    expect(metrics).toMatch(
      /muster_installs_total\{version="[^"]+",platform="[^"]+",topology="sno",result="succeeded"\} 1/,
    );
  });
});
