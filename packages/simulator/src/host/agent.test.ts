import type { Step } from "@muster/contract";
import { afterEach, describe, expect, test } from "vitest";
import { infraEnvId, PaperService } from "../../test/paper-service.ts";
import { bootAt, eventually, onlyHost } from "../../test/paper-site.ts";
import type { Fleet, FleetOptions } from "../conduct/fleet.ts";
import { faults } from "../faults.ts";
import type { ScriptedHost } from "./scripted-host.ts";

const fleets: Fleet[] = [];
afterEach(() => Promise.all(fleets.splice(0).map((fleet) => fleet.stop())));

function boot(service: PaperService, options: Partial<FleetOptions> = {}): ScriptedHost {
  const fleet = bootAt(service, options);
  fleets.push(fleet);
  return onlyHost(fleet);
}

const inventoryStep: Step = { step_type: "inventory", step_id: "inventory-1", args: [] };
const noSteps = { next_instruction_seconds: 60, post_step_action: "continue", instructions: [] } as const;

describe("registration", () => {
  test("names the machine and its agent; from then on the service's choice of agent speaks", async () => {
    const service = new PaperService();
    const host = boot(service, { agentVersion: "quay.io/lab/agent:old" });
    await eventually(() => service.count("v2GetNextSteps") > 0);
    const [registered, polled] = service.received;
    expect(registered).toMatchObject({ id: "v2RegisterHost", params: { infra_env_id: infraEnvId } });
    expect(registered?.body).toEqual({ host_id: host.id, discovery_agent_version: "quay.io/lab/agent:old" });
    expect(registered?.headers.get("discovery_agent_version")).toBe("quay.io/lab/agent:old");
    expect(polled?.headers.get("discovery_agent_version")).toBe("quay.io/lab/agent:1");
    expect(host.state).toBe("polling");
  });

  test.each([401, 403, 404, 409])(
    "that is answered with %i is final: the agent freezes and never asks again",
    async (status) => {
      const service = new PaperService();
      service.on("v2RegisterHost", () => ({ status, json: { code: String(status), reason: "no" } }));
      const host = boot(service);
      await eventually(() => host.state === "frozen");
      host.pollNow();
      expect(service.count("v2RegisterHost")).toBe(1);
      expect(service.count("v2GetNextSteps")).toBe(0);
    },
  );

  test("brings a machine a token of its own, which it shows from then on", async () => {
    const service = new PaperService();
    const asked: (string | null)[] = [];
    service.on("v2RegisterHost", ({ headers, body }) => {
      asked.push(headers.get("muster-agent"));
      const { host_id: hostId } = body as { host_id: string };
      return { ...service.register(hostId), headers: { "muster-host-token": "mine" } };
    });
    const shown: string[] = [];
    const asAgent = (token: string) => {
      shown.push(token);
      return service.client;
    };
    boot(service, { asAgent });
    await eventually(() => service.count("v2GetNextSteps") > 0);
    expect([asked, shown]).toEqual([["simulator"], ["mine"]]);
    boot(service);
    await eventually(() => asked.length > 1);
    expect([asked[1], shown]).toEqual([null, ["mine"]]);
  });

  test("comes many times at once from a machine in a storm, which then goes on as one", async () => {
    const service = new PaperService();
    const host = boot(service, { faults: () => [faults.registrationStorm(5)] });
    await eventually(() => service.count("v2GetNextSteps") > 0);
    expect(service.count("v2RegisterHost")).toBe(5);
    expect(host.state).toBe("polling");
  });

  test("is tried again while the service is in trouble", async () => {
    const service = new PaperService();
    const failures = [500, 503, 503, 500, 504, 502];
    service.on("v2RegisterHost", () => {
      const status = failures.shift();
      return status === undefined ? null : { status };
    });
    const host = boot(service);
    await eventually(() => host.state === "polling");
    expect(service.count("v2RegisterHost")).toBe(7);
  });
});

describe("polls", () => {
  test("carry the time of the machine, wrong by as much as its clock", async () => {
    const service = new PaperService();
    const host = boot(service, { start: false, machine: { clockOffsetSeconds: 3_600 } });
    await host.register();
    await host.poll();
    const said = Number(service.received.at(-1)?.query.get("timestamp"));
    expect(Math.abs(said - (Date.now() / 1000 + 3_600))).toBeLessThan(5);
  });

  test("go on after each pause, and at once when told", async () => {
    const service = new PaperService();
    const host = boot(service, { speed: 1_000 });
    await eventually(() => service.count("v2GetNextSteps") >= 3);
    service.on("v2GetNextSteps", () => ({ json: { ...noSteps, next_instruction_seconds: 86_400 } }));
    const before = service.count("v2GetNextSteps");
    await eventually(() => service.count("v2GetNextSteps") === before + 1);
    host.pollNow();
    await eventually(() => service.count("v2GetNextSteps") === before + 2);
  });

  test("that are answered with 404 freeze the agent", async () => {
    const service = new PaperService();
    service.on("v2GetNextSteps", () => ({ status: 404 }));
    const host = boot(service);
    await eventually(() => host.state === "frozen");
    expect(service.count("v2GetNextSteps")).toBe(1);
  });

  test("that are told to exit lead to a new registration", async () => {
    const service = new PaperService();
    const exit = { ...noSteps, next_instruction_seconds: 0, post_step_action: "exit" };
    service.on("v2GetNextSteps", () => ({ json: exit }));
    boot(service);
    await eventually(() => service.count("v2RegisterHost") >= 3);
    const order = service.received.map(({ id }) => id);
    expect(order.slice(0, 4)).toEqual(["v2RegisterHost", "v2GetNextSteps", "v2RegisterHost", "v2GetNextSteps"]);
  });

  test("that get no answer for 15 minutes lead to a new registration too, with growing pauses until then", async () => {
    const service = new PaperService();
    service.on("v2GetNextSteps", () => ({ status: 500 }));
    boot(service);
    await eventually(() => service.count("v2RegisterHost") === 2);
    expect(service.count("v2GetNextSteps")).toBeGreaterThan(5);
  });
});

describe("replies", () => {
  test("leave out what is empty", async () => {
    const service = new PaperService();
    const host = boot(service, { start: false });
    await host.register();
    service.instruct(host.id, inventoryStep, { step_type: "execute", step_id: "execute-1", args: [] });
    await host.poll();
    const [unknown, inventory] = service.replies.toSorted((one) => (one.step_type === "execute" ? -1 : 1));
    expect(Object.keys(inventory ?? {}).sort()).toEqual(["hostId", "output", "step_id", "step_type"]);
    expect(unknown).toMatchObject({ step_id: "execute-1", exit_code: -1 });
    expect(unknown?.error).toContain("execute");
    expect(host.troubles).toHaveLength(1);
  });

  test("are not repeated while nothing changes, and are after a failed poll", async () => {
    const service = new PaperService();
    const host = boot(service);
    await eventually(() => host.state === "polling");
    service.on("v2GetNextSteps", () => ({ json: { ...noSteps, instructions: [inventoryStep] } }));
    await eventually(() => service.count("v2GetNextSteps") > 5);
    expect(service.replies).toHaveLength(1);
    service.on("v2GetNextSteps", () => ({ status: 500 }));
    const before = service.count("v2GetNextSteps");
    await eventually(() => service.count("v2GetNextSteps") > before);
    service.on("v2GetNextSteps", () => ({ json: { ...noSteps, instructions: [inventoryStep] } }));
    await eventually(() => service.replies.length === 2);
  });

  test("that failed to arrive are sent with the next poll", async () => {
    const service = new PaperService();
    const host = boot(service, { start: false });
    await host.register();
    service.instruct(host.id, inventoryStep);
    service.instruct(host.id, inventoryStep);
    service.on("v2PostStepReply", () => ({ status: 400, json: { code: "400", reason: "not now" } }));
    await host.poll();
    expect(host.troubles).toEqual([expect.stringContaining("not now")]);
    let arrived = 0;
    service.on("v2PostStepReply", () => {
      arrived += 1;
      return { status: 204 };
    });
    await host.poll();
    expect(arrived).toBe(1);
  });

  test("come more than once from a machine with that fault", async () => {
    const service = new PaperService();
    const again = boot(service, { start: false, faults: () => [faults.repeatedReplies(2)] });
    await again.register();
    service.instruct(again.id, inventoryStep);
    await again.poll();
    expect(service.replies.map(({ step_id }) => step_id)).toEqual(["inventory-1", "inventory-1"]);
  });

  test("start afresh with each registration", async () => {
    const service = new PaperService();
    const host = boot(service, { start: false });
    await host.register();
    service.instruct(host.id, inventoryStep);
    await host.poll();
    service.on("v2GetNextSteps", () => ({
      json: { ...noSteps, post_step_action: "exit", instructions: [inventoryStep] },
    }));
    host.reboot("discovery-image");
    await host.powerOff();
    host.powerOn();
    await eventually(() => service.replies.length >= 3);
    expect(service.count("v2RegisterHost")).toBeGreaterThan(2);
  });

  test("say with their own code that the image is gone", async () => {
    const service = new PaperService();
    const host = boot(service, { start: false, faults: () => [faults.mediaDisconnected()] });
    await host.register();
    service.instruct(host.id, inventoryStep);
    await host.poll();
    expect(service.replies).toMatchObject([{ step_type: "inventory", exit_code: 256 }]);
  });
});

describe("a machine", () => {
  test("that is offline says nothing, and goes on where it was", async () => {
    const service = new PaperService();
    let online = true;
    let attempts = 0;
    const isOnline = () => {
      attempts += 1;
      return online;
    };
    const host = boot(service, { faults: () => [{ behaviour: { isOnline } }] });
    await eventually(() => service.count("v2GetNextSteps") > 0);
    online = false;
    const [before, tried] = [service.received.length, attempts];
    await eventually(() => attempts > tried + 8);
    expect(service.received.length).toBe(before);
    online = true;
    await eventually(() => service.received.length > before);
    host.unplug();
    await eventually(() => host.state === "registering");
    host.plugIn();
    await eventually(() => host.state === "polling");
  });

  test("that loses power stops in the middle of what it does", async () => {
    const service = new PaperService();
    const host = boot(service, { speed: 100 });
    service.instruct(host.id, {
      step_type: "container-image-availability",
      step_id: "images-1",
      args: ['{"images":[]}'],
    });
    await eventually(() => service.count("v2GetNextSteps") > 0);
    await host.powerOff();
    expect(host.state).toBe("off");
    expect(service.replies).toEqual([]);
    expect(host.troubles).toEqual([]);
  });

  test("upgrades its agent and comes back as the new one", async () => {
    const service = new PaperService();
    const host = boot(service);
    await eventually(() => host.state === "polling");
    service.agentVersion = "quay.io/lab/agent:2";
    service.instruct(host.id, {
      step_type: "upgrade-agent",
      step_id: "up-1",
      args: ['{"agent_image":"quay.io/lab/agent:2"}'],
    });
    await eventually(() => service.count("v2RegisterHost") === 2 && service.received.at(-1)?.id === "v2GetNextSteps");
    expect(JSON.parse(service.replies[0]?.output ?? "")).toEqual({
      agent_image: "quay.io/lab/agent:2",
      result: "success",
    });
    expect(service.received.at(-1)?.headers.get("discovery_agent_version")).toBe("quay.io/lab/agent:2");
  });
});
