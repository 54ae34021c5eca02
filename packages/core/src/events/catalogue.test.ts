import { describe, expect, test } from "vitest";
import { draftEvent, eventCatalogue } from "./catalogue.ts";
import type { EventKind } from "./kind.ts";
import { defaultEventRateLimits, eventRateLimitKey } from "./rate-limits.ts";

const entries = Object.entries<EventKind<string>>(eventCatalogue);
const count = (field: "subject" | "severity" | "category") =>
  Object.fromEntries([...Map.groupBy(entries, ([, kind]) => kind[field])].map(([key, group]) => [key, group.length]));

describe("the catalogue of events", () => {
  test("lists the 80 events of the wire, by subject and severity", () => {
    expect(entries).toHaveLength(80);
    expect(count("subject")).toEqual({ host: 37, cluster: 32, infra_env: 11 });
    expect(count("severity")).toEqual({ info: 49, error: 21, warning: 9, critical: 1 });
    expect(count("category")).toEqual({ user: 80 });
  });

  test.each(entries)("%s says something from its properties alone", (_, kind) => {
    const props = Object.fromEntries(kind.props.map((prop) => [prop, `the-${prop}`]));
    const message = kind.message(props, { clusterId: "c", hostId: "h", infraEnvId: "i" });
    expect(message.length).toBeGreaterThan(5);
    expect(message).not.toMatch(/undefined|null|\[object/);
  });

  test("a draft carries its subject, its properties and the sentence made of them", () => {
    expect(draftEvent("host_bind_succeeded", { hostId: "h", clusterId: "c" }, { host_name: "node-0" })).toEqual({
      name: "host_bind_succeeded",
      severity: "info",
      category: "user",
      message: "Host node-0 now belongs to cluster c.",
      clusterId: "c",
      hostId: "h",
      infraEnvId: null,
      props: { host_name: "node-0" },
    });
  });

  test("a status change is as severe as it says itself", () => {
    const props = {
      host_name: "node-0",
      src_status: "installing",
      new_status: "error",
      info: "Why.",
      severity: "error",
    };
    expect(draftEvent("host_status_updated", { hostId: "h" }, props).severity).toBe("error");
  });

  test("limits are kept per event and subject", () => {
    const about = (hostId: string) =>
      eventRateLimitKey(draftEvent("upgrade_agent_failed", { hostId }, { host_name: hostId, agent_image: "image" }));
    expect(about("a")).not.toBe(about("b"));
    expect(about("a")).toBe(about("a"));
    expect(defaultEventRateLimits.upgrade_agent_started).toBeGreaterThan(0);
  });
});
