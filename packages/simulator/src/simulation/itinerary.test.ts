import { describe, expect, test } from "vitest";
import { type HostAction, Itinerary, type Leg, reach, type View } from "./itinerary.ts";

const view = (status: string, more: Partial<View> = {}): View => ({ status, info: "", failing: new Set(), ...more });

function itinerary(...legs: readonly Leg[]) {
  const done: HostAction[] = [];
  return { done, way: new Itinerary(legs, (action) => void done.push(action)) };
}

describe("an itinerary", () => {
  test("without legs is met by anything, also by nothing", () => {
    expect(itinerary().way.isMet(0)).toBe(true);
  });

  test("goes through its stations in order, and does what stands between them", () => {
    const { done, way } = itinerary(
      reach({ status: "known" }),
      { kind: "do", action: "unplug" },
      reach({ status: "disconnected" }),
      { kind: "do", action: "plug-in" },
      reach({ status: "installed" }),
    );
    way.observe(null, 0);
    way.observe(view("installed"), 1);
    expect([way.isMet(1), done]).toEqual([false, []]);
    way.observe(view("known"), 2);
    expect(done).toEqual(["unplug"]);
    way.observe(view("disconnected"), 3);
    way.observe(view("installed"), 4);
    expect([way.isMet(4), done]).toEqual([true, ["unplug", "plug-in"]]);
  });

  test("waits until a status that may pass has lasted; one that is final counts at once", () => {
    const { way } = itinerary(reach({ status: "insufficient" }));
    way.observe(view("insufficient"), 100);
    expect(way.isMet(200)).toBe(false);
    way.observe(view("known"), 250);
    way.observe(view("insufficient"), 300);
    expect([way.isMet(400), way.isMet(480)]).toEqual([false, true]);
    const final = itinerary(reach({ status: "error" })).way;
    final.observe(view("error"), 0);
    expect(final.isMet(0)).toBe(true);
  });

  test("wants everything that a station names, whatever the case of the words", () => {
    const station = { status: "error", validation: "connected", info: "Input/Output", stage: "Rebooting", hosts: 2 };
    const all = view("error", {
      info: "an input/output error",
      failing: new Set(["connected"]),
      stage: "Rebooting",
      hosts: 2,
    });
    const met = (seen: View) => {
      const { way } = itinerary(reach(station));
      way.observe(seen, 0);
      return way.isMet(0);
    };
    expect(met(all)).toBe(true);
    const others = [
      { info: "" },
      { failing: new Set<string>() },
      { stage: "Joined" },
      { hosts: 3 },
      { status: "known" },
    ];
    expect(others.map((other) => met({ ...all, ...other }))).toEqual(others.map(() => false));
  });

  test("says what it waits for and what is there", () => {
    const { way } = itinerary(reach({ status: "error", validation: "ntp-synced", info: "disk", hosts: 2 }));
    expect(way.missing().found).toBe("nothing: it never registered");
    way.observe(view("known", { info: "fine", failing: new Set(["mtu-valid"]) }), 0);
    expect(way.missing()).toEqual({
      expected: 'error with ntp-synced failing saying "disk" with 2 hosts',
      found: "known: fine; failing: mtu-valid",
    });
    expect([way.awaits("error"), way.awaits("installed")]).toEqual([true, false]);
  });
});
