import { describe, expect, test } from "vitest";
import { type IgnitionConfig, mergeIgnition } from "./index.ts";

const version = "3.4.0";
const merged = (...configs: Omit<IgnitionConfig, "ignition">[]) => {
  const [base = {}, ...overrides] = configs;
  const outcome = mergeIgnition(
    { ignition: { version }, ...base },
    ...overrides.map((override): IgnitionConfig => ({ ignition: { version }, ...override })),
  );
  if (outcome.kind === "refused") throw new Error(JSON.stringify(outcome.problems));
  const { ignition: _ignition, ...sections } = outcome.value;
  return sections;
};

describe("what the later config says wins", () => {
  test("field by field: what it does not mention stays", () => {
    const base = { storage: { files: [{ path: "/a", mode: 0o644, contents: { source: "data:,old" } }] } };
    const override = { storage: { files: [{ path: "/a", contents: { source: "data:,new" } }] } };
    expect(merged(base, override)).toEqual({
      storage: { files: [{ path: "/a", mode: 0o644, contents: { source: "data:,new" } }] },
    });
  });

  test("entries keep the place of the first config, new ones follow in their order", () => {
    const base = { storage: { files: [{ path: "/a" }, { path: "/b" }] } };
    const override = { storage: { files: [{ path: "/d" }, { path: "/c" }, { path: "/b", mode: 0o600 }] } };
    expect(merged(base, override).storage?.files).toEqual([
      { path: "/a" },
      { path: "/b", mode: 0o600 },
      { path: "/d" },
      { path: "/c" },
    ]);
  });

  test("lists inside entries are merged in the same way", () => {
    const base = {
      systemd: {
        units: [
          { name: "a.service", enabled: true, dropins: [{ name: "1.conf", contents: "[Unit]\n" }, { name: "2.conf" }] },
        ],
      },
    };
    const override = {
      systemd: {
        units: [
          { name: "b.service" },
          {
            name: "a.service",
            enabled: false,
            dropins: [{ name: "3.conf" }, { name: "1.conf", contents: "[Service]\n" }],
          },
        ],
      },
    };
    expect(merged(base, override).systemd?.units).toEqual([
      {
        name: "a.service",
        enabled: false,
        dropins: [{ name: "1.conf", contents: "[Service]\n" }, { name: "2.conf" }, { name: "3.conf" }],
      },
      { name: "b.service" },
    ]);
  });
});

describe("lists of plain values", () => {
  test("keys, groups, devices and proxy exceptions are each there once", () => {
    const base = { passwd: { users: [{ name: "core", sshAuthorizedKeys: ["a", "b"], groups: ["x"] }] } };
    const override = { passwd: { users: [{ name: "core", sshAuthorizedKeys: ["c", "b"], groups: ["y"] }] } };
    expect(merged(base, override).passwd?.users).toEqual([
      { name: "core", sshAuthorizedKeys: ["a", "b", "c"], groups: ["x", "y"] },
    ]);
  });

  test("options of commands, and what is appended to a file, follow each other even when they are equal", () => {
    const base = {
      storage: {
        files: [{ path: "/a", append: [{ source: "data:,x" }] }],
        filesystems: [{ device: "/dev/a", format: "ext4", options: ["-m", "1"] }],
      },
    };
    expect(merged(base, base).storage).toEqual({
      files: [{ path: "/a", append: [{ source: "data:,x" }, { source: "data:,x" }] }],
      filesystems: [{ device: "/dev/a", format: "ext4", options: ["-m", "1", "-m", "1"] }],
    });
  });
});

describe("entries that exclude each other", () => {
  test("a link takes the place of a file, a file that of a directory, a directory that of a link", () => {
    const base = {
      storage: {
        files: [{ path: "/a", mode: 0o600 }, { path: "/x" }],
        directories: [{ path: "/b" }],
        links: [{ path: "/c", target: "/t" }],
      },
    };
    const override = {
      storage: { links: [{ path: "/a", target: "/u" }], files: [{ path: "/b" }], directories: [{ path: "/c" }] },
    };
    expect(merged(base, override).storage).toEqual({
      directories: [{ path: "/c" }],
      files: [{ path: "/x" }, { path: "/b" }],
      links: [{ path: "/a", target: "/u" }],
    });
  });

  test("a kernel argument that must not exist takes that argument away, and the other way round", () => {
    const base = { kernelArguments: { shouldExist: ["a", "b"], shouldNotExist: ["c"] } };
    const override = { kernelArguments: { shouldExist: ["c", "d"], shouldNotExist: ["a"] } };
    expect(merged(base, override).kernelArguments).toEqual({ shouldExist: ["b", "c", "d"], shouldNotExist: ["a"] });
  });
});

describe("odd keys", () => {
  test("partitions are told apart by number, or by label where they have none", () => {
    const base = {
      storage: { disks: [{ device: "/dev/a", partitions: [{ number: 1, label: "x" }, { label: "z" }] }] },
    };
    const override = {
      storage: {
        disks: [
          { device: "/dev/a", partitions: [{ label: "z", sizeMiB: 4 }, { number: 1, sizeMiB: 3 }, { label: "1" }] },
        ],
      },
    };
    expect(merged(base, override).storage?.disks?.[0]?.partitions).toEqual([
      { number: 1, label: "x", sizeMiB: 3 },
      { label: "z", sizeMiB: 4 },
      { label: "1" },
    ]);
  });

  test("a header without a value removes the header of that name", () => {
    const file = (...httpHeaders: { name: string; value?: string }[]) => ({
      storage: { files: [{ path: "/a", contents: { source: "http://h/x", httpHeaders } }] },
    });
    const base = file({ name: "A", value: "1" }, { name: "B", value: "2" });
    const override = file({ name: "B" }, { name: "A", value: "9" }, { name: "C", value: "3" });
    expect(merged(base, override)).toEqual(file({ name: "A", value: "9" }, { name: "C", value: "3" }));
  });
});

describe("the result", () => {
  test("has the newest of the versions", () => {
    const of = (each: "3.1.0" | "3.2.0" | "3.4.0"): IgnitionConfig => ({ ignition: { version: each } });
    expect(mergeIgnition(of("3.2.0"), of("3.4.0"), of("3.1.0"))).toMatchObject({
      value: { ignition: { version: "3.4.0" } },
    });
  });

  test("is refused when two sound configs make a broken one", () => {
    const of = (user: object): IgnitionConfig => ({
      ignition: { version },
      storage: { files: [{ path: "/a", user }] },
    });
    expect(mergeIgnition(of({ name: "core" }), of({ id: 0 }))).toMatchObject({
      kind: "refused",
      problems: [{ code: "owner_twice", path: "$.storage.files[0].user" }],
    });
  });

  test("of one config alone is that config", () => {
    const config: IgnitionConfig = { ignition: { version }, storage: { files: [{ path: "/a" }] } };
    expect(mergeIgnition(config)).toEqual({ kind: "ok", value: config, warnings: [] });
  });
});
