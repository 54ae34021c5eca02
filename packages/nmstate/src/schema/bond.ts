import { fields, flag, i32, ip6Address, list, looseFields, must, numbered, text, u8, u16, u32 } from "./shape.ts";

/** In the kernel's order; `unknown` is what the library says of a bond it cannot read. */
export const bondModes = [
  "balance-rr",
  "active-backup",
  "balance-xor",
  "broadcast",
  "802.3ad",
  "balance-tlb",
  "balance-alb",
] as const;
export type BondMode = (typeof bondModes)[number];

const mode = numbered(...bondModes);

const options = fields(
  {
    ad_actor_sys_prio: u16,
    ad_actor_system: text,
    ad_select: numbered("stable", "bandwidth", "count"),
    ad_user_port_key: u16,
    all_slaves_active: numbered("dropped", "delivered"),
    arp_all_targets: numbered("any", "all"),
    arp_interval: u32,
    arp_ip_target: text,
    arp_missed_max: u8,
    arp_validate: numbered("none", "active", "backup", "all", "filter", "filter_active", "filter_backup"),
    balance_slb: flag,
    downdelay: u32,
    fail_over_mac: numbered("none", "active", "follow"),
    lacp_active: flag,
    lacp_rate: numbered("slow", "fast"),
    lp_interval: u32,
    miimon: u32,
    min_links: u32,
    ns_ip6_target: list(ip6Address),
    num_grat_arp: u8,
    num_unsol_na: u8,
    packets_per_slave: u32,
    primary: text,
    primary_reselect: numbered("always", "better", "failure"),
    resend_igmp: u32,
    tlb_dynamic_lb: flag,
    updelay: u32,
    use_carrier: flag,
    xmit_hash_policy: numbered("layer2", "layer3+4", "layer2+3", "encap2+3", "encap3+4", "vlan+srcmac"),
  },
  { "balance-slb": "balance_slb" },
);

export const bond = fields(
  {
    mode: { ...mode, also: [...mode.also, "lacp", "unknown"] },
    options,
    port: list(text),
    "ports-config": list(looseFields({ name: must(text), priority: i32, "queue-id": u16 })),
  },
  { ports: "port" },
);
