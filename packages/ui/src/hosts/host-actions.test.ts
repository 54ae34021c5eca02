import { expect, test } from "vitest";
import { hostActions, mayDo } from "./host-actions.ts";

const allowed = (circumstances: Parameters<typeof mayDo>[1]) =>
  hostActions.filter((action) => mayDo(action, circumstances));

test.each([
  [
    "a host of a cluster that is being described",
    { status: "known", cluster: "insufficient", hasLogs: false },
    ["edit", "remove", "unbind"],
  ],
  ["a host of a pool", { status: "known-unbound", cluster: null, hasLogs: false }, ["edit", "remove", "bind"]],
  [
    "a host while its cluster is installed",
    { status: "installing-in-progress", cluster: "installing", hasLogs: true },
    ["logs"],
  ],
  [
    "a ready host on day 2",
    { status: "known", cluster: "adding-hosts", hasLogs: false },
    ["edit", "remove", "install", "unbind"],
  ],
  [
    "a host that failed on day 2",
    { status: "error", cluster: "adding-hosts", hasLogs: true },
    ["remove", "reset", "logs"],
  ],
] as const)("%s", (_, circumstances, actions) => {
  expect(allowed(circumstances)).toEqual(actions);
});
