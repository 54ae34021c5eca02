import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyConfig } from "../../test/arbitraries.ts";
import { isRoot, ScratchRoot } from "../../test/scratch-root.ts";
import {
  discoveryConfig,
  file,
  type IgnitionConfig,
  ignitionConfig,
  problemCodes,
  systemUnit,
  unit,
  user,
} from "../index.ts";

const service = "[Service]\nExecStart=/bin/a\n[Install]\nWantedBy=multi-user.target\n";

describe("a whole config", () => {
  const config = ignitionConfig("3.3.0", {
    files: [file("/etc/a", "a"), file("/opt/b/c", "c", { user: "core" })],
    links: [{ path: "/etc/l", target: "a" }],
    directories: [{ path: "/srv/d", mode: 0o2770 }],
    units: [unit("a.service", service), systemUnit("sshd.service", { enabled: false })],
    users: [user("core", { sshKeys: "ssh-rsa A" })],
    kernelArguments: { shouldExist: ["quiet"], shouldNotExist: ["rhgb"] },
  });

  test("is applied, and a second run changes nothing", async () => {
    const root = new ScratchRoot();
    const first = await root.apply(config);
    expect(first).toMatchObject({
      kind: "applied",
      kernelArguments: { shouldExist: ["quiet"], shouldNotExist: ["rhgb"] },
    });
    const after = root.snapshot();
    expect(await root.apply(config)).toMatchObject({ kind: "applied", changes: [] });
    expect(root.snapshot()).toEqual(after);
  });

  test("leaves its kernel arguments for the boot loader of the system", async () => {
    const root = new ScratchRoot();
    await root.apply(config);
    expect(JSON.parse(root.read("/etc/muster/kernel-arguments.json"))).toEqual({
      shouldExist: ["quiet"],
      shouldNotExist: ["rhgb"],
    });
  });

  test("the discovery config is applied as a whole", async () => {
    const built = discoveryConfig({
      infraEnvId: "5c5a1f2c-3fd4-4b1a-9c53-9f21e4f1b9d1",
      serviceBaseUrl: "http://m:8090",
      agentImage: "quay.io/a/b:c",
      pullSecret: "{}",
      sshKeys: "ssh-rsa A",
    });
    const root = new ScratchRoot({ "/usr/lib/systemd/system/multipathd.service": service });
    expect(built.kind === "ok" && (await root.apply(built.value))).toMatchObject({ kind: "applied", warnings: [] });
    expect(root.tree("etc/systemd/system/multi-user.target.wants")).toContain(
      "etc/systemd/system/multi-user.target.wants/agent.service -> /etc/systemd/system/agent.service",
    );
    expect(root.mode("/root/.docker/config.json")).toBe("600");
  });

  test("any config is applied or refused; what is applied is the same after a second run, what is refused leaves no trace", async () => {
    await fc.assert(
      fc.asyncProperty(anyConfig, async (any) => {
        const root = new ScratchRoot({ "/etc/b": "something", "/etc/group": "wheel:x:10:\nsudo:x:11:\nadm:x:12:\n" });
        const { ignition: _ignition, ...sections } = withoutNetwork(any);
        const before = root.snapshot();
        const first = await root.apply(sections);
        const after = root.snapshot();
        if (first.kind === "refused") expect(after).toEqual(before);
        else {
          expect(first.kind).toBe("applied");
          expect(await root.apply(sections)).toMatchObject({ kind: "applied", changes: [] });
          expect(root.snapshot()).toEqual(after);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("what it cannot do", () => {
  test("is refused before anything is written, and each part is named", async () => {
    const root = new ScratchRoot();
    const applied = await root.apply({
      storage: {
        files: [file("/etc/a", "a")],
        disks: [{ device: "/dev/vda" }],
        raid: [{ name: "md0", level: "raid1", devices: ["/dev/a"] }],
        luks: [{ name: "l", device: "/dev/b" }],
        filesystems: [
          { device: "/dev/c", format: "xfs" },
          { device: "/dev/d", format: "xfs" },
        ],
      },
    });
    expect(applied.kind === "refused" && applied.problems.map(({ code, path, found }) => [code, path, found])).toEqual([
      ["cannot_change_disks", "$.storage.disks", "1 entry"],
      ["cannot_change_disks", "$.storage.raid", "1 entry"],
      ["cannot_change_disks", "$.storage.luks", "1 entry"],
      ["cannot_change_disks", "$.storage.filesystems", "2 entries"],
    ]);
    expect(root.tree()).toEqual([]);
  });

  test("an entry for a file that accounts, units or kernel arguments write is refused", async () => {
    const applied = await new ScratchRoot().apply({
      passwd: { users: [user("core")] },
      kernelArguments: { shouldExist: ["a"] },
      systemd: { units: [unit("a.service", service)] },
      storage: {
        files: [file("/etc/passwd", ""), file("/etc/muster/kernel-arguments.json", "{}")],
        links: [{ path: "/etc/systemd/system/multi-user.target.wants/a.service", target: "/x" }],
        directories: [{ path: "/home/core", mode: 0o755 }],
      },
    });
    expect(applied.kind === "refused" && applied.problems.map(({ code, path, found }) => [code, path, found])).toEqual([
      ["cannot_do_both", "$.passwd", "an entry for /etc/passwd under storage"],
      [
        "cannot_do_both",
        "$.systemd.units[0]",
        "an entry for /etc/systemd/system/multi-user.target.wants/a.service under storage",
      ],
      ["cannot_do_both", "$.kernelArguments", "an entry for /etc/muster/kernel-arguments.json under storage"],
    ]);
  });

  test("a home that is described under storage is made as described there", async () => {
    const root = new ScratchRoot();
    const config = {
      passwd: { users: [user("core")] },
      storage: { directories: [{ path: "/home/core", mode: 0o755 }] },
    };
    await root.apply(config);
    expect(root.mode("/home/core")).toBe("755");
    expect(await root.apply(config)).toMatchObject({ changes: [] });
  });

  test("every reason of the catalogue is met in a test of this directory", () => {
    const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".test.ts"));
    const tests = names.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join();
    const reasons = Object.keys(problemCodes).filter((code) => code.startsWith("cannot_"));
    expect(reasons.filter((code) => !tests.includes(`"${code}"`))).toEqual([]);
  });

  test("a broken entry at the end leaves the entries before it undone", async () => {
    const root = new ScratchRoot({ "/z": "old" });
    const applied = await root.apply({
      storage: { files: [file("/a", "a"), { path: "/z", contents: { source: "data:,new" } }] },
    });
    expect(applied.kind).toBe("refused");
    expect(root.tree()).toEqual(["z"]);
  });

  test.skipIf(isRoot)(
    "a directory that may not be written is a failure that names the path (not as root, who may)",
    async () => {
      const root = new ScratchRoot({ "/etc/x": "" });
      chmodSync(join(root.path, "etc"), 0o500);
      expect(await root.apply({ storage: { files: [file("/a", "1"), file("/etc/b", "2")] } })).toMatchObject({
        kind: "failed",
        path: "/etc/b",
        changes: [{ path: "/a" }],
      });
      chmodSync(join(root.path, "etc"), 0o700);
    },
  );
});

const withoutNetwork = ({ storage: { files = [], ...storage } = {}, ...config }: IgnitionConfig): IgnitionConfig => ({
  ...config,
  storage: {
    directories: storage.directories ?? [],
    links: (storage.links ?? []).map(({ hard: _hard, ...link }) => link),
    files: files.filter(
      ({ contents, append = [] }) => ![contents, ...append].some((each) => each?.source?.startsWith("http")),
    ),
  },
});
