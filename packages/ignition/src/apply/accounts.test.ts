import { describe, expect, test } from "vitest";
import { isRoot, ScratchRoot } from "../../test/scratch-root.ts";
import { user } from "../index.ts";

const system = {
  "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\nold:x:1000:1000:Old:/home/old:/bin/sh\n",
  "/etc/shadow": "root:*:19000:0:99999:7:::\nold:$6$a$b:19000:0:99999:7:::\n",
  "/etc/group": "root:x:0:\nwheel:x:10:old\nold:x:1000:\n",
  "/etc/gshadow": "root:::\nwheel:::old\nold:!::\n",
};

const lineOf = (root: ScratchRoot, path: string, name: string) =>
  root
    .read(path)
    .split("\n")
    .find((line) => line.startsWith(`${name}:`));

describe("new accounts", () => {
  test("get an id, a group, a home and their keys", async () => {
    const root = new ScratchRoot(system);
    const core = user("core", { sshKeys: "ssh-rsa A a\nssh-rsa B b", passwordHash: "$6$x$y", groups: ["wheel"] });
    await root.apply({ passwd: { users: [core] } });
    expect(lineOf(root, "/etc/passwd", "core")).toBe("core:x:1001:1001::/home/core:/bin/sh");
    expect(lineOf(root, "/etc/shadow", "core")).toBe("core:$6$x$y:::::::");
    expect(lineOf(root, "/etc/group", "core")).toBe("core:x:1001:");
    expect(lineOf(root, "/etc/group", "wheel")).toBe("wheel:x:10:old,core");
    expect(lineOf(root, "/etc/gshadow", "wheel")).toBe("wheel:::old,core");
    expect(root.read("/home/core/.ssh/authorized_keys")).toBe("ssh-rsa A a\nssh-rsa B b\n");
    expect(["/home/core", "/home/core/.ssh", "/home/core/.ssh/authorized_keys"].map((path) => root.mode(path))).toEqual(
      ["700", "700", "600"],
    );
    if (isRoot) expect(root.owner("/home/core/.ssh/authorized_keys")).toBe("1001:1001");
  });

  test("can be locked, of the system, without home or group, with a shell of their own", async () => {
    const root = new ScratchRoot({ ...system, "/bin/bash": "" });
    await root.apply({
      passwd: {
        groups: [
          { name: "ops", gid: 77 },
          { name: "sys1", system: true },
        ],
        users: [
          { name: "daemon1", system: true, noCreateHome: true, shell: "/sbin/nologin", primaryGroup: "ops" },
          { name: "person", uid: 2000, noUserGroup: true, gecos: "A Person", homeDir: "/srv/person" },
        ],
      },
    });
    expect(lineOf(root, "/etc/group", "ops")).toBe("ops:x:77:");
    expect(lineOf(root, "/etc/group", "sys1")).toBe("sys1:x:999:");
    expect(lineOf(root, "/etc/passwd", "daemon1")).toBe("daemon1:x:998:77::/home/daemon1:/sbin/nologin");
    expect(lineOf(root, "/etc/shadow", "daemon1")).toBe("daemon1:*:::::::");
    expect(lineOf(root, "/etc/passwd", "person")).toBe("person:x:2000:100:A Person:/srv/person:/bin/bash");
    expect(root.tree("srv")).toEqual(["srv/person/"]);
    expect(root.tree()).not.toContain("home/");
  });

  test("get a group with another id where theirs is a group's already", async () => {
    const root = new ScratchRoot(system);
    await root.apply({ passwd: { groups: [{ name: "ops", gid: 2000 }], users: [{ name: "person", uid: 2000 }] } });
    expect(lineOf(root, "/etc/passwd", "person")).toBe("person:x:2000:1001::/home/person:/bin/sh");
    expect(lineOf(root, "/etc/group", "person")).toBe("person:x:1001:");
  });

  test("are made on a system that has no accounts at all", async () => {
    const root = new ScratchRoot();
    await root.apply({ passwd: { users: [user("core")] } });
    expect(root.read("/etc/passwd")).toBe("core:x:1000:1000::/home/core:/bin/sh\n");
    expect([root.mode("/etc/passwd"), root.mode("/etc/shadow")]).toEqual(["644", "600"]);
  });
});

describe("accounts that exist", () => {
  test("get what the config says; the rest, the other lines and the files' modes stay", async () => {
    const root = new ScratchRoot(system)
      .write("/etc/shadow", system["/etc/shadow"], 0o640)
      .write("/home/old/.ssh/authorized_keys", "ssh-rsa Z z");
    await root.apply({
      passwd: { users: [{ name: "old", shell: "/bin/zsh", sshAuthorizedKeys: ["ssh-rsa A a", "ssh-rsa Z z"] }] },
    });
    expect(root.read("/etc/passwd")).toBe(system["/etc/passwd"].replace("/bin/sh\n", "/bin/zsh\n"));
    expect(root.read("/etc/shadow")).toBe(system["/etc/shadow"]);
    expect(root.mode("/etc/shadow")).toBe("640");
    expect(root.read("/home/old/.ssh/authorized_keys")).toBe("ssh-rsa Z z\nssh-rsa A a\n");
  });

  test("keys can go where systems of the Ignition family look for them", async () => {
    const root = new ScratchRoot(system);
    await root.apply(
      { passwd: { users: [user("old", { sshKeys: "ssh-rsa A a" })] } },
      { keyFile: ".ssh/authorized_keys.d/ignition" },
    );
    expect(root.read("/home/old/.ssh/authorized_keys.d/ignition")).toBe("ssh-rsa A a\n");
  });

  test("a link in place of the keys is not read through", async () => {
    const root = new ScratchRoot(system).link("/home/old/.ssh/authorized_keys", "/etc/shadow");
    await root.apply({ passwd: { users: [user("old", { sshKeys: "ssh-rsa A a" })] } });
    expect(root.read("/home/old/.ssh/authorized_keys")).toBe("ssh-rsa A a\n");
    expect(root.read("/etc/shadow")).toBe(system["/etc/shadow"]);
  });

  test("are removed with their group and memberships, and their home stays", async () => {
    const root = new ScratchRoot({ ...system, "/home/old/file": "" });
    await root.apply({
      passwd: { users: [{ name: "old", shouldExist: false }], groups: [{ name: "none", shouldExist: false }] },
    });
    expect(root.read("/etc/passwd")).toBe("root:x:0:0:root:/root:/bin/bash\n");
    expect(root.read("/etc/group")).toBe("root:x:0:\nwheel:x:10:\n");
    expect(root.read("/etc/gshadow")).toBe("root:::\nwheel:::\n");
    expect(root.tree("home")).toEqual(["home/old/", "home/old/file"]);
  });

  test("groups keep their id and may get a password", async () => {
    const root = new ScratchRoot(system);
    await root.apply({ passwd: { groups: [{ name: "wheel", gid: 10, passwordHash: "$6$g" }] } });
    expect(lineOf(root, "/etc/group", "wheel")).toBe("wheel:x:10:old");
    expect(lineOf(root, "/etc/gshadow", "wheel")).toBe("wheel:$6$g::old");
  });
});

describe("what no system could do is refused, and nothing is written", () => {
  test.each([
    [
      "another id for a user",
      { users: [{ name: "old", uid: 5 }] },
      "$.passwd.users[0].uid",
      "user old with id 1000 on this system",
    ],
    [
      "the id of another user",
      { users: [{ name: "new", uid: 1000 }] },
      "$.passwd.users[0].uid",
      "another user with id 1000 on this system",
    ],
    [
      "another id for a group",
      { groups: [{ name: "wheel", gid: 5 }] },
      "$.passwd.groups[0].gid",
      "group wheel with id 10 on this system",
    ],
    [
      "the id of another group",
      { groups: [{ name: "new", gid: 10 }] },
      "$.passwd.groups[0].gid",
      "another group with id 10 on this system",
    ],
    [
      "a colon in a name",
      { users: [{ name: "new", gecos: "a:b" }] },
      "$.passwd.users[0].gecos",
      "a colon or a control character",
    ],
    [
      "a group that is not there",
      { users: [{ name: "new", groups: ["none"] }] },
      "$.passwd.users[0]",
      'group "none", which does not exist',
    ],
  ])("%s", async (_, passwd, path, found) => {
    const root = new ScratchRoot(system);
    const before = root.snapshot();
    expect(await root.apply({ passwd })).toMatchObject({
      kind: "refused",
      problems: [{ code: found.includes("exist") ? "cannot_find_owner" : "cannot_change_account", path, found }],
    });
    expect(root.snapshot()).toEqual(before);
  });
});
