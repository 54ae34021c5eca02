import { choice, either, fields, flag, i64, ipAddress, list, must, strictFlag, text, u8, u32 } from "./shape.ts";

export const mptcpFlags = list(choice("signal", "subflow", "backup", "fullmesh"));

const address = fields(
  {
    ip: must(ipAddress),
    "prefix-length": must(u8),
    "mptcp-flags": mptcpFlags,
    "valid-life-time": text,
    "preferred-life-time": text,
    protocol: either(choice("lo", "ra", "kernel_ll"), u8),
  },
  {
    "valid-left": "valid-life-time",
    "valid-lft": "valid-life-time",
    "preferred-left": "preferred-life-time",
    "preferred-lft": "preferred-life-time",
  },
);

const bothFamilies = {
  enabled: flag,
  dhcp: flag,
  address: list(address),
  "auto-dns": flag,
  "auto-gateway": flag,
  "auto-routes": flag,
  "auto-route-table-id": u32,
  "auto-route-metric": i64,
  "allow-extra-address": strictFlag,
  "dhcp-send-hostname": strictFlag,
  "dhcp-custom-hostname": text,
  "dhcp-client-id": text,
  "dhcp-duid": text,
  "addr-gen-mode": text,
  token: text,
};

/** The library takes `token` and the like in `ipv4` too, where they mean nothing. */
export const ipv4Stack = fields({ ...bothFamilies, forwarding: strictFlag, "prefix-route-metric": i64 });
export const ipv6Stack = fields({ ...bothFamilies, autoconf: flag });
