// Machines in front of a service made of paper, with clocks that run fast enough for whole installs in a blink.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { HostRole, InstallCmdRequest, Step } from "@muster/contract";
import { bootHosts, type Fleet, type FleetOptions } from "../src/conduct/fleet.ts";
import type { ScriptedHost } from "../src/host/scripted-host.ts";
import { clusterId, infraEnvId, type PaperService } from "./paper-service.ts";

export function bootAt(service: PaperService, options: Partial<FleetOptions> = {}): Fleet {
  return bootHosts(service.client, { infraEnvId, count: 1, speed: 20_000, ...options });
}

/** The one machine of a fleet that has one. */
export function onlyHost({ hosts }: Fleet): ScriptedHost {
  const [host] = hosts;
  if (!host) throw new Error("the fleet is empty");
  return host;
}

export function installStep(host: ScriptedHost, role: HostRole, over: Partial<InstallCmdRequest> = {}): Step {
  const request: InstallCmdRequest = {
    cluster_id: clusterId,
    infra_env_id: infraEnvId,
    host_id: host.id,
    role,
    boot_device: "/dev/vda",
    controller_image: "quay.io/lab/controller:1",
    installer_image: "quay.io/lab/installer:1",
    control_plane_count: 3,
    ...over,
  };
  return { step_type: "install", step_id: "install-00000001", args: [JSON.stringify(request)] };
}

/** Turns of the event loop until the condition holds; bounded, so that a mistake fails instead of hanging. */
export async function eventually(condition: () => boolean, seconds = 10): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`this never came true: ${condition}`);
    await nextTurn();
  }
}
