import { check } from "@muster/nmstate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bondModes, emptyForm, formProblems, fromYaml, type NetworkForm, toYaml } from "./network-form.ts";

const typical: NetworkForm = {
  ...emptyForm,
  ipv4: "192.0.2.10/24",
  gateway4: "192.0.2.1",
  dns: "192.0.2.53, 192.0.2.54",
};

describe("a form", () => {
  test("writes YAML that the checker finds no mistake in", () => {
    expect(check(toYaml(typical), { file: "host" })).toEqual([]);
    const bonded = { ...typical, secondNic: "eth1", vlan: "100", ipv6: "2001:db8::10/64", gateway6: "2001:db8::1" };
    expect(check(toYaml(bonded), { file: "host" })).toEqual([]);
  });

  test("is read back from what it wrote, whatever was filled in", () => {
    const maybe = <Value>(value: fc.Arbitrary<Value>, nothing: Value) => fc.oneof(fc.constant(nothing), value);
    const ipv4 = fc.ipV4();
    const forms: fc.Arbitrary<NetworkForm> = fc.record({
      nic: fc.constantFrom("eth0", "ens1f0"),
      secondNic: maybe(fc.constantFrom("eth1", "ens1f1"), ""),
      bondMode: fc.constantFrom(...bondModes),
      vlan: maybe(fc.integer({ min: 1, max: 4_094 }).map(String), ""),
      ipv4: maybe(
        fc.tuple(ipv4, fc.integer({ min: 1, max: 32 })).map(([ip, prefix]) => `${ip}/${prefix}`),
        "",
      ),
      gateway4: maybe(ipv4, ""),
      ipv6: maybe(fc.constant("2001:db8::5/64"), ""),
      gateway6: maybe(fc.constant("2001:db8::1"), ""),
      dns: maybe(
        fc.array(ipv4, { minLength: 1, maxLength: 3 }).map((list) => list.join(", ")),
        "",
      ),
    });
    fc.assert(
      fc.property(forms, (form) => {
        const expected = form.secondNic === "" ? { ...form, bondMode: "active-backup" } : form;
        expect(fromYaml(toYaml(form))).toEqual(expected);
      }),
    );
  });

  test("does not claim YAML that says more than it can show", () => {
    expect(fromYaml(`${toYaml(typical)}hostname:\n  config: a\n`)).toBeNull();
    expect(fromYaml(toYaml(typical).replace("state: up", "state: up\n    mtu: 9000"))).toBeNull();
    expect(fromYaml("interfaces: [")).toBeNull();
    expect(fromYaml("")).toBeNull();
  });

  test("tells which field cannot be right", () => {
    expect(formProblems(typical)).toEqual({});
    expect(
      Object.keys(formProblems({ ...typical, ipv4: "192.0.2.10", vlan: "5000", gateway6: "x" })).toSorted(),
    ).toEqual(["gateway6", "ipv4", "vlan"]);
  });
});
