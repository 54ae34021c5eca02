import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const keys = ["prefix-length", "ip", "mtu", "mac-address", "dhcp-send-hostname", "arp_ip_target"];

test.for([
  ["prefix_length", "prefix-length"],
  ["prefixlenght", "prefix-length"],
  ["prefix", "prefix-length"],
  ["pi", "ip"],
  ["MAC-Address", "mac-address"],
  ["arp-ip-targets", "arp_ip_target"],
])("%s was meant to be %s", ([word = "", meant = ""]) => {
  expect(nearest(word, keys)).toBe(meant);
});

test.for(["gateway", "x", "", "p".repeat(100_000)])("%#: nothing known is near", (word) => {
  expect(nearest(word, keys)).toBeNull();
});
