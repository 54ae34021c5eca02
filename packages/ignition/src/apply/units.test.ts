import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { findPart } from "../../test/parts.ts";
import { ScratchRoot } from "../../test/scratch-root.ts";
import { dropin, maskedUnit, systemUnit, unit } from "../index.ts";

const service = "[Service]\nExecStart=/bin/a\n[Install]\nWantedBy=multi-user.target\n";
const of = (...units: NonNullable<NonNullable<Parameters<ScratchRoot["apply"]>[0]["systemd"]>["units"]>) => ({
  systemd: { units },
});
const at = "etc/systemd/system";

describe("units", () => {
  test("are written with their drop-ins, enabled by links, and kept so by a preset", async () => {
    const root = new ScratchRoot();
    const config = of(unit("a.service", service), dropin("b.service", "10-x.conf", "[Unit]\nAfter=a.service\n"));
    await root.apply(config);
    expect(root.tree("etc/systemd")).toEqual([
      "etc/systemd/system/",
      `${at}/a.service`,
      `${at}/b.service.d/`,
      `${at}/b.service.d/10-x.conf`,
      `${at}/multi-user.target.wants/`,
      `${at}/multi-user.target.wants/a.service -> /etc/systemd/system/a.service`,
      "etc/systemd/system-preset/",
      "etc/systemd/system-preset/20-ignition.preset",
    ]);
    expect(root.read("/etc/systemd/system-preset/20-ignition.preset")).toBe("enable a.service\n");
    expect(root.read(`/${at}/a.service`)).toBe(service);
    expect(await root.apply(config)).toMatchObject({ kind: "applied", changes: [] });
  });

  test("of the system itself are enabled and disabled", async () => {
    const root = new ScratchRoot({ "/usr/lib/systemd/system/sshd.service": service })
      .link("/lib", "usr/lib")
      .link(`/${at}/graphical.target.wants/gdm.service`, "/usr/lib/systemd/system/gdm.service");
    await root.apply(of(systemUnit("sshd.service"), systemUnit("gdm.service", { enabled: false })));
    expect(root.tree(at)).toEqual([
      `${at}/graphical.target.wants/`,
      `${at}/multi-user.target.wants/`,
      `${at}/multi-user.target.wants/sshd.service -> /usr/lib/systemd/system/sshd.service`,
    ]);
    expect(root.read("/etc/systemd/system-preset/20-ignition.preset")).toBe(
      "enable sshd.service\ndisable gdm.service\n",
    );
  });

  test("say by themselves under which names and with which others they are enabled", async () => {
    const root = new ScratchRoot();
    const install =
      "[Install]\nWantedBy=x.target\nWantedBy=\nWantedBy=a.target b.target\nRequiredBy=c.target\nAlias=dbus-a.service\nAlso=a.socket\n";
    const socket = "[Socket]\nListenStream=1\n[Install]\nWantedBy=sockets.target\nAlso=a.service\n";
    await root.apply(of(unit("a.service", install), { name: "a.socket", contents: socket }));
    expect(root.tree(at).filter((line) => line.includes("->"))).toEqual([
      `${at}/a.target.wants/a.service -> /etc/systemd/system/a.service`,
      `${at}/b.target.wants/a.service -> /etc/systemd/system/a.service`,
      `${at}/c.target.requires/a.service -> /etc/systemd/system/a.service`,
      `${at}/dbus-a.service -> /etc/systemd/system/a.service`,
      `${at}/sockets.target.wants/a.socket -> /etc/systemd/system/a.socket`,
    ]);
  });

  test("from templates are enabled as instances", async () => {
    const root = new ScratchRoot({
      "/usr/lib/systemd/system/getty@.service":
        "[Service]\n[Install]\nWantedBy=getty.target net-%i.device bad-%z.target\nDefaultInstance=tty1\n",
    });
    await root.apply(of(systemUnit("getty@.service"), systemUnit("getty@tty7.service")));
    expect(root.tree(at).filter((line) => line.includes("->"))).toEqual([
      `${at}/getty.target.wants/getty@tty1.service -> /usr/lib/systemd/system/getty@.service`,
      `${at}/getty.target.wants/getty@tty7.service -> /usr/lib/systemd/system/getty@.service`,
      `${at}/net-tty1.device.wants/getty@tty1.service -> /usr/lib/systemd/system/getty@.service`,
      `${at}/net-tty7.device.wants/getty@tty7.service -> /usr/lib/systemd/system/getty@.service`,
    ]);
    expect(root.read("/etc/systemd/system-preset/20-ignition.preset")).toBe(
      "enable getty@.service\nenable getty@.service tty7\n",
    );
  });

  test("are masked, whatever they hold, and unmasked", async () => {
    const root = new ScratchRoot({ [`/${at}/a.service`]: "old" })
      .link(`/${at}/b.service`, "/dev/null")
      .link(`/${at}/c.service`, "/usr/x");
    await root.apply(
      of(
        { ...maskedUnit("a.service"), contents: service, enabled: true },
        { name: "b.service", mask: false },
        { name: "c.service", mask: false },
      ),
    );
    expect(root.tree(at)).toEqual([`${at}/a.service -> /dev/null`, `${at}/c.service -> /usr/x`]);
  });

  test("that nothing starts are named in a warning", async () => {
    const applied = await new ScratchRoot().apply(of(systemUnit("none.service")));
    expect(applied).toMatchObject({
      kind: "applied",
      warnings: [
        { code: "cannot_enable", path: "$.systemd.units[0]", found: "none.service, which does not say what starts it" },
      ],
    });
  });
});

const systemctl = findPart("systemctl");
test.skipIf(systemctl === null)("systemctl makes the same links (needs systemctl on the PATH)", async () => {
  const files = {
    "/usr/lib/systemd/system/getty@.service":
      "[Service]\nExecStart=/x\n[Install]\nWantedBy=getty.target\nDefaultInstance=tty1\n",
    "/usr/lib/systemd/system/s.service": `[Service]\nExecStart=/x\n[Install]\nWantedBy=multi-user.target\nAlias=dbus-s.service\nAlso=s.socket\n`,
    "/usr/lib/systemd/system/s.socket":
      "[Socket]\nListenStream=1\n[Install]\nWantedBy=sockets.target\nRequiredBy=s.service\n",
    "/usr/lib/systemd/system/net@.service": "[Service]\nExecStart=/x\n[Install]\nWantedBy=sys-%i.device %p.target\n",
  };
  const units = ["getty@.service", "getty@tty7.service", "net@eth0.service", "s.service"];
  const [ours, theirs] = [new ScratchRoot(files), new ScratchRoot(files)];
  await ours.apply(of(...units.map((name) => systemUnit(name))));
  for (const name of units)
    expect(spawnSync(systemctl ?? "", [`--root=${theirs.path}`, "enable", name]).status).toBe(0);
  // Some distributions name the directory without /usr.
  expect(ours.tree(at)).toEqual(theirs.tree(at).map((line) => line.replace("-> /lib/", "-> /usr/lib/")));
});
