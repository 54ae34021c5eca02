import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileContents, parseIgnition, printIgnition } from "../index.ts";
import { ignitionConfig, joinParts } from "./config.ts";
import { appendedFile, directory, file, link } from "./nodes.ts";
import { dropin, maskedUnit, systemUnit, unit } from "./units.ts";
import { user } from "./users.ts";

const parts = {
  files: [
    file("/etc/b", "two\n", { mode: 0o600 }),
    appendedFile("/etc/a", "one\n"),
    file("/bin/c", new Uint8Array([0, 255])),
  ],
  directories: [directory("/opt/d", { mode: 0o700, user: "core", group: "wheel" })],
  links: [link("/etc/l", "../usr/l")],
  units: [
    unit("b.service", "[Service]\nExecStart=/bin/b\n[Install]\nWantedBy=multi-user.target\n"),
    maskedUnit("c.timer"),
    systemUnit("d.socket", { enabled: false }),
    dropin("a.service", "10-x.conf", "[Unit]\n"),
  ],
  users: [user("core", { sshKeys: "ssh-rsa A\n\n# mine\nssh-rsa B\nssh-rsa A\n", groups: ["wheel"] })],
};

describe("building configs", () => {
  test("each part is where the specification has it, and the whole is sound", () => {
    const config = ignitionConfig("3.2.0", parts);
    expect(parseIgnition(printIgnition(config))).toEqual({ kind: "ok", value: config, warnings: [] });
    expect(config).toEqual({
      ignition: { version: "3.2.0" },
      passwd: { users: [{ name: "core", sshAuthorizedKeys: ["ssh-rsa A", "ssh-rsa B"], groups: ["wheel"] }] },
      storage: {
        directories: [{ path: "/opt/d", mode: 0o700, user: { name: "core" }, group: { name: "wheel" } }],
        files: [
          { path: "/bin/c", contents: { source: "data:;base64,AP8=" }, mode: 0o644, overwrite: true },
          { path: "/etc/a", append: [{ source: "data:,one%0A" }] },
          { path: "/etc/b", contents: { source: "data:,two%0A" }, mode: 0o600, overwrite: true },
        ],
        links: [{ path: "/etc/l", target: "../usr/l", overwrite: true }],
      },
      systemd: {
        units: [
          { name: "a.service", dropins: [{ name: "10-x.conf", contents: "[Unit]\n" }] },
          {
            name: "b.service",
            enabled: true,
            contents: "[Service]\nExecStart=/bin/b\n[Install]\nWantedBy=multi-user.target\n",
          },
          { name: "c.timer", mask: true },
          { name: "d.socket", enabled: false },
        ],
      },
    });
  });

  test("the same parts in any order are the same text", () => {
    const whole = printIgnition(ignitionConfig("3.2.0", parts));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(parts.files, { minLength: 3 }),
        fc.shuffledSubarray(parts.units, { minLength: 4 }),
        (files, units) => {
          expect(printIgnition(ignitionConfig("3.2.0", { ...parts, files, units }))).toBe(whole);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("parts are joined, and what is empty leaves no trace", () => {
    const joined = joinParts({ files: [file("/a", "")] }, {}, { ignition: { timeouts: { httpTotal: 9 } }, users: [] });
    expect(ignitionConfig("3.1.0", joined)).toEqual({
      ignition: { version: "3.1.0", timeouts: { httpTotal: 9 } },
      storage: { files: [{ path: "/a", contents: { source: "data:," }, mode: 0o644, overwrite: true }] },
    });
    expect(ignitionConfig("3.1.0", {})).toEqual({ ignition: { version: "3.1.0" } });
  });

  test("contents are found again by path", () => {
    const config = ignitionConfig("3.2.0", parts);
    expect(fileContents(config, "/etc/b")).toEqual({ kind: "bytes", bytes: Buffer.from("two\n") });
    expect(fileContents(config, "/etc/none")).toBeNull();
  });
});
