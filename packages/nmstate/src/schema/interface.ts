import { ovsTable } from "./bridge.ts";
import { ipv4Stack, ipv6Stack, mptcpFlags } from "./ip.ts";
import {
  anything,
  choice,
  dictionary,
  fields,
  filled,
  flag,
  list,
  looseFields,
  must,
  type Shape,
  strictFlag,
  strictU64,
  text,
  u32,
  u64,
} from "./shape.ts";

const u32Keys = (...names: readonly string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, u32]));

const ethtool = fields({
  pause: fields({ rx: flag, tx: flag, autoneg: flag }),
  feature: filled(dictionary(filled(strictFlag))),
  coalesce: fields({
    "adaptive-rx": flag,
    "adaptive-tx": flag,
    ...u32Keys(
      ...["pkt-rate-high", "pkt-rate-low", "sample-interval", "stats-block-usecs"],
      ...["rx-frames", "rx-frames-high", "rx-frames-irq", "rx-frames-low"],
      ...["rx-usecs", "rx-usecs-high", "rx-usecs-irq", "rx-usecs-low"],
      ...["tx-frames", "tx-frames-high", "tx-frames-irq", "tx-frames-low"],
      ...["tx-usecs", "tx-usecs-high", "tx-usecs-irq", "tx-usecs-low"],
    ),
  }),
  ring: fields(u32Keys("rx", "rx-max", "rx-jumbo", "rx-jumbo-max", "rx-mini", "rx-mini-max", "tx", "tx-max")),
  fec: fields({ auto: flag, mode: choice("off", "rs", "baser", "llrs") }),
});

const ieee8021x = looseFields({
  identity: text,
  "eap-methods": list(text),
  "private-key": text,
  "client-cert": text,
  "ca-cert": text,
  "private-key-password": text,
  "phase2-auth": text,
  password: text,
});

/** Keys of every interface, whatever its type. */
export const interfaceKeys = {
  name: must(text),
  "profile-name": text,
  description: text,
  type: text,
  driver: text,
  state: filled(choice("up", "down", "absent", "unknown", "ignore")),
  identifier: choice("name", "mac-address", "pci-address"),
  "mac-address": text,
  "permanent-mac-address": text,
  "pci-address": {
    ...text,
    form: {
      pattern: /^(?:[\da-f]{1,8}:)?[\da-f]{1,2}:[\da-f]{1,2}\.[\da-f]$/i,
      says: "a PCI address such as 0000:07:00.1",
    },
  },
  mtu: u64,
  "min-mtu": strictU64,
  "max-mtu": strictU64,
  "wait-ip": choice("any", "ipv4", "ipv6", "ipv4+ipv6"),
  ipv4: ipv4Stack,
  ipv6: ipv6Stack,
  mptcp: fields({ "address-flags": mptcpFlags }),
  controller: text,
  "accept-all-mac-addresses": flag,
  "copy-mac-from": text,
  "ovs-db": ovsTable,
  "802.1x": ieee8021x,
  lldp: fields({ enabled: must(flag), neighbors: anything }),
  ethtool,
  dispatch: looseFields({ "post-activation": text, "post-deactivation": text }),
  "alt-names": list(fields({ name: must(text), state: choice("absent") })),
} as const satisfies Readonly<Record<string, Shape>>;
