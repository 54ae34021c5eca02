import * as wire from "@muster/contract";
import { describe, expect, test } from "vitest";
import { aHost, anInfraEnv, now } from "../../test/builders.ts";
import { dhcp, policy, stepId, stepsOf } from "../../test/step-scene.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host, HostStatus } from "../model/host.ts";
import type { PoolSnapshot } from "../model/snapshot.ts";
import type { Policy } from "../policy.ts";
import { nextSteps } from "./next-steps.ts";

/** Everything that could be asked is asked. */
const tang: Partial<Cluster> = {
  diskEncryption: { enableOn: "all", mode: "tang", tangServers: '[{"url":"http://tang","thumbprint":"x"}]' },
};

const { agentImage } = policy;

describe("steps per state", () => {
  const day1: [HostStatus, string, number, string][] = [
    [
      "known",
      "connectivity-check tang-connectivity-check free-network-addresses inventory ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    [
      "insufficient",
      "inventory connectivity-check tang-connectivity-check free-network-addresses ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    [
      "pending-for-input",
      "inventory connectivity-check tang-connectivity-check free-network-addresses ntp-synchronizer domain-resolution verify-vips",
      60,
      "continue",
    ],
    ["disconnected", "inventory", 120, "continue"],
    ["discovering", "inventory", 60, "continue"],
    ["preparing-for-installation", "installation-disk-speed-check container-image-availability", 60, "continue"],
    ["installing", "install", 60, "continue"],
    ["installing-in-progress", "", 60, "continue"],
    ["error", "logs-gather stop-installation", 120, "continue"],
    ["cancelled", "logs-gather stop-installation", 120, "continue"],
    ["disabled", "", 120, "continue"],
    ["resetting", "", 120, "continue"],
    ["binding", "", 0, "exit"],
    // States that no table names: nothing to do, ask again.
    ["preparing-failed", "", 60, "continue"],
    ["preparing-successful", "", 60, "continue"],
    ["installing-pending-user-action", "", 60, "continue"],
    ["resetting-pending-user-action", "", 60, "continue"],
    ["installed", "", 60, "continue"],
    ["added-to-existing-cluster", "", 60, "continue"],
  ];

  const shape = ({ instructions, nextInstructionSeconds, postStepAction }: ReturnType<typeof stepsOf>) => [
    instructions.map(({ stepType }) => stepType).join(" "),
    nextInstructionSeconds,
    postStepAction,
  ];

  test.each(day1)("day 1, %s", (status, ...expected) => {
    expect(shape(stepsOf({ host: { status, role: "master" }, cluster: tang }))).toEqual(expected);
  });

  test.each<[HostStatus, string]>([
    [
      "known",
      "connectivity-check free-network-addresses dhcp-lease-allocate inventory ntp-synchronizer domain-resolution",
    ],
    [
      "insufficient",
      "inventory connectivity-check free-network-addresses dhcp-lease-allocate ntp-synchronizer domain-resolution",
    ],
    ["preparing-for-installation", "dhcp-lease-allocate installation-disk-speed-check container-image-availability"],
    ["installing", "install dhcp-lease-allocate"],
    ["installing-in-progress", "dhcp-lease-allocate"],
  ])("day 1 with VIPs from DHCP, %s", (status, expected) => {
    expect(shape(stepsOf({ host: { status, role: "master" }, cluster: dhcp }))[0]).toBe(expected);
  });

  const day2: [HostStatus, string, number, string][] = [
    [
      "known",
      "connectivity-check api-vip-connectivity-check tang-connectivity-check inventory ntp-synchronizer domain-resolution",
      60,
      "continue",
    ],
    [
      "insufficient",
      "inventory connectivity-check api-vip-connectivity-check tang-connectivity-check ntp-synchronizer domain-resolution",
      60,
      "continue",
    ],
    ["discovering", "inventory ntp-synchronizer domain-resolution", 60, "continue"],
    [
      "pending-for-input",
      "inventory connectivity-check api-vip-connectivity-check tang-connectivity-check",
      60,
      "continue",
    ],
    ["disconnected", "inventory", 120, "continue"],
    ["installing", "install", 60, "continue"],
    ["installing-in-progress", "", 60, "continue"],
    ["error", "logs-gather stop-installation", 120, "continue"],
    ["cancelled", "logs-gather stop-installation", 120, "continue"],
    ["binding", "", 0, "exit"],
    ["disabled", "", 60, "continue"],
    ["added-to-existing-cluster", "", 60, "continue"],
  ];

  test.each(day2)("day 2, %s", (status, ...expected) => {
    const host: Partial<Host> = { status, role: "worker", kind: "AddToExistingClusterHost" };
    expect(shape(stepsOf({ host, cluster: { ...tang, kind: "AddHostsCluster" } }))).toEqual(expected);
  });

  const pool: [HostStatus, string, number, string][] = [
    ["discovering-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["insufficient-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["known-unbound", "inventory ntp-synchronizer", 60, "continue"],
    ["disconnected-unbound", "inventory", 120, "continue"],
    ["disabled-unbound", "", 120, "continue"],
    ["unbinding", "", 0, "exit"],
    ["unbinding-pending-user-action", "", 0, "exit"],
    ["reclaiming", "download-boot-artifacts", 60, "continue"],
    ["reclaiming-rebooting", "reboot-for-reclaim", 120, "exit"],
  ];

  const poolSteps = (host: Partial<Host>, over: Partial<Policy> = {}) => {
    const self = aHost({ clusterId: null, ...host });
    const snapshot: PoolSnapshot = { infraEnv: anInfraEnv({ clusterId: null }), hosts: [self] };
    return nextSteps(self, snapshot, { ...policy, ...over }, now, stepId);
  };

  test.each(pool)("without a cluster, %s", (status, ...expected) => {
    expect(shape(poolSteps({ status }))).toEqual(expected);
  });

  test("a pool host in a state of clusters is asked nothing that needs a cluster", () => {
    expect(shape(poolSteps({ status: "insufficient" }))[0]).toBe("inventory ntp-synchronizer");
  });

  test("all 28 states are in these tables", () => {
    const states = new Set([...day1, ...day2, ...pool].map(([status]) => status));
    expect(states.size).toBe(28);
  });

  const upgrading: HostStatus[] = ["binding", "discovering", "insufficient", "known", "pending-for-input"];
  const upgradingPool: HostStatus[] = ["discovering-unbound", "insufficient-unbound", "known-unbound"];

  test.each(upgrading)("another agent version in %s: the agent is replaced first", (status) => {
    const steps = stepsOf({ host: { status, discoveryAgentVersion: "quay.io/old:1" } });
    expect(steps).toEqual({
      nextInstructionSeconds: 60,
      postStepAction: "continue",
      instructions: [
        {
          stepType: "upgrade-agent",
          stepId: "upgrade-agent-0badcafe",
          args: [`{"agent_image":"${agentImage}"}`],
        },
      ],
    });
  });

  test.each(upgradingPool)("another agent version in %s: the agent is replaced first", (status) => {
    expect(shape(poolSteps({ status, discoveryAgentVersion: "" }))).toEqual(["upgrade-agent", 60, "continue"]);
  });

  test.each<[string, HostStatus, Partial<Policy>]>([
    ["while it installs", "installing", {}],
    ["when upgrades are off", "known", { upgradeAgent: false }],
    ["when the step is disabled", "known", { disabledSteps: ["upgrade-agent"] }],
  ])("another agent version is left alone %s", (_, status, over) => {
    const steps = stepsOf({ host: { status, role: "master", discoveryAgentVersion: "old" }, policy: over });
    expect(steps.instructions.some(({ stepType }) => stepType === "upgrade-agent")).toBe(false);
    expect(steps.instructions).not.toEqual([]);
  });

  test("disabled steps are not given", () => {
    const steps = stepsOf({ policy: { disabledSteps: ["inventory", "ntp-synchronizer"] } });
    expect(shape(steps)[0]).toBe("connectivity-check free-network-addresses domain-resolution verify-vips");
  });

  test("the wire knows 19 step types", () => {
    expect(wire.StepType.enum).toHaveLength(19);
  });
});
