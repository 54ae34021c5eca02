import type { Inventory } from "@muster/contract";
import { type MachineKind, machineKinds, type PlatformMaker, platformMakers } from "../inventories/kinds.ts";
import { digitsOf } from "../random.ts";
import type { Blueprint, DiskModel } from "./blueprint.ts";
import { hostIdOf } from "./host-id.ts";
import { inventoryOf } from "./inventory.ts";
import { addressAt, type Network, parseNetwork } from "./network.ts";

export type MachineOptions = Readonly<{
  /** Names, serials, MAC addresses and, unless a place is given, IP addresses follow from it. From 1 on. */
  number: number;
  /** Which of the addresses of its networks the machine has, counted like `number`. */
  place?: number;
  /** Machines with different seeds are different even under the same number. */
  seed?: string;
  kind?: MachineKind;
  /** The networks of the first interface: one of IPv4, one of IPv6, or one of each. */
  networks?: readonly string[];
  /** The networks of the interfaces that follow, each a list like that of the first. */
  moreNetworks?: readonly (readonly string[])[];
  hostname?: string;
  /** What the board says; two machines that say the same get the same id. */
  serial?: string;
  cpus?: number;
  memoryGib?: number;
  /** How many disks, or which ones. */
  disks?: number | readonly DiskModel[];
  /** A platform whose machines are known by their maker. */
  platform?: PlatformMaker;
  tpm?: Blueprint["tpm"];
  defaultRoute?: boolean;
  /** How far the machine's clock is ahead. */
  clockOffsetSeconds?: number;
  /** The last word about the inventory, for what no option covers. */
  amend?: (inventory: Inventory) => Inventory;
}>;

/** What stays the same however often a machine is installed. Thousands exist at once, so inventories are not kept. */
export type Machine = Readonly<{
  number: number;
  hostId: string;
  hostname: string;
  serial: string;
  interfaces: readonly MachineInterface[];
  clockOffsetSeconds: number;
  inventory(): Inventory;
}>;

export type MachineInterface = Readonly<{
  name: string;
  mac: string;
  mtu: number;
  addresses: readonly Readonly<{ address: string; network: Network }>[];
}>;

/** Below are the gateway and the addresses that clusters take for themselves. */
const firstPosition = 19;

export function createMachine(options: MachineOptions): Machine {
  const {
    number,
    place = number,
    seed = "muster",
    kind = "small-vm",
    networks = ["192.168.10.0/24"],
    moreNetworks = [],
  } = options;
  const blueprint = amended(machineKinds[kind], options);
  const digits = digitsOf(seed);
  const serial = options.serial ?? `${digits.slice(0, 8).toUpperCase()}${String(number).padStart(6, "0")}`;
  const hostname = options.hostname ?? `${kind}-${number}`;
  const interfaces = blueprint.nics.map((nic, index): MachineInterface => {
    const reached = index === 0 ? networks : (moreNetworks[index - 1] ?? []);
    return {
      name: nic.name,
      mac: macOf(digits, number, index),
      mtu: nic.mtu ?? 1_500,
      addresses: reached.map(parseNetwork).map((network) => ({
        network,
        address: addressAt(network, firstPosition + place),
      })),
    };
  });
  return {
    number,
    hostId: hostIdOf({ boardSerial: serial, macs: interfaces.map(({ mac }) => mac) }),
    hostname,
    serial,
    interfaces,
    clockOffsetSeconds: options.clockOffsetSeconds ?? 0,
    inventory: () => {
      const inventory = inventoryOf(blueprint, {
        number,
        hostname,
        serial,
        interfaces,
        defaultRoute: options.defaultRoute ?? true,
      });
      return options.amend ? options.amend(inventory) : inventory;
    },
  };
}

export const addressesOf = ({ interfaces }: Machine): readonly string[] =>
  interfaces.flatMap(({ addresses }) => addresses.map(({ address }) => address));

function amended(blueprint: Blueprint, { cpus, memoryGib, disks, platform, tpm }: MachineOptions): Blueprint {
  return {
    ...blueprint,
    cpu: { ...blueprint.cpu, count: cpus ?? blueprint.cpu.count },
    memoryGib: memoryGib ?? blueprint.memoryGib,
    disks: typeof disks === "number" ? repeat(blueprint.disks, disks) : (disks ?? blueprint.disks),
    maker: platform ? platformMakers[platform] : blueprint.maker,
    tpm: tpm ?? blueprint.tpm,
  };
}

function repeat(disks: readonly DiskModel[], count: number): readonly DiskModel[] {
  return Array.from({ length: count }, (_, index) => disks[index % disks.length]).filter((disk) => disk !== undefined);
}

/** Locally administered; 16 bits from the seed, 20 for the machine, 4 for the interface: no two are alike. */
function macOf(digits: string, number: number, index: number): string {
  const rest = `${digits.slice(0, 4)}${number.toString(16).padStart(5, "0")}${index.toString(16)}`;
  return ["02", ...(rest.match(/../g) ?? [])].join(":");
}
