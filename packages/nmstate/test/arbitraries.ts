// Documents for the property tests: whole ones with mistakes inside, and samples with broken text.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";

const samplesUrl = new URL("./fixtures/samples/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, samplesUrl), "utf8");

export const samples: readonly Readonly<{ name: string; yaml: string; keyfiles: string }>[] = readdirSync(samplesUrl)
  .filter((file) => file.endsWith(".yaml"))
  .sort()
  .map((file) => file.replace(/\.yaml$/, ""))
  .map((name) => ({ name, yaml: read(`${name}.yaml`), keyfiles: read(`${name}.keyfiles`) }));

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom("drop", "repeat", "insert", "indent", "value", "swap"),
    at: fc.nat(10_000),
    text: fc.oneof(
      fc.constantFrom(
        ..."[]{}:-,&*!|>'\"%#\t\n",
        "&a ",
        "*a",
        "<<: ",
        "- ",
        "? ",
        "---\n",
        "null",
        "9999999999",
        "-1",
        "~",
      ),
      fc.string({ maxLength: 6 }),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A sample after a few slips of the hand. */
export const brokenText: fc.Arbitrary<string> = fc.tuple(fc.constantFrom(...samples), edits).map(([{ yaml }, list]) => {
  let lines = yaml.split("\n");
  for (const { kind, at, text } of list) {
    const index = at % lines.length;
    const line = lines[index] ?? "";
    if (kind === "drop") lines = lines.toSpliced(index, 1);
    else if (kind === "repeat") lines = lines.toSpliced(index, 0, line);
    else if (kind === "indent") lines = lines.with(index, ` ${line}`);
    else if (kind === "swap") lines = lines.with(index, lines[(index + 1) % lines.length] ?? "");
    else if (kind === "value") lines = lines.with(index, line.replace(/: .*$/, `: ${text}`));
    else lines = lines.with(index, line.slice(0, at % (line.length + 1)) + text + line.slice(at % (line.length + 1)));
    if (lines.length === 0) lines = [""];
  }
  return lines.join("\n");
});

const name = fc.constantFrom("eth0", "eth1", "eth2", "bond0", "br0", "eth1.5", "vrf1", "no-such", "lo");
const ip4 = fc.constantFrom("10.0.0.5", "10.0.0.6", "10.0.1.7", "10.0.0.300", "192.0.2.1", "fd00::5");
const ip6 = fc.constantFrom("fd00::5", "fd00::6", "fe80::1", "2001:db8::1", "10.0.0.5", "fd00::zz");
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 3 });
const flag = fc.constantFrom<unknown>(true, true, true, false, "yes", 0, "maybe");

const stack = (ip: fc.Arbitrary<string>, autoconf: boolean) =>
  fc.record(
    {
      enabled: flag,
      dhcp: flag,
      ...(autoconf ? { autoconf: flag } : {}),
      address: fc.array(
        fc.record({ ip, "prefix-length": fc.constantFrom<unknown>(24, 64, 32, 33, 128, 129, "24", 0) }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );

const bond = fc.record(
  {
    mode: fc.constantFrom<unknown>(
      "active-backup",
      "802.3ad",
      "balance-xor",
      "balance-alb",
      1,
      4,
      "activ-backup",
      "lacp",
    ),
    port: fc.array(name, { maxLength: 3 }),
    options: fc.record(
      {
        miimon: fc.constantFrom(0, 100),
        arp_interval: fc.constantFrom(0, 100),
        arp_ip_target: fc.constantFrom("10.0.0.1", "10.0.0.1,10.0.0.2", "gateway"),
        lacp_rate: fc.constantFrom("fast", "slow", "quick"),
        primary: name,
        updelay: fc.constantFrom(0, 100),
        xmit_hash_policy: fc.constantFrom("layer2", "vlan+srcmac"),
        "balance-slb": flag,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["mode"] },
);

const type = fc.constantFrom(
  "ethernet",
  "ethernet",
  "bond",
  "vlan",
  "linux-bridge",
  "ovs-bridge",
  "vrf",
  "dummy",
  "ethernett",
);

const networkInterface = fc
  .record({
    name,
    type: rarely(type),
    state: fc.constantFrom("up", "up", "up", "up", "down", "absent", "ignore"),
    mtu: rarely(fc.constantFrom<unknown>(1500, 9000, 1000, "1400", -1)),
    mac: rarely(fc.constantFrom("02:00:00:00:00:01", "02:00:00:00:00:02", "nonsense")),
    identifier: rarely(fc.constantFrom("mac-address", "name", "serial")),
    controller: rarely(name),
    ipv4: rarely(stack(ip4, false)),
    ipv6: rarely(stack(ip6, true)),
    bond,
    base: name,
    vlanId: fc.constantFrom<unknown>(1, 5, 101, 0, 4095, 70_000, "7"),
    ports: fc.array(name, { maxLength: 3 }),
  })
  .map(({ mac, bond: bondSection, base, vlanId, ports, ...rest }) => ({
    ...rest,
    ...(mac === undefined ? {} : { "mac-address": mac }),
    ...(rest.type === "bond" ? { "link-aggregation": bondSection } : {}),
    ...(rest.type === "vlan" ? { vlan: { "base-iface": base, id: vlanId } } : {}),
    ...(rest.type === "linux-bridge" || rest.type === "ovs-bridge"
      ? { bridge: { port: ports.map((port) => ({ name: port })) } }
      : {}),
    ...(rest.type === "vrf" ? { vrf: { port: ports, "route-table-id": 100 } } : {}),
  }));

const route = fc.record(
  {
    destination: fc.constantFrom("0.0.0.0/0", "::/0", "10.9.0.0/16", "10.9.0.0/40", "198.51.100.0/24", "nowhere"),
    "next-hop-address": fc.constantFrom("10.0.0.1", "10.0.7.1", "fd00::1", "fe80::1", "gateway"),
    "next-hop-interface": name,
    "route-type": fc.constantFrom("blackhole", "unreachable"),
    state: fc.constant("absent"),
  },
  { requiredKeys: [] },
);

/** A document of the right form whose parts often do not fit each other. */
export const wildState: fc.Arbitrary<string> = fc
  .record(
    {
      interfaces: fc.array(networkInterface, { maxLength: 5 }),
      routes: fc.record({ config: fc.array(route, { maxLength: 3 }) }),
      "dns-resolver": fc.record({
        config: fc.record(
          {
            server: fc.array(fc.oneof(ip4, ip6, fc.constantFrom("fe80::1%eth1", "127.0.0.1")), { maxLength: 3 }),
            options: fc.array(fc.constantFrom("rotate", "ndots:2", "ndots", "rotat"), { maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
      }),
    },
    { requiredKeys: ["interfaces"] },
  )
  .map((state) => JSON.stringify(state, null, 1));
