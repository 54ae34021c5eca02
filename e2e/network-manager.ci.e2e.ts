// Debian's NetworkManager with what is rendered for each sample: the real daemon, on a real kernel, in a guest.
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { CpioEntry } from "@muster/iso";
import { render } from "@muster/nmstate";
import { nodeNmstate } from "@muster/nmstate/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../bench/server.ts";
import { guestInitrd } from "./guest/initrd.ts";
import { runMachine } from "./guest/machine.ts";
import { guestKernel, whyNoGuests } from "./guest/parts.ts";
import { programFiles } from "./guest/programs.ts";

const programs = [
  "/usr/sbin/NetworkManager",
  "/usr/bin/nmcli",
  "/usr/bin/dbus-daemon",
  "/usr/bin/udevadm",
  "/usr/sbin/ip",
];
const missing =
  whyNoGuests() ??
  (programs.every((program) => existsSync(program))
    ? null
    : "NetworkManager not found; scripts/install-test-system.sh network-manager installs it");

// NetworkManager of Debian 12 knows no HSR.
const samples = globSync(join(root, "packages", "nmstate", "test", "fixtures", "samples", "*.yaml"))
  .map((path) => ({ name: basename(path, ".yaml"), yaml: readFileSync(path, "utf8") }))
  .filter(({ name }) => name !== "hsr")
  .sort((one, other) => (one.name < other.name ? -1 : 1));

const bus = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>`;

const script = `
mkdir -p /run/dbus /run/udev /var/lib/NetworkManager /etc/NetworkManager/system-connections
ln -s /run /var/run; ln -sf udevadm /usr/bin/systemd-udevd
# The bonding module makes a bond by itself, which would be left alone as somebody else's.
echo -bond0 > /sys/class/net/bonding_masters
systemd-udevd --daemon; udevadm trigger; udevadm settle
dbus-daemon --config-file=/etc/bus.conf --fork
NetworkManager
until nmcli -t -f RUNNING general 2>/dev/null | grep -q '^running'; do sleep 0.5; done
state() { nmcli -t -f NAME,STATE,FILENAME connection show | grep ':/etc/' | sed 's/:\\/.*//' | sort; }
for sample in /samples/*; do
  peer=0
  while read nic mac; do
    /usr/sbin/ip link add "$nic" $mac type veth peer name "peer$peer"; /usr/sbin/ip link set "peer$peer" up; peer=$((peer + 1))
  done < $sample/nics
  udevadm settle
  cp $sample/*.nmconnection /etc/NetworkManager/system-connections; chmod 600 /etc/NetworkManager/system-connections/*
  nmcli connection reload
  for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    state > /tmp/state; cmp -s /tmp/state $sample/expected && break; sleep 0.5
  done
  echo "SAMPLE $(basename $sample)"
  echo "STATES $(tr '\\n' ' ' < /tmp/state)"
  echo "LINKS $(/usr/sbin/ip -j -d address | tr -d '\\n')"
  echo "ROUTES $(/usr/sbin/ip -j -d route show table all | tr -d '\\n') "
  echo "ROUTES6 $(/usr/sbin/ip -j -d -6 route show table all | tr -d '\\n') "
  rm /etc/NetworkManager/system-connections/*
  nmcli connection reload
  while [ -n "$(state)" ]; do sleep 0.5; done
  while read nic mac; do /usr/sbin/ip link delete "$nic"; done < $sample/nics
done`;

type Profile = Readonly<{ file: string; content: string; name: string; type: string; expected: string }>;

function profileOf(file: string, content: string): Profile {
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(content)?.[1] ?? "";
  const isDhcp = /^method=auto$/m.test(content);
  const isOff = field("autoconnect") === "false" || /ovs/.test(content);
  return {
    file,
    content,
    name: field("id"),
    type: field("type"),
    // There is no DHCP server in the guest, and no Open vSwitch: its profiles are only loaded.
    expected: isOff ? "" : isDhcp ? "activating" : "activated",
  };
}

describe.skipIf(missing !== null)(`NetworkManager${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  let directory: string;
  const profiles = new Map<string, readonly Profile[]>();
  let told: ReadonlyMap<string, Told>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "muster-network-manager-"));
    const nmstate = await nodeNmstate();
    for (const { name, yaml } of samples) {
      const outcome = render(nmstate, yaml, { file: name });
      if (outcome.kind === "refused") throw new Error(`${name} is not rendered`);
      profiles.set(
        name,
        outcome.value.map(([file, content]) => profileOf(file, content)),
      );
    }
    const initrd = join(directory, "initrd.img");
    await writeFile(
      initrd,
      guestInitrd({ script, modules, files: [...programFiles(...programs), ...filesOf(profiles)] }),
    );
    const console = await runMachine({
      boot: {
        from: "kernel",
        kernel: guestKernel,
        initrd,
        kernelArguments: "console=ttyS0 quiet panic=-1 mitigations=off",
      },
      scratch: join(directory, "variables"),
      patienceSeconds: 500,
    });
    told = readConsole(console);
    if (told.size === 0) throw new Error(`the guest told nothing:\n${console}`);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test.each(samples.map(({ name }) => name))("loads and activates every profile of %s", (name) => {
    const expected = (profiles.get(name) ?? []).map((profile) => `${profile.name}:${profile.expected}`);
    expect(told.get(name)?.states).toEqual(expected.sort());
  });

  const linksOf = (name: string) => told.get(name)?.links ?? [];

  test("bonds have their mode, options, MAC address, MTU and ports", () => {
    expect(linksOf("bond-mac-mtu")).toContainEqual(
      expect.objectContaining({
        ifname: "bond99",
        address: "02:00:00:00:00:99",
        mtu: 9000,
        linkinfo: { info_kind: "bond", info_data: expect.objectContaining({ mode: "802.3ad" }) },
      }),
    );
    const ports = linksOf("bond-mac-mtu").filter(({ master }) => master === "bond99");
    expect(ports.map(({ ifname, mtu }) => [ifname, mtu])).toEqual([
      ["eth1", 9000],
      ["eth2", 9000],
    ]);
    expect(kindOf("bond-balance-tlb", "bond0")).toMatchObject({ mode: "balance-tlb", miimon: 100, tlb_dynamic_lb: 0 });
    expect(kindOf("bond-arp-monitor", "bond0")).toMatchObject({ mode: "active-backup", arp_interval: 200 });
    expect(addressesOf("bond-balance-tlb", "bond0")).toContain("192.0.2.20/24");
  });

  test("VLANs and VXLANs have their base, id and addresses", () => {
    expect(linksOf("vlan-on-ethernet")).toContainEqual(expect.objectContaining({ ifname: "eth1.101", link: "eth1" }));
    expect(kindOf("vlan-on-ethernet", "eth1.101")).toMatchObject({ id: 101 });
    expect(addressesOf("vlan-on-ethernet", "eth1.101")).toContain("10.101.0.4/24");
    expect(told.get("vlan-on-ethernet")?.routes).toContainEqual(
      expect.objectContaining({ dst: "default", gateway: "10.101.0.1", dev: "eth1.101" }),
    );
    expect(kindOf("vxlan", "vx7")).toMatchObject({
      id: 7,
      link: "eth1",
      remote: "192.0.2.10",
      local: "192.0.2.9",
      port: 4789,
    });
  });

  test("bridges have their options and ports", () => {
    expect(kindOf("bridge-options", "br1")).toMatchObject({
      stp_state: 1,
      forward_delay: 1500,
      max_age: 2000,
      priority: 32768,
    });
    expect(linksOf("bridge-options").filter(({ master }) => master === "br1")).toHaveLength(2);
  });

  test("addresses, routes, MAC addresses and the loopback are as described", () => {
    expect(addressesOf("ethernet-static-dual", "ens1f0")).toEqual(
      expect.arrayContaining(["10.0.0.5/16", "fd00:1::5/64"]),
    );
    expect(told.get("ethernet-static-dual")?.routes).toContainEqual(
      expect.objectContaining({ dst: "default", gateway: "fd00:1::1", dev: "ens1f0" }),
    );
    expect(addressesOf("ethernet-identifier-mac", "wan0")).toContain("192.0.2.7/24");
    expect(linksOf("ethernet-mtu-mac-alias")).toContainEqual(
      expect.objectContaining({ ifname: "ens2", mtu: 9000, address: "02:00:00:00:00:aa" }),
    );
    expect(linksOf("accept-all-mac")).toContainEqual(expect.objectContaining({ ifname: "eth1", promiscuity: 1 }));
    expect(addressesOf("loopback-extra", "lo")).toEqual(expect.arrayContaining(["127.0.0.1/8", "192.0.2.250/32"]));
    expect(told.get("routes-blackhole")?.routes).toContainEqual(
      expect.objectContaining({ type: "blackhole", dst: "198.51.100.0/24" }),
    );
    expect(told.get("routes-source-cwnd")?.routes).toContainEqual(
      expect.objectContaining({ dst: "198.51.100.0/24", gateway: "10.0.0.254", prefsrc: "10.0.0.2" }),
    );
  });

  const linkOf = (sample: string, ifname: string) => linksOf(sample).find((link) => link.ifname === ifname);
  const kindOf = (sample: string, ifname: string) => linkOf(sample, ifname)?.linkinfo?.info_data;
  const addressesOf = (sample: string, ifname: string) =>
    (linkOf(sample, ifname)?.addr_info ?? []).map(({ local, prefixlen }) => `${local}/${prefixlen}`);
});

/** In the order in which they can be loaded. */
const modules = [
  ...[
    "tls",
    "bonding",
    "llc",
    "stp",
    "mrp",
    "garp",
    "8021q",
    "bridge",
    "udp_tunnel",
    "ip6_udp_tunnel",
    "vxlan",
    "veth",
  ],
];

type Link = Readonly<{
  ifname: string;
  master?: string;
  mtu: number;
  linkinfo?: { info_kind: string; info_data?: Record<string, unknown> };
  addr_info?: readonly { local: string; prefixlen: number }[];
}>;
type Told = { states: string[]; links: Link[]; routes: unknown[] };

function filesOf(profiles: ReadonlyMap<string, readonly Profile[]>): CpioEntry[] {
  const text = (path: string, content: string) => ({ path, mode: 0o100600, bytes: Buffer.from(content) });
  const fixed = [
    text("etc/bus.conf", bus),
    text("etc/passwd", "root:x:0:0:root:/:/bin/sh\n"),
    text(
      "etc/NetworkManager/NetworkManager.conf",
      "[main]\nplugins=keyfile\nno-auto-default=*\nauth-polkit=false\ndhcp=internal\n",
    ),
  ];
  const own = [...profiles].flatMap(([name, each]) => [
    ...each.map(({ file, content }) => text(`samples/${name}/${file}`, content)),
    text(`samples/${name}/nics`, each.map(nicOf).join("")),
    text(
      `samples/${name}/expected`,
      each
        .map((profile) => `${profile.name}:${profile.expected}\n`)
        .sort()
        .join(""),
    ),
  ]);
  return [...fixed, ...own];
}

/** The NIC that a profile is for; one that is found by its MAC address has it. */
function nicOf({ name, type, content }: Profile): string {
  if (type !== "802-3-ethernet") return "";
  const interfaceName = /^interface-name=(.*)$/m.exec(content)?.[1] ?? name;
  const mac = /^mac-address=(.*)$/m.exec(content)?.[1];
  return `${interfaceName} ${mac === undefined ? "" : `address ${mac}`}\n`;
}

function readConsole(console: string): Map<string, Told> {
  const result = new Map<string, Told>();
  for (const part of console.split(/^SAMPLE /m).slice(1)) {
    const line = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(part)?.[1] ?? "";
    const list = (name: string) => JSON.parse(line(name).trim() || "[]");
    const [name = ""] = part.split("\n");
    const states = line("STATES")
      .split(" ")
      .filter((state) => state !== "");
    result.set(name, { states, links: list("LINKS"), routes: [...list("ROUTES"), ...list("ROUTES6")] });
  }
  return result;
}
