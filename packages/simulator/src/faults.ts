// Things that go wrong with machines, each under one name. A fault is about what a machine is, how it behaves, or both.
import type { HostStage, StepReply } from "@muster/contract";
import { type Behaviour, combine, type StageFate } from "./host/behaviour.ts";
import type { MachineOptions } from "./machine/machine.ts";
import { diskSpeedCheck } from "./steps/disk-speed.ts";
import { answered, failed } from "./steps/outcome.ts";
import { imageAvailability } from "./steps/servers.ts";

export type Fault = Readonly<{ machine?: Partial<MachineOptions>; behaviour?: Behaviour }>;

export const faults = {
  /** Writes take too long to be safe for etcd. */
  slowDisk: (milliseconds = 50): Fault => ({
    behaviour: {
      steps: { "installation-disk-speed-check": (_, { args, scene }) => diskSpeedCheck(milliseconds)(args, scene) },
    },
  }),

  /** No time server answers, and the clock is wrong by so much. */
  unsyncedClock: (offsetSeconds = 7_200): Fault => ({
    machine: { clockOffsetSeconds: offsetSeconds },
    behaviour: {
      steps: {
        "ntp-synchronizer": () =>
          answered({ ntp_sources: [{ source_name: "time.example.com", source_state: "unreachable" }] }),
      },
    },
  }),

  noDefaultRoute: (): Fault => ({ machine: { defaultRoute: false } }),
  duplicateHostname: (hostname = "localhost-twin"): Fault => ({ machine: { hostname } }),
  /** Two machines whose boards carry the same serial are one to the service. */
  duplicateMachineId: (serial = "TWIN0001"): Fault => ({ machine: { serial } }),

  /** The network is gone for a while, counted from the start of the machine. */
  lostConnection: ({ afterSeconds = 300, forSeconds = 600 } = {}): Fault => ({
    behaviour: { isOnline: (seconds) => seconds < afterSeconds || seconds >= afterSeconds + forSeconds },
  }),

  /** After the installation it starts from the discovery image again. */
  wrongBootOrder: (): Fault => ({ behaviour: { afterInstall: "discovery-image" } }),
  neverReturns: (): Fault => ({ behaviour: { afterInstall: "nothing" } }),

  failedDiskWrite: (reason = "the disk refused to be written: input/output error"): Fault =>
    atStage("Writing image to disk", { kind: "fails", reason }),
  failedInstall: (stage: HostStage, reason: string): Fault => atStage(stage, { kind: "fails", reason }),
  hangsAt: (stage: HostStage): Fault => atStage(stage, { kind: "hangs" }),
  losesPowerAt: (stage: HostStage): Fault => atStage(stage, { kind: "loses-power" }),

  /** Images with this in their name cannot be pulled. */
  imagesUnavailable: (part = ""): Fault => ({
    behaviour: {
      steps: {
        "container-image-availability": (_, { args, scene }) =>
          imageAvailability((image) => image.includes(part))(args, scene),
      },
    },
  }),

  /** The image that it was started from can no longer be read. */
  mediaDisconnected: (): Fault => ({ behaviour: { hasMedia: () => false } }),

  /** Reaches none of the other machines. */
  isolated: (): Fault => ({
    behaviour: { steps: { "connectivity-check": () => answered({ remote_hosts: [] }) } },
  }),

  /** Cannot reach the cluster that it is to join. */
  clusterUnreachable: (problem = "no route to host"): Fault => ({
    behaviour: {
      steps: { "api-vip-connectivity-check": () => answered({ is_success: false, download_error: problem }) },
    },
  }),

  inventoryFails: (): Fault => ({
    behaviour: { steps: { inventory: () => failed("the inventory could not be taken", 1) } },
  }),

  /** The agent registers so many times at once; the service must not make as many hosts of it. */
  registrationStorm: (times = 20): Fault => ({ behaviour: { registrations: times } }),

  repeatedReplies: (times = 3): Fault => ({
    behaviour: {
      deliver: async (reply, post) => {
        for (let time = 0; time < times; time += 1) await post(reply);
      },
    },
  }),

  /** A reply waits for the next one and arrives after it; when none comes within half a minute, it goes alone. */
  reorderedReplies: (): Fault => {
    let held: StepReply | null = null;
    return {
      behaviour: {
        deliver: async (reply, post, pause) => {
          if (held) {
            const before = held;
            held = null;
            await post(reply);
            return post(before);
          }
          held = reply;
          await pause(30);
          if (held !== reply) return;
          held = null;
          await post(reply);
        },
      },
    };
  },
} as const;

function atStage(at: HostStage, fate: StageFate): Fault {
  return { behaviour: { atStage: (stage) => (stage === at ? fate : null) } };
}

/** Several faults of one machine. */
export function combineFaults(list: readonly Fault[]): Required<Fault> {
  return {
    machine: Object.assign({}, ...list.map(({ machine }) => machine)),
    behaviour: combine(...list.map(({ behaviour }) => behaviour ?? {})),
  };
}
