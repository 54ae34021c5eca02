import type { StepReply } from "@muster/contract";
import { describe, expect, test } from "vitest";
import { combineFaults, faults } from "./faults.ts";
import { createMachine } from "./machine/machine.ts";

const reply = (step_id: string): StepReply => ({ step_type: "inventory", step_id });

describe("replies in another order", () => {
  const { deliver } = combineFaults([faults.reorderedReplies()]).behaviour;

  test("the first waits for the second; one that nobody follows goes alone in the end", async () => {
    if (!deliver) throw new Error("the fault delivers nothing");
    const arrived: (string | undefined)[] = [];
    const post = async ({ step_id }: StepReply) => void arrived.push(step_id);
    let endPause = () => {};
    const pause = () =>
      new Promise<void>((resolve) => {
        endPause = resolve;
      });
    const first = deliver(reply("one"), post, pause);
    await deliver(reply("two"), post, pause);
    endPause();
    await first;
    expect(arrived).toEqual(["two", "one"]);
    const last = deliver(reply("three"), post, pause);
    endPause();
    await last;
    expect(arrived).toEqual(["two", "one", "three"]);
  });
});

describe("faults together", () => {
  test("change the machine and its behaviour, each in its own way", () => {
    const { machine, behaviour } = combineFaults([
      faults.unsyncedClock(600),
      faults.noDefaultRoute(),
      faults.slowDisk(),
      faults.failedInstall("Installing", "no"),
      faults.hangsAt("Rebooting"),
    ]);
    expect(createMachine({ number: 1, ...machine }).clockOffsetSeconds).toBe(600);
    expect(machine.defaultRoute).toBe(false);
    expect(Object.keys(behaviour.steps ?? {}).sort()).toEqual(["installation-disk-speed-check", "ntp-synchronizer"]);
    expect(behaviour.atStage?.("Installing")).toEqual({ kind: "fails", reason: "no" });
    expect(behaviour.atStage?.("Rebooting")).toEqual({ kind: "hangs" });
    expect(behaviour.atStage?.("Joined")).toBeNull();
  });

  test("a lost connection comes back", () => {
    const { isOnline } = combineFaults([faults.lostConnection({ afterSeconds: 10, forSeconds: 5 })]).behaviour;
    expect([9, 10, 14, 15].map((second) => isOnline?.(second))).toEqual([true, false, false, true]);
  });
});
