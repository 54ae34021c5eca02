// The section that each type of interface has of its own.
import { bond } from "./bond.ts";
import { linuxBridge, ovsBridge } from "./bridge.ts";
import {
  choice,
  either,
  type Fields,
  fields,
  filled,
  flag,
  ipAddress,
  list,
  looseFields,
  must,
  type Shape,
  strictFlag,
  strictU8,
  strictU32,
  strictU64,
  text,
  u16,
  u32,
  u64,
} from "./shape.ts";

const vlanProtocol = choice("802.1q", "802.1ad");
const qosMap = list(looseFields({ from: must(u32), to: must(u32) }));

const ethernet = fields({
  "sr-iov": fields({
    "drivers-autoprobe": flag,
    "total-vfs": u32,
    "max-vfs": u32,
    vfs: list(
      fields({
        id: must(u32),
        "iface-name": filled(text),
        "mac-address": text,
        "spoof-check": flag,
        trust: flag,
        "min-tx-rate": u32,
        "max-tx-rate": u32,
        "vlan-id": u32,
        qos: u32,
        "vlan-proto": vlanProtocol,
      }),
    ),
  }),
  "auto-negotiation": flag,
  speed: u32,
  duplex: choice("full", "half"),
});

const macVlan = fields(
  {
    "base-iface": must(text),
    mode: must(choice("vepa", "bridge", "private", "passthru", "source", "unknown")),
    promiscuous: flag,
  },
  { "accept-all-mac": "promiscuous" },
);

const libreswan = fields({
  "nm-auto-defaults": filled(strictFlag),
  right: must(text),
  ...Object.fromEntries(
    [
      ...["rightid", "rightrsasigkey", "rightcert", "left", "leftid", "leftrsasigkey", "leftcert", "ikev2", "psk"],
      ...["ikelifetime", "salifetime", "ike", "esp", "dpdaction", "authby", "rightsubnet", "rightsubnets"],
      ...["leftsubnet", "leftsubnets", "leftsendcert", "rightca", "leftprotoport", "rightprotoport"],
    ].map((key) => [key, text]),
  ),
  dpddelay: u64,
  dpdtimeout: u64,
  "ipsec-interface": either(
    { ...text, form: { pattern: /^(?:yes|no|\+?\d+)$/, says: "yes, no or a number" } },
    strictU64,
  ),
  leftmodecfgclient: strictFlag,
  type: choice("tunnel", "transport"),
  hostaddrfamily: choice("ipv4", "ipv6"),
  clientaddrfamily: choice("ipv4", "ipv6"),
  "require-id-on-certificate": strictFlag,
});

const ethernetSections = { ethernet, veth: looseFields({ peer: must(text) }) };

/** Type of interface → its sections. A type without sections of its own has an empty row. */
export const sections = {
  ethernet: ethernetSections,
  veth: ethernetSections,
  dummy: {},
  loopback: {},
  xfrm: {},
  bond: { "link-aggregation": bond, bond },
  "linux-bridge": { bridge: linuxBridge },
  "ovs-bridge": { bridge: ovsBridge },
  "ovs-interface": {
    patch: fields({ peer: must(text) }),
    dpdk: fields(
      {
        devargs: must(text),
        "rx-queue": strictU32,
        n_rxq_desc: strictU32,
        n_txq_desc: strictU32,
        "lsc-interrupt": strictFlag,
      },
      { n_rxq: "rx-queue", "dpdk-lsc-interrupt": "lsc-interrupt" },
    ),
  },
  vlan: {
    vlan: fields({
      "base-iface": text,
      id: must(u16),
      protocol: vlanProtocol,
      "registration-protocol": choice("gvrp", "mvrp", "none"),
      "reorder-headers": strictFlag,
      "loose-binding": strictFlag,
      "ingress-qos-map": qosMap,
      "egress-qos-map": qosMap,
    }),
  },
  vxlan: {
    vxlan: fields({
      "base-iface": filled(text),
      id: must(u32),
      learning: strictFlag,
      local: ipAddress,
      remote: ipAddress,
      "destination-port": u16,
    }),
  },
  vrf: { vrf: fields({ port: list(text), "route-table-id": u32 }, { ports: "port" }) },
  "mac-vlan": { "mac-vlan": macVlan },
  "mac-vtap": { "mac-vtap": macVlan },
  infiniband: {
    infiniband: fields({ mode: must(choice("datagram", "connected")), "base-iface": text, pkey: must(u16) }),
  },
  macsec: {
    macsec: fields({
      encrypt: must(strictFlag),
      "base-iface": must(text),
      "mka-cak": text,
      "mka-ckn": text,
      port: must(strictU32),
      validation: must(choice("disabled", "check", "strict")),
      "send-sci": must(strictFlag),
      offload: choice("off", "phy", "mac"),
    }),
  },
  ipsec: { libreswan },
  ipvlan: {
    ipvlan: fields({ "base-iface": text, mode: choice("l2", "l3", "l3s"), private: flag, vepa: flag }),
  },
  "ip-tunnel": {
    "ip-tunnel": fields({
      mode: choice("unknown", "ipip", "sit", "ip6ip6", "ipip6"),
      "base-iface": text,
      local: ipAddress,
      remote: ipAddress,
      ttl: strictU8,
      tos: strictU8,
      "flow-label": strictU32,
      "ip6tun-flags": list(
        choice(
          ...["ign-encap-limit", "use-orig-tclass", "use-orig-flowlabel", "mip6-dev", "rcv-dscp-copy"],
          ...["use-orig-fw-mark", "allow-local-remote", "cap-xmit", "cap-rcv", "cap-per-packet"],
        ),
      ),
      "pmtu-disc": strictFlag,
      "encap-limit": strictU8,
      fwmark: strictU32,
    }),
  },
  hsr: {
    hsr: fields({
      port1: must(text),
      port2: must(text),
      interlink: text,
      "supervision-address": text,
      "multicast-spec": must(strictU8),
      protocol: must({ ...choice("hsr", "hsr-2012", "prp"), also: ["hsr-2010"] }),
    }),
  },
} as const satisfies Record<string, Readonly<Record<string, Fields>>>;

export type InterfaceType = keyof typeof sections;
export const isInterfaceType = (type: string): type is InterfaceType => Object.hasOwn(sections, type);
export const sectionsOf = (type: InterfaceType): Readonly<Record<string, Shape>> => sections[type];
