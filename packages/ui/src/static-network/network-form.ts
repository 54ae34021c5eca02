// The common case of a host's network as a form, written to and read from nmstate YAML.
import { isMap, parseDocument, stringify } from "yaml";
import { texts } from "../texts/index.ts";

export const bondModes = [
  "active-backup",
  "802.3ad",
  "balance-rr",
  "balance-xor",
  "broadcast",
  "balance-tlb",
  "balance-alb",
] as const;

export type NetworkForm = Readonly<{
  nic: string;
  /** The second card of a bond; empty without one. */
  secondNic: string;
  bondMode: (typeof bondModes)[number];
  vlan: string;
  ipv4: string;
  gateway4: string;
  ipv6: string;
  gateway6: string;
  dns: string;
}>;

export const emptyForm: NetworkForm = {
  nic: "eth0",
  secondNic: "",
  bondMode: "active-backup",
  vlan: "",
  ipv4: "",
  gateway4: "",
  ipv6: "",
  gateway6: "",
  dns: "",
};

const bondName = "bond0";

export const toYaml = (form: NetworkForm): string => stringify(toState(form));

function toState(form: NetworkForm): object {
  const { nic, secondNic, vlan } = form;
  const isBond = secondNic !== "";
  const base = isBond ? bondName : nic;
  const top = vlan === "" ? base : `${base}.${vlan}`;
  const addresses = { ...family("ipv4", form.ipv4), ...family("ipv6", form.ipv6) };
  const on = (name: string) => (name === top ? addresses : {});
  const ethernet = (name: string) => ({ name, type: "ethernet", state: "up", ...on(name) });
  const interfaces = [
    ethernet(nic),
    ...(isBond
      ? [
          ethernet(secondNic),
          {
            name: bondName,
            type: "bond",
            state: "up",
            "link-aggregation": { mode: form.bondMode, port: [nic, secondNic] },
            ...on(bondName),
          },
        ]
      : []),
    ...(vlan === ""
      ? []
      : [{ name: top, type: "vlan", state: "up", vlan: { "base-iface": base, id: number(vlan) }, ...on(top) }]),
  ];
  const servers = list(form.dns);
  const routes = [
    ...(form.gateway4 === "" ? [] : [route("0.0.0.0/0", form.gateway4, top)]),
    ...(form.gateway6 === "" ? [] : [route("::/0", form.gateway6, top)]),
  ];
  return {
    interfaces,
    ...(servers.length > 0 && { "dns-resolver": { config: { server: servers } } }),
    ...(routes.length > 0 && { routes: { config: routes } }),
  };
}

function family(name: "ipv4" | "ipv6", address: string): object {
  if (address === "") return {};
  const [ip, prefix = ""] = address.split("/");
  return { [name]: { enabled: true, dhcp: false, address: [{ ip, "prefix-length": number(prefix) }] } };
}

const route = (destination: string, gateway: string, nic: string) => ({
  destination,
  "next-hop-address": gateway,
  "next-hop-interface": nic,
});

/** Numbers that are none stay as they were typed, for the checker to complain about. */
const number = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const list = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Null when the YAML says anything that the form would lose. */
export function fromYaml(yaml: string): NetworkForm | null {
  const document = parseDocument(yaml);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const state: unknown = document.toJS();
  const form = readForm(state);
  return form !== null && same(toState(form), state) ? form : null;
}

function readForm(state: unknown): NetworkForm | null {
  const interfaces = items(at(state, "interfaces"));
  const ethernets = interfaces.filter((one) => at(one, "type") === "ethernet").map((one) => text(at(one, "name")));
  const bond = interfaces.find((one) => at(one, "type") === "bond");
  const vlan = interfaces.find((one) => at(one, "type") === "vlan");
  const top = vlan ?? bond ?? interfaces[0];
  const [nic, secondNic = ""] = ethernets;
  if (nic === undefined || top === undefined) return null;
  const routes = items(at(state, "routes", "config"));
  const gateway = (destination: string) =>
    text(
      at(
        routes.find((one) => at(one, "destination") === destination),
        "next-hop-address",
      ),
    );
  const mode = at(bond, "link-aggregation", "mode");
  return {
    nic,
    secondNic: bond ? secondNic : "",
    bondMode: bondModes.find((known) => known === mode) ?? "active-backup",
    vlan: vlan ? text(at(vlan, "vlan", "id")) : "",
    ipv4: address(top, "ipv4"),
    gateway4: gateway("0.0.0.0/0"),
    ipv6: address(top, "ipv6"),
    gateway6: gateway("::/0"),
    dns: items(at(state, "dns-resolver", "config", "server"))
      .map(text)
      .join(", "),
  };
}

function address(nic: unknown, name: "ipv4" | "ipv6"): string {
  const [first] = items(at(nic, name, "address"));
  return first === undefined ? "" : `${text(at(first, "ip"))}/${text(at(first, "prefix-length"))}`;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Object.getOwnPropertyDescriptor(inner, key)?.value : undefined,
    value,
  );
}

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** Equal but for the order of keys. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    mine.size === theirs.size &&
    [...mine].every(([key, value]) => theirs.has(key) && same(value, theirs.get(key)))
  );
}

export type FormProblems = { readonly [Name in keyof NetworkForm]?: string };

/** Only what the YAML's checker would say in other words than the form's. */
export function formProblems(form: NetworkForm): FormProblems {
  const t = texts.staticNetwork;
  const isAddress = (value: string) => value === "" || /^[0-9a-fA-F.:]+\/\d{1,3}$/.test(value);
  const isGateway = (value: string) => value === "" || /^[0-9a-fA-F.:]+$/.test(value);
  return {
    ...(!isAddress(form.ipv4) && { ipv4: t.addressInvalid }),
    ...(!isAddress(form.ipv6) && { ipv6: t.addressInvalid }),
    ...(!isGateway(form.gateway4) && { gateway4: t.gatewayInvalid }),
    ...(!isGateway(form.gateway6) && { gateway6: t.gatewayInvalid }),
    ...(form.vlan !== "" &&
      !(/^\d+$/.test(form.vlan) && Number(form.vlan) >= 1 && Number(form.vlan) <= 4_094) && { vlan: t.vlanInvalid }),
  };
}
