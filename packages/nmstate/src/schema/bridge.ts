import {
  anything,
  choice,
  either,
  fields,
  filled,
  flag,
  list,
  looseFields,
  must,
  strictFlag,
  strictU16,
  strictU64,
  text,
  u8,
  u16,
  u32,
  u64,
} from "./shape.ts";

/** Open vSwitch's own tables: the library takes anything there, and none of it reaches a keyfile's other settings. */
export const ovsTable = fields({ external_ids: anything, other_config: anything });

const spanningTree = fields({ enabled: flag, "forward-delay": u8, "hello-time": u8, "max-age": u8, priority: u16 });

const portVlan = fields({
  "enable-native": flag,
  mode: choice("trunk", "access"),
  tag: u16,
  "trunk-tags": list(fields({ id: u16, "id-range": filled(fields({ min: must(u16), max: must(u16) })) })),
});

export const linuxBridge = fields(
  {
    "allow-extra-ports": strictFlag,
    options: fields({
      "gc-timer": strictU64,
      "group-addr": text,
      "group-forward-mask": u16,
      "group-fwd-mask": u16,
      "hash-max": u32,
      "hello-timer": strictU64,
      "mac-ageing-time": u32,
      "multicast-last-member-count": u32,
      "multicast-last-member-interval": u64,
      "multicast-membership-interval": u64,
      "multicast-querier": flag,
      "multicast-querier-interval": u64,
      "multicast-query-interval": u64,
      "multicast-query-response-interval": u64,
      "multicast-query-use-ifaddr": flag,
      "multicast-router": { ...choice("auto", "disabled", "enabled"), numbers: ["0", "1", "2"] },
      "multicast-snooping": flag,
      "multicast-startup-query-count": u32,
      "multicast-startup-query-interval": u64,
      stp: spanningTree,
      "vlan-protocol": choice("802.1q", "802.1ad"),
      "vlan-default-pvid": strictU16,
    }),
    port: list(
      fields({
        name: must(text),
        "stp-hairpin-mode": flag,
        "stp-path-cost": u32,
        "stp-priority": u16,
        vlan: portVlan,
      }),
    ),
  },
  { ports: "port" },
);

const ovsBond = fields(
  {
    mode: choice("active-backup", "balance-slb", "balance-tcp", "lacp"),
    port: list(looseFields({ name: must(text) })),
    "bond-downdelay": u32,
    "bond-updelay": u32,
    "ovs-db": ovsTable,
  },
  { ports: "port" },
);

export const ovsBridge = fields(
  {
    "allow-extra-patch-ports": strictFlag,
    "allow-extra-ports": strictFlag,
    // `stp` is a flag in old documents, a map since.
    options: fields({
      stp: either(flag, spanningTree),
      rstp: flag,
      "mcast-snooping-enable": flag,
      "fail-mode": text,
      datapath: text,
    }),
    port: list(fields({ name: must(text), "link-aggregation": ovsBond, vlan: portVlan }, { bond: "link-aggregation" })),
  },
  { ports: "port" },
);
