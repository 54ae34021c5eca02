import {
  anything,
  choice,
  dictionary,
  fields,
  filled,
  flag,
  i64,
  list,
  looseFields,
  must,
  strictU32,
  text,
  u16,
  u32,
} from "./shape.ts";

const resolver = fields({ server: list(text), search: list(text), options: list(text) });

const route = fields({
  state: choice("absent", "ignore"),
  destination: text,
  "next-hop-interface": text,
  "next-hop-address": text,
  metric: i64,
  "table-id": u32,
  weight: u16,
  "route-type": choice("blackhole", "unreachable", "prohibit"),
  cwnd: u32,
  source: text,
  initcwnd: u32,
  initrwnd: u32,
  mtu: u32,
  quickack: flag,
  advmss: u32,
  "lock-mtu": flag,
  "vrf-name": text,
});

const rule = fields(
  {
    family: choice("ipv4", "ipv6", "unknown"),
    state: choice("absent"),
    "ip-from": text,
    "ip-to": text,
    priority: i64,
    "route-table": u32,
    fwmark: u32,
    fwmask: u32,
    action: choice("blackhole", "unreachable", "prohibit"),
    iif: text,
    "suppress-prefix-length": strictU32,
  },
  { suppress_prefixlength: "suppress-prefix-length" },
);

/** The document. Interfaces have a table per type: `interfaces` is checked entry by entry (check/shape.ts). */
export const networkState = fields({
  description: filled(text),
  hostname: fields({ running: text, config: text }),
  "dns-resolver": fields({ running: resolver, config: resolver }),
  "route-rules": filled(fields({ config: list(rule) })),
  routes: filled(fields({ running: list(route), config: list(route) })),
  interfaces: filled(list(anything)),
  "ovs-db": fields({ external_ids: dictionary(text), other_config: dictionary(text) }),
  ovn: filled(
    fields({
      "bridge-mappings": list(looseFields({ localnet: must(text), state: choice("present", "absent"), bridge: text })),
    }),
  ),
});
