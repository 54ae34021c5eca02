import { describe, expect, test } from "vitest";
import { Backlog } from "./backlog.ts";
import type { ResourceEntry } from "./entry.ts";
import { eventMessage, type Message } from "./message.ts";

const limits = { resources: 5, events: 3 };

const resource = (position: number, id = `host-${position}`): ResourceEntry => ({
  kind: "host",
  id,
  key: `host:${id}`,
  clusterId: null,
  infraEnvId: null,
  hostId: id,
  position,
  owner: null,
  at: 0,
  fate: "changed",
});

const event = (position: number): Message => {
  const time = new Date(0);
  return eventMessage({ name: "", severity: "info", category: "user", message: "", time }, position, null);
};

const positions = (backlog: Backlog, since: number) => backlog.after(since).map(({ position }) => position);

describe("the backlog", () => {
  test("keeps of each resource the newest change, in order", () => {
    const backlog = new Backlog(10, limits);
    for (const [position, id] of [
      [11, "a"],
      [12, "b"],
      [13, "a"],
    ] as const)
      backlog.addResource(resource(position, id));
    backlog.addEvent(event(14));
    expect(positions(backlog, 10)).toEqual([12, 13, 14]);
    expect([backlog.reaches(9), backlog.reaches(10)]).toEqual([false, true]);
  });

  test("puts what was before its start in front", () => {
    const backlog = new Backlog(10, limits);
    backlog.addResource(resource(11, "a"));
    backlog.prepend(5, [resource(6, "a"), resource(7, "b")], [event(8)]);
    expect(positions(backlog, 5)).toEqual([7, 8, 11]);
    expect([backlog.reaches(4), backlog.reaches(5)]).toEqual([false, true]);
  });

  test("does not pretend to reach over what it let go of since its start", () => {
    const events = new Backlog(10, limits);
    for (let position = 11; position < 20; position += 1) events.addEvent(event(position));
    expect(events.reaches(11)).toBe(false);
    events.prepend(5, [], [event(8)]);
    expect([events.reaches(5), events.reaches(11), events.reaches(18)]).toEqual([false, false, true]);
    const resources = new Backlog(10, limits);
    for (let position = 11; position < 18; position += 1) resources.addResource(resource(position));
    resources.prepend(5, [resource(8)], []);
    expect([resources.reaches(5), resources.reaches(10), resources.reaches(12)]).toEqual([false, false, true]);
  });

  test("nor over what there was no room for when the rest was put in front", () => {
    const backlog = new Backlog(10, limits);
    for (let position = 11; position < 15; position += 1) backlog.addResource(resource(position));
    backlog.prepend(5, [resource(6), resource(7), resource(8)], []);
    expect([backlog.reaches(6), backlog.reaches(7)]).toEqual([false, true]);
    expect(positions(backlog, 7)).toEqual([8, 11, 12, 13, 14]);
  });
});
