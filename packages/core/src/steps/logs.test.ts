import { describe, expect, test } from "vitest";
import { clusterId, id, infraEnvId, now } from "../../test/builders.ts";
import { argsOf, jsonOf, policy, scene, stepId } from "../../test/step-scene.ts";
import type { Host } from "../model/host.ts";
import { nextSteps } from "./next-steps.ts";

describe("logs-gather and stop-installation", () => {
  const base = { cluster_id: clusterId, infra_env_id: infraEnvId, host_id: id(1) };

  test("a host sends its own logs", () => {
    expect(jsonOf("logs-gather", "error")).toEqual({ ...base, bootstrap: false, installer_gather: true });
  });

  test("the bootstrap host gathers those of the control plane too", () => {
    const { self, snapshot } = scene({ host: { status: "cancelled", bootstrap: true, role: "master" }, others: 3 });
    const hosts = snapshot.hosts.map((host, index) => (index === 3 ? host : { ...host, role: "master" as const }));
    const [first] = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId).instructions;
    expect(JSON.parse(first?.args[0] ?? "")).toEqual({
      ...base,
      bootstrap: true,
      installer_gather: true,
      master_ips: ["192.168.10.12", "192.168.10.13"],
    });
  });

  test("a control plane node outside the machine networks is reached at its first address", () => {
    const { self, snapshot } = scene({
      host: { status: "error", bootstrap: true, role: "master" },
      cluster: { machineNetworks: ["10.9.0.0/16"] },
    });
    const hosts = snapshot.hosts.map((host) => ({ ...host, role: "master" as const }));
    const [first] = nextSteps(self, { ...snapshot, hosts }, policy, now, stepId).instructions;
    expect(JSON.parse(first?.args[0] ?? "").master_ips).toEqual(["192.168.10.12"]);
  });

  test("logs that were collected are not asked for again", () => {
    const host: Partial<Host> = { logs: { state: "completed", startedAt: now, collectedAt: now } };
    expect(argsOf("logs-gather", "error", { host })).toBeUndefined();
    expect(argsOf("stop-installation", "error", { host })).toEqual([]);
  });
});
