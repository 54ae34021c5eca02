import { expect, test } from "vitest";
import { mergeIgnition } from "./merge-ignition.ts";

const file = (path: string, source: string) => ({ path, mode: 0o644, contents: { source } });
const parent = {
  ignition: { version: "3.1.0", proxy: { httpProxy: "http://one" } },
  passwd: { users: [{ name: "core", sshAuthorizedKeys: ["a"] }] },
  storage: { files: [file("/a", "data:,1"), file("/b", "data:,2")] },
  systemd: { units: [{ name: "agent.service", enabled: true, contents: "[Unit]" }] },
};

test("a child adds what is new, and wins where both say something", () => {
  const child = {
    ignition: { version: "3.2.0" },
    passwd: { users: [{ name: "core", sshAuthorizedKeys: ["a", "b"], passwordHash: "x" }, { name: "other" }] },
    storage: { files: [file("/b", "data:,3"), file("/c", "data:,4")], links: [{ path: "/d", target: "/a" }] },
    systemd: { units: [{ name: "agent.service", enabled: false, dropins: [{ name: "10.conf" }] }] },
  };
  expect(mergeIgnition(parent, child)).toEqual({
    ignition: { version: "3.2.0", proxy: { httpProxy: "http://one" } },
    passwd: { users: [{ name: "core", sshAuthorizedKeys: ["a", "b"], passwordHash: "x" }, { name: "other" }] },
    storage: {
      files: [file("/a", "data:,1"), file("/b", "data:,3"), file("/c", "data:,4")],
      links: [{ path: "/d", target: "/a" }],
    },
    systemd: {
      units: [{ name: "agent.service", enabled: false, contents: "[Unit]", dropins: [{ name: "10.conf" }] }],
    },
  });
});

test.each([
  ["3.1.0", "3.1.0"],
  ["3.4.0", "3.4.0"],
  ["3.10.0", "3.10.0"],
])("a child of version %s makes the whole %s", (version, expected) =>
  expect(mergeIgnition(parent, { ignition: { version } })).toMatchObject({ ignition: { version: expected } }),
);

test("a child with nothing to say changes nothing", () =>
  expect(mergeIgnition(parent, { ignition: { version: "3.1.0" } })).toEqual(parent));
