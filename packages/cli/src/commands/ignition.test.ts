import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scratch } from "../../test/scratch.ts";
import { run } from "../../test/terminal.ts";

const { at, put } = scratch();

const secretHash = "$6$salt$hunter2";
const good = JSON.stringify({
  ignition: { version: "3.3.0" },
  kernelArguments: { shouldExist: ["quiet"] },
  passwd: { users: [{ name: "core", passwordHash: secretHash, sshAuthorizedKeys: ["ssh-ed25519 AAAA hunter2"] }] },
  storage: {
    files: [
      { path: "/etc/hostname", mode: 0o644, contents: { source: "data:,node-1%0A" } },
      {
        path: "/etc/packed",
        contents: { source: "data:;base64,H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA=", compression: "gzip" },
      },
      { path: "/etc/binary", contents: { source: "data:;base64,//79" } },
      { path: "/etc/far", contents: { source: "https://u:hunter2@example.com/far?token=hunter2" } },
    ],
  },
  systemd: {
    units: [
      {
        name: "agent.service",
        enabled: true,
        contents: "[Service]\nExecStart=/bin/true\n\n[Install]\nWantedBy=multi-user.target\n",
        dropins: [{ name: "10-more.conf", contents: "[Service]\nNice=5" }],
      },
    ],
  },
});
const mistaken = `{
  "ignition": {"version": "3.3.0"},
  "storage": {
    "files": [{"path": "etc/a", "modes": 420}],
    "directories": [{"path": "/opt", "mode": 99999}]
  }
}
`;

describe("muster ignition check", () => {
  test("a good file has no problems", async () => {
    const file = put("good.ign", good);
    expect(await run(`ignition check ${file}`)).toEqual({ code: 0, out: `${file}: no problems\n`, err: "" });
  });

  test("all mistakes of all files, as file:line:column with their paths, and exit code 1", async () => {
    const [one, two] = [put("one.ign", mistaken), put("two.ign", '{"ignition": {"version": "3.3.0"},}')];
    const { code, out, err } = await run(`ignition check ${one} ${put("good.ign", good)} ${two}`);
    expect([code, err]).toEqual([1, ""]);
    expect(out.split("\n").map((line) => line.split(": found")[0])).toEqual([
      `${one}:4:24: $.storage.files[0].path`,
      `warning: ${one}:4:42: $.storage.files[0].modes`,
      `${one}:5:46: $.storage.directories[0].mode`,
      `${two}:1:35: $`,
      "",
    ]);
  });

  test("a warning alone refuses nothing", async () => {
    const { code, out } = await run(
      `ignition check ${put("warned.ign", '{"ignition": {"version": "3.3.0"}, "storrage": {}}')}`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^warning: \S+:1:48: \$\.storrage: .*write storage/);
  });

  test("for programs: a list of problems", async () => {
    const file = put("one.ign", mistaken);
    const { code, out } = await run(`ignition check ${file} -o json`);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      { file, line: 4, column: 24, severity: "error", code: "path_not_absolute", path: "$.storage.files[0].path" },
      { severity: "warning", code: "unknown_key" },
      { severity: "error", code: "mode_out_of_range" },
    ]);
  });

  test("reads the standard input", async () => {
    const { code, out } = await run("ignition check -", {}, { input: async () => mistaken });
    expect(code).toBe(1);
    expect(out).toMatch(/^-:4:24: /);
  });

  test("a file that is not there", async () => {
    const { code, err } = await run(`ignition check ${at("nowhere.ign")}`);
    expect(code).toBe(1);
    expect(err).toContain("nowhere.ign cannot be read: it does not exist.");
  });
});

describe("muster ignition merge", () => {
  const override = (source: string) =>
    JSON.stringify({
      ignition: { version: "3.4.0" },
      storage: { files: [{ path: "/etc/hostname", contents: { source } }] },
    });

  test("the later config wins; the result is the same as JSON and as YAML", async () => {
    const files = `${put("good.ign", good)} ${put("over.ign", override("data:,node-2"))}`;
    const { code, out, err } = await run(`ignition merge ${files}`);
    expect([code, err]).toEqual([0, ""]);
    const merged = JSON.parse(out);
    expect(merged.ignition.version).toBe("3.4.0");
    expect(merged.storage.files[0]).toMatchObject({ mode: 0o644, contents: { source: "data:,node-2" } });
    expect(merged.passwd.users[0].passwordHash).toBe(secretHash);
    expect(parse((await run(`ignition merge ${files} -o yaml`)).out)).toEqual(merged);
    const again = await run(`ignition check ${put("merged.ign", out)}`);
    expect(again.out).toContain("no problems");
  });

  test("one of them may come from the standard input, but not two", async () => {
    const outside = { input: async () => override("data:,node-3") };
    const { code, out } = await run(`ignition merge ${put("good.ign", good)} -`, {}, outside);
    expect([code, JSON.parse(out).storage.files[0].contents.source]).toEqual([0, "data:,node-3"]);
    expect(await run("ignition merge - -", {}, outside)).toMatchObject({ code: 2, out: "" });
  });

  test("nothing is merged when one of them has a mistake, and nothing is printed", async () => {
    const { code, out, err } = await run(`ignition merge ${put("good.ign", good)} ${put("one.ign", mistaken)}`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^error: \S+one\.ign:4:24: .*\nerror: \S+one\.ign:5:46: .*\nCorrect the config\.\n$/);
  });

  test("sound configs that contradict each other", async () => {
    const owner = (user: object) =>
      JSON.stringify({ ignition: { version: "3.3.0" }, storage: { files: [{ path: "/a", user }] } });
    const { code, err } = await run(
      `ignition merge ${put("id.ign", owner({ id: 1 }))} ${put("name.ign", owner({ name: "core" }))}`,
    );
    expect(code).toBe(1);
    expect(err).toContain("error: the merged config: $.storage.files[0].user");
  });
});

describe("muster ignition show", () => {
  test("a summary without secrets", async () => {
    const { code, out, err } = await run(`ignition show ${put("good.ign", good)}`);
    expect([code, err]).toEqual([0, ""]);
    expect(out).not.toContain("hunter2");
    expect(out).toMatch(/^Version {6}3\.3\.0\nIn an image {2}\d+ bytes of the 256 KiB that images reserve\n\nFiles\n/);
    expect(out).toMatch(/ {2}file {2}\/etc\/hostname +0644 {2}root:root {2}7 bytes\n/);
    expect(out).toContain("https://example.com/far\n");
    expect(out).toMatch(/Units\n {2}agent\.service {2}enabled {2}a unit of its own, 10-more\.conf\n/);
    expect(out).toMatch(/Users\n {2}core +1 SSH key, a password\n/);
    expect(out).toContain("Kernel arguments\n  +quiet\n");
  });

  test("secrets for those who ask", async () => {
    const file = put("good.ign", good);
    expect((await run(`ignition show ${file} --secrets`)).out).toContain(secretHash);
    const [plain, asked] = [
      JSON.parse((await run(`ignition show ${file} -o json`)).out),
      JSON.parse((await run(`ignition show ${file} -o json --secrets`)).out),
    ];
    expect(JSON.stringify(plain)).not.toContain("hunter2");
    expect(asked.users[0]).toMatchObject({ passwordHash: secretHash, sshAuthorizedKeys: ["ssh-ed25519 AAAA hunter2"] });
  });

  test("the contents of a file, decoded and unpacked", async () => {
    const file = put("good.ign", good);
    expect((await run(`ignition show ${file} --file /etc/hostname`)).out).toBe("node-1\n");
    expect((await run(`ignition show ${file} --file /etc/packed`)).out).toBe("hello\n");
    expect((await run("ignition show - --file /etc/hostname", {}, { input: async () => good })).out).toBe("node-1\n");
    const written = await run(`ignition show ${file} --file /etc/binary --to ${at("binary")}`);
    expect([written.code, readFileSync(at("binary")).toString("hex")]).toEqual([0, "fffefd"]);
  });

  test("the contents of a unit, with what is dropped in", async () => {
    const { out } = await run(`ignition show ${put("good.ign", good)} --unit agent.service`);
    expect(out).toMatch(/^\[Service\]\nExecStart=.*\n\n# agent\.service\.d\/10-more\.conf\n\[Service\]\nNice=5\n$/s);
  });

  test.each([
    ["--file /etc/hostnam", 1, /there is no file \/etc\/hostnam in .*\nDid you mean \/etc\/hostname\?/],
    ["--file /etc/binary", 1, /holds 3 bytes that are no text\.\nWrite them to a file with --to OUT/],
    ["--file /etc/far", 1, /are not in .*: a machine fetches them/],
    ["--unit agen.service", 1, /Did you mean agent\.service\?/],
    ["--file /a --unit b.service", 2, /both given/],
    ["--to out", 2, /Add --file PATH/],
  ])("%s is explained", async (flags, expected, says) => {
    const { code, out, err } = await run(`ignition show ${put("good.ign", good)} ${flags}`);
    expect([code, out]).toEqual([expected, ""]);
    expect(err).toMatch(says);
    expect(err).not.toContain("hunter2");
  });

  test("a config with mistakes is not shown, but explained", async () => {
    const { code, out, err } = await run(`ignition show ${put("one.ign", mistaken)}`);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^error: \S+one\.ign:4:24: /);
  });
});

test("a device without an end is no config, and is not read to it", async () => {
  const { code, err } = await run("ignition check /dev/zero");
  expect([code, err]).toEqual([1, expect.stringContaining("/dev/zero has more than 67108864 bytes")]);
});
