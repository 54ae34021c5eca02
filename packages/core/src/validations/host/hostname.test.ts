import { expect, test } from "vitest";
import { aHost } from "../../../test/builders.ts";
import { outcomes } from "../../../test/host-facts.ts";
import { isHostname } from "./hostname.ts";

const named = (requestedHostname: string) => ({ host: { requestedHostname } });

outcomes("hostname-valid", [
  ["a plain name", named("node-1"), "success", "node-1"],
  ["a full name", named("node-1.example.com"), "success"],
  ["upper case", named("Node-1"), "failure", '"Node-1"'],
  ["an underscore", named("node_1"), "failure"],
  ["a hyphen in front", named("-node"), "failure"],
  ["63 characters", named("a".repeat(63)), "success"],
  ["64 characters", named("a".repeat(64)), "failure"],
  ["a name every machine has", named("localhost"), "failure", "which every machine has"],
  ["what the machine calls itself", { ...named(""), inventory: { hostname: "localhost.localdomain" } }, "failure"],
  ["no name at all", { ...named(""), inventory: { hostname: "" } }, "failure"],
  ["in a pool", { ...named("localhost6"), cluster: null }, "failure"],
  ["no inventory", { inventory: null }, "pending"],
]);

test.each([
  "localhost",
  "localhost.localdomain",
  "localhost4",
  "localhost4.localdomain4",
  "localhost6",
  "localhost6.localdomain6",
  "",
])("nobody may be called %j", (name) => {
  expect(isHostname(name)).toBe(false);
});

outcomes("hostname-unique", [
  ["nobody else has it", {}, "success"],
  ["another host has it", named("master-2"), "failure", "the name master-2 on another host too"],
  [
    "two others have it",
    { ...named("twin"), others: [aHost({ requestedHostname: "twin" }, 2), aHost({ requestedHostname: "twin" }, 3)] },
    "failure",
    "on 2 other hosts",
  ],
  ["another machine calls itself so", { ...named("host-9"), others: [aHost({}, 9)] }, "failure"],
  ["no inventory", { inventory: null }, "pending"],
  ["in a pool", { cluster: null }, "not-applicable"],
]);
