// The networks of all hosts of an image: as the editor holds them, and as the wire carries them.
import type { HostStaticNetworkConfig, InfraEnv } from "@muster/contract";
import type { HostNetwork } from "@muster/nmstate";
import { texts } from "../texts/index.ts";
import { emptyForm, fromYaml, toYaml } from "./network-form.ts";

export type MacMapping = Readonly<{ mac: string; nic: string }>;
export type EditedHost = Readonly<{ yaml: string; macs: readonly MacMapping[] }>;

export function hostNetworksOf({ static_network_config: json }: Pick<InfraEnv, "static_network_config">): EditedHost[] {
  const hosts: HostStaticNetworkConfig[] = JSON.parse(json || "[]");
  return hosts.map(({ network_yaml: yaml = "", mac_interface_map: macs = [] }) => ({
    yaml,
    macs: macs.map(({ mac_address: mac = "", logical_nic_name: nic = "" }) => ({ mac, nic })),
  }));
}

export const newHost = (): EditedHost => ({ yaml: toYaml(emptyForm), macs: [{ mac: "", nic: emptyForm.nic }] });

/** A copy keeps everything but what must be its own: MAC addresses. */
export const copyHost = ({ yaml, macs }: EditedHost): EditedHost => ({
  yaml,
  macs: macs.map(({ nic }) => ({ mac: "", nic })),
});

export const requestOf = (hosts: readonly EditedHost[]): HostStaticNetworkConfig[] =>
  hosts.map(({ yaml, macs }) => ({
    network_yaml: yaml,
    mac_interface_map: macs.map(({ mac, nic }) => ({ mac_address: mac.trim(), logical_nic_name: nic.trim() })),
  }));

/** As the checker takes them. */
export const checkable = (hosts: readonly EditedHost[]): HostNetwork[] =>
  hosts.map(({ yaml, macs }, index) => ({
    file: texts.staticNetwork.host(index + 1),
    networkYaml: yaml,
    macInterfaceMap: macs.map(({ mac, nic }) => ({ macAddress: mac.trim(), logicalNicName: nic.trim() })),
  }));

/** When the form names cards, the map has a line for each: old MAC addresses stay with their names. */
export function macsFor(yaml: string, macs: readonly MacMapping[]): readonly MacMapping[] {
  const form = fromYaml(yaml);
  if (!form) return macs;
  const names = [form.nic, form.secondNic].filter((name) => name !== "");
  return names.map((nic, index) => macs.find((known) => known.nic === nic) ?? { mac: macs[index]?.mac ?? "", nic });
}
