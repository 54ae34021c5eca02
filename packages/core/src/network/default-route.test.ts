import { describe, expect, test } from "vitest";
import { anInventory } from "../../test/builders.ts";
import type { Route } from "../model/observations.ts";
import { defaultRoute } from "./default-route.ts";

const via = (over: Partial<Route>): Route => ({
  interface: "eno1",
  gateway: "192.168.10.1",
  destination: "0.0.0.0",
  metric: 100,
  ...over,
});

describe("the default route", () => {
  test.each<[string, Route[], string | null]>([
    ["of several is the one with the lowest metric", [via({}), via({ interface: "eno2", metric: 50 })], "eno2"],
    ["of equals is the first", [via({}), via({ interface: "eno2" })], "eno1"],
    ["needs a gateway", [via({ gateway: "" })], null],
    ["goes anywhere, not to one network", [via({ destination: "10.0.0.0" })], null],
    ["may be IPv6", [via({ destination: "::", gateway: "fe80::1", interface: "eno3" })], "eno3"],
  ])("%s", (_, routes, expected) => {
    expect(defaultRoute(anInventory(1, { routes }))?.interface ?? null).toBe(expected);
  });

  test("of one family leaves the other alone", () => {
    const routes = [via({}), via({ destination: "::", gateway: "fe80::1", interface: "eno3", metric: 1 })];
    expect(defaultRoute(anInventory(1, { routes }), "IPv4")?.interface).toBe("eno1");
  });
});
