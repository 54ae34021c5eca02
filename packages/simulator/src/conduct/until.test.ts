import { ApiError, ConnectionError } from "@muster/contract";
import { expect, test } from "vitest";
import { describeCluster } from "./describe.ts";
import { until } from "./until.ts";

const soon = { withinSeconds: 5, everyMilliseconds: 1 };

test("the first value that holds ends the wait", async () => {
  let count = 0;
  const look = async () => ++count;
  expect(await until({ what: "three", look, holds: (value) => value === 3, ...soon })).toBe(3);
});

test("a wait in vain says what was waited for and what was seen last", async () => {
  const wait = until({
    what: "a miracle",
    look: async () => ({ status: "insufficient" }),
    holds: () => false,
    withinSeconds: 0.01,
  });
  await expect(wait).rejects.toThrow(/a miracle.*\n.*insufficient/);
});

test("a wait for what cannot come any more ends at once", async () => {
  const wait = until({
    what: "success",
    look: async () => "error",
    holds: (value) => value === "installed",
    hopeless: (value) => (value === "error" ? "it failed" : null),
    withinSeconds: 60,
  });
  await expect(wait).rejects.toThrow(/cannot come: it failed/);
});

test("a service that is away is waited for, a refusal is not", async () => {
  const errors: Error[] = [
    new ConnectionError("http://x", new Error("refused")),
    new ApiError({ id: "getHealth" }, 503, { text: "" }),
  ];
  const look = async () => {
    const error = errors.shift();
    if (error) throw error;
    return "back";
  };
  expect(await until({ what: "the service", look, holds: () => true, ...soon })).toBe("back");
  const refuse = async () => {
    throw new ApiError({ id: "getHealth" }, 404, { text: "gone" });
  };
  await expect(until({ what: "it", look: refuse, holds: () => true, ...soon })).rejects.toThrow("gone");
});

test("a cluster in words names what fails, on it and on its hosts", () => {
  const validations = (status: string) =>
    JSON.stringify({ network: [{ id: "connected", status, message: "no contact" }] });
  const text = describeCluster({
    id: "1",
    kind: "Cluster",
    href: "",
    image_info: {},
    name: "lab",
    status: "insufficient",
    status_info: "not ready",
    validations_info: validations("success"),
    hosts: [
      {
        id: "2",
        kind: "Host",
        href: "",
        status: "insufficient",
        status_info: "look",
        requested_hostname: "lab-0",
        progress: { current_stage: "Rebooting" },
        validations_info: validations("failure"),
      },
    ],
  });
  expect(text).toBe(
    [
      "cluster lab is insufficient: not ready",
      '  host lab-0 (no role) is insufficient at "Rebooting": look',
      "    failure connected: no contact",
    ].join("\n"),
  );
});
