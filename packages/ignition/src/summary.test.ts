import { expect, test } from "vitest";
import {
  appendedFile,
  directory,
  file,
  type IgnitionConfig,
  ignitionConfig,
  link,
  maskedUnit,
  summariseIgnition,
  user,
} from "./index.ts";

test("a summary tells what a config does, and no secrets", () => {
  const config: IgnitionConfig = {
    ...ignitionConfig("3.3.0", {
      ignition: { config: { merge: [{ source: "https://u:hunter2@h/worker?token=hunter2" }] } },
      files: [file("/etc/b", "hunter2\n", { mode: 0o600 }), appendedFile("/etc/a", "x", { user: "core" })],
      directories: [directory("/opt")],
      links: [link("/etc/l", "/t")],
      units: [{ name: "a.service", enabled: true, dropins: [{ name: "1.conf" }] }, maskedUnit("b.service")],
      users: [user("core", { sshKeys: "ssh-rsa hunter2", passwordHash: "$6$hunter2" })],
      kernelArguments: { shouldExist: ["quiet"], shouldNotExist: ["rhgb"] },
    }),
  };
  const summary = summariseIgnition(config);
  expect(JSON.stringify(summary)).not.toContain("hunter2");
  expect(summary).toEqual({
    version: "3.3.0",
    nodes: [
      { kind: "file", path: "/etc/a", mode: "0644", owner: "core:root", holds: "+ 1 bytes" },
      { kind: "file", path: "/etc/b", mode: "0600", owner: "root:root", holds: "8 bytes" },
      { kind: "link", path: "/etc/l", mode: "", owner: "root:root", holds: "→ /t" },
      { kind: "directory", path: "/opt", mode: "0755", owner: "root:root", holds: "" },
    ],
    units: [
      { name: "a.service", state: "enabled", dropins: ["1.conf"], hasContents: false },
      { name: "b.service", state: "masked", dropins: [], hasContents: false },
    ],
    users: [{ name: "core", groups: [], sshKeys: 1, hasPassword: true }],
    groups: [],
    kernelArguments: ["+quiet", "-rhgb"],
    devices: [],
    references: ["merge https://h/worker"],
  });
});
