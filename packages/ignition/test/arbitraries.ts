// Configs of all kinds, for properties. They follow the rules unless a property breaks them on purpose.
import fc from "fast-check";
import type * as config from "../src/index.ts";
import { type IgnitionConfig, ignitionVersions } from "../src/index.ts";

const some = <T>(values: readonly T[]) => fc.subarray([...values]);
const optional = { requiredKeys: [] };

const resource: fc.Arbitrary<config.Resource> = fc.oneof(
  fc.record(
    {
      source: fc.constantFrom("data:,a", "data:;base64,YWJj", "data:text/plain;charset=utf-8,b%20c", ""),
      compression: fc.constant(""),
    },
    optional,
  ),
  fc.record({
    source: fc.constantFrom("http://example.com/a", "https://example.com/b"),
    httpHeaders: some(["A", "B", "C"]).map((names) => names.map((name) => ({ name, value: `${name}!` }))),
  }),
);

const owner: fc.Arbitrary<config.Owner> = fc.record({ id: fc.nat(70_000) }, optional);
const node = {
  user: owner,
  group: owner,
};

const paths = ["/etc/a", "/etc/b", "/etc/c/d", "/opt/e", "/f"];

/** Each path is a file, a directory or a link, or nothing. */
const nodes = fc.tuple(...paths.map(() => fc.constantFrom("file", "directory", "link", "none"))).chain((kinds) => {
  const of = (kind: string) => paths.filter((_, index) => kinds[index] === kind);
  const each = <T>(kind: string, make: (path: string) => fc.Arbitrary<T>) => fc.tuple(...of(kind).map(make));
  return fc.record({
    files: each("file", (path) =>
      fc.record(
        {
          path: fc.constant(path),
          mode: fc.constantFrom(0o644, 0o755, 0o600),
          append: fc.array(resource, { maxLength: 2 }),
          contents: resource,
          ...node,
        },
        { requiredKeys: ["path"] },
      ),
    ),
    directories: each("directory", (path) =>
      fc.record(
        { path: fc.constant(path), mode: fc.constant(0o755), overwrite: fc.boolean(), ...node },
        { requiredKeys: ["path"] },
      ),
    ),
    links: each("link", (path) =>
      fc.record(
        { path: fc.constant(path), target: fc.constantFrom("/t", "../u"), hard: fc.boolean(), ...node },
        { requiredKeys: ["path", "target"] },
      ),
    ),
  });
});

const unit = (name: string): fc.Arbitrary<config.Unit> =>
  fc.record(
    {
      name: fc.constant(name),
      contents: fc.constantFrom(
        "[Unit]\nDescription=a\n[Install]\nWantedBy=b.target\n",
        "[Service]\nExecStart=/bin/x\n",
      ),
      enabled: fc.boolean(),
      mask: fc.boolean(),
      dropins: some(["1.conf", "2.conf"]).map((names) => names.map((each) => ({ name: each, contents: "[Unit]\n" }))),
    },
    { requiredKeys: ["name"] },
  );

const user = (name: string): fc.Arbitrary<config.PasswdUser> =>
  fc.record(
    {
      name: fc.constant(name),
      uid: fc.nat(70_000),
      groups: some(["wheel", "sudo", "adm"]),
      sshAuthorizedKeys: some(["ssh-ed25519 AAAA a", "ssh-ed25519 BBBB b"]),
      gecos: fc.string({ maxLength: 5 }),
      system: fc.boolean(),
      passwordHash: fc.constant("$6$salt$hash"),
    },
    { requiredKeys: ["name"] },
  );

const named = <T>(names: readonly string[], make: (name: string) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  some(names).chain((chosen) => fc.tuple(...chosen.map(make)));

const kernelArguments: fc.Arbitrary<config.KernelArguments> = fc
  .tuple(some(["quiet", "a=b", "c"]), some(["x", "y"]))
  .map(([shouldExist, shouldNotExist]) => ({ shouldExist, shouldNotExist }));

const disks: fc.Arbitrary<readonly config.Disk[]> = named(["/dev/a", "/dev/b"], (device) =>
  fc.record({
    device: fc.constant(device),
    wipeTable: fc.boolean(),
    partitions: some([1, 2, 3]).map((numbers) => numbers.map((number) => ({ number, sizeMiB: number * 10 }))),
  }),
);

const storage: fc.Arbitrary<config.StorageSection> = fc
  .tuple(
    nodes,
    fc.record(
      {
        disks,
        raid: named(["md0", "md1"], (name) =>
          fc.record({
            name: fc.constant(name),
            level: fc.constantFrom("raid1", "raid5"),
            devices: fc.subarray(["/dev/x", "/dev/y", "/dev/z"], { minLength: 1 }),
            options: fc.array(fc.constantFrom("-a", "-b"), { maxLength: 3 }),
          }),
        ),
        filesystems: named(["/dev/f", "/dev/g"], (device) =>
          fc.record({ device: fc.constant(device), format: fc.constantFrom("xfs", "ext4"), label: fc.constant("l") }),
        ),
      },
      optional,
    ),
  )
  .map(([tree, devices]) => ({ ...tree, ...devices }));

export const anyConfig: fc.Arbitrary<IgnitionConfig> = fc
  .record({
    version: fc.constantFrom(...ignitionVersions.slice(1)),
    ignition: fc.record(
      {
        proxy: fc.record({ httpProxy: fc.constant("http://p:1"), noProxy: some(["a", "b.c", "10.0.0.0/8"]) }, optional),
        timeouts: fc.record({ httpTotal: fc.nat(100) }, optional),
        security: named(["data:,a", "data:,b"], (source) => fc.constant({ source })).map((certificateAuthorities) => ({
          tls: { certificateAuthorities },
        })),
      },
      optional,
    ),
    sections: fc.record(
      {
        storage,
        systemd: named(["a.service", "b.timer", "c@.service"], unit).map((units) => ({ units })),
        passwd: fc.record(
          {
            users: named(["core", "admin"], user),
            groups: named(["wheel", "ops"], (name) => fc.record({ name: fc.constant(name), gid: fc.nat(1000) })),
          },
          optional,
        ),
        kernelArguments,
      },
      optional,
    ),
  })
  .map(({ version, ignition, sections: { kernelArguments: kargs, ...sections } }) => ({
    ignition: { version, ...ignition },
    ...sections,
    ...(kargs && version >= "3.3.0" ? { kernelArguments: kargs } : {}),
  }));
