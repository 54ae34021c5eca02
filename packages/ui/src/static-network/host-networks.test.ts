import { expect, test } from "vitest";
import { copyHost, hostNetworksOf, macsFor, requestOf } from "./host-networks.ts";
import { emptyForm, toYaml } from "./network-form.ts";

const host = { yaml: toYaml(emptyForm), macs: [{ mac: "02:00:00:00:00:01", nic: "eth0" }] };

test("what is saved is what is read back", () => {
  expect(hostNetworksOf({ static_network_config: JSON.stringify(requestOf([host])) })).toEqual([host]);
  expect(hostNetworksOf({})).toEqual([]);
});

test("a copy has everything but the MAC addresses", () => {
  expect(copyHost(host)).toEqual({ yaml: host.yaml, macs: [{ mac: "", nic: "eth0" }] });
});

test("a second card gets a line of its own, and the first keeps its MAC address", () => {
  expect(macsFor(toYaml({ ...emptyForm, secondNic: "eth1" }), host.macs)).toEqual([
    { mac: "02:00:00:00:00:01", nic: "eth0" },
    { mac: "", nic: "eth1" },
  ]);
  expect(macsFor("no: [form", host.macs)).toBe(host.macs);
});
