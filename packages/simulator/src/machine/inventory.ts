import type { Interface, Inventory, Route } from "@muster/contract";
import type { Blueprint } from "./blueprint.ts";
import { renderDisks } from "./disks.ts";
import type { MachineInterface } from "./machine.ts";
import { addressAt } from "./network.ts";

export type Identity = Readonly<{
  number: number;
  hostname: string;
  serial: string;
  interfaces: readonly MachineInterface[];
  defaultRoute: boolean;
}>;

const gib = 1024 ** 3;

/** What the agent on such a machine would report (reference host-side A9). */
export function inventoryOf(blueprint: Blueprint, identity: Identity): Inventory {
  const { cpu, maker, memoryGib, bootMode } = blueprint;
  const physicalBytes = Math.trunc(memoryGib * gib);
  return {
    hostname: identity.hostname,
    bmc_address: blueprint.hasBmc ? bmcAddress(identity.number) : "0.0.0.0",
    bmc_v6address: "::/0",
    interfaces: blueprint.nics.map((nic, index) => renderInterface(nic, identity.interfaces[index])),
    disks: renderDisks(blueprint.disks, identity),
    boot: {
      command_line: `BOOT_IMAGE=/images/pxeboot/vmlinuz coreos.liveiso=rhcos-live ignition.firstboot ignition.platform.id=metal`,
      current_boot_mode: bootMode,
      secure_boot_state: blueprint.secureBoot,
      device_type: "ephemeral",
    },
    system_vendor: {
      manufacturer: maker.manufacturer,
      product_name: maker.product,
      serial_number: identity.serial,
      virtual: maker.virtual,
    },
    memory: {
      physical_bytes: physicalBytes,
      physical_bytes_method: "dmidecode",
      // Firmware and kernel keep some for themselves.
      usable_bytes: Math.trunc(physicalBytes * 0.975),
    },
    cpu: {
      architecture: cpu.architecture,
      count: cpu.count,
      flags: [...cpu.flags],
      frequency: cpu.mhz,
      model_name: cpu.model,
    },
    gpus: [...blueprint.gpus],
    routes: identity.interfaces.flatMap((nic, index) => routesOf(nic, identity.defaultRoute && index === 0)),
    tpm_version: blueprint.tpm,
  };
}

function renderInterface(nic: Blueprint["nics"][number], at: MachineInterface | undefined): Interface {
  const cabled = nic.cabled ?? true;
  const addresses = (family: "IPv4" | "IPv6") =>
    (at?.addresses ?? [])
      .filter(({ network }) => network.family === family)
      .map(({ address, network }) => `${address}/${network.prefix}`);
  return {
    name: nic.name,
    mac_address: at?.mac ?? "",
    mtu: at?.mtu ?? 1_500,
    flags: cabled ? ["up", "broadcast", "multicast", "running"] : ["up", "broadcast", "multicast"],
    has_carrier: cabled,
    speed_mbps: cabled ? nic.speedMbps : -1,
    type: "physical",
    vendor: nic.vendor,
    product: nic.product,
    ipv4_addresses: addresses("IPv4"),
    ipv6_addresses: addresses("IPv6"),
  };
}

/** A default route over the first router, and the way to the network itself. */
function routesOf({ name, addresses }: MachineInterface, isDefault: boolean): Route[] {
  return addresses.flatMap(({ network }) => {
    const family = network.family === "IPv4" ? 2 : 10;
    const own: Route = { interface: name, destination: addressAt(network, 0), family, metric: 100 };
    if (!isDefault) return [own];
    const anywhere = network.family === "IPv4" ? "0.0.0.0" : "::";
    return [{ interface: name, gateway: addressAt(network, 1), destination: anywhere, family, metric: 100 }, own];
  });
}

const bmcAddress = (number: number): string => `198.18.${(number >> 8) & 255}.${number & 255}`;
