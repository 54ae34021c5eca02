// An inventory comes from a machine that nobody vouches for: it is bounded and must be possible.
import * as wire from "@muster/contract";
import type { Inventory } from "../model/observations.ts";
import { type Invalid, readOutput } from "./read-output.ts";
import type { Reply, ReplyLimits } from "./reply.ts";

const maxHostnameLength = 255;
const maxCpus = 100_000;

export function readInventory(output: string, limits: ReplyLimits): Reply {
  // A newer agent may know a kind of disk that is unknown here: that is no reason to lose the whole host.
  const read = readOutput(wire.Inventory, output, { dropUnknownWords: true });
  if (read.kind === "invalid") return read;
  return impossibleValue(read.value, limits) ?? { kind: "inventory", inventory: withFewerDisks(read.value, limits) };
}

function impossibleValue(inventory: Inventory, limits: ReplyLimits): Invalid | null {
  const { hostname = "", cpu, memory, disks = [], interfaces = [], routes = [], gpus = [] } = inventory;
  const addresses = interfaces.reduce(
    (sum, { ipv4Addresses = [], ipv6Addresses = [] }) => sum + ipv4Addresses.length + ipv6Addresses.length,
    0,
  );
  return (
    tooMany(`${hostname.length} characters in hostname`, hostname.length, maxHostnameLength) ??
    outside("cpu.count", cpu?.count, maxCpus) ??
    outside("memory.physical_bytes", memory?.physicalBytes) ??
    outside("memory.usable_bytes", memory?.usableBytes) ??
    tooMany(`${interfaces.length} interfaces`, interfaces.length, limits.maxInterfaces) ??
    tooMany(`${addresses} addresses`, addresses, 4 * limits.maxInterfaces) ??
    tooMany(`${routes.length} routes`, routes.length, limits.maxRoutes) ??
    tooMany(`${gpus.length} gpus`, gpus.length, limits.maxInterfaces) ??
    first(disks, ({ sizeBytes }, index) => outside(`disks[${index}].size_bytes`, sizeBytes)) ??
    first(interfaces, ({ mtu }, index) => outside(`interfaces[${index}].mtu`, mtu))
  );
}

function first<Item>(items: readonly Item[], check: (item: Item, index: number) => Invalid | null): Invalid | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem) return problem;
  }
  return null;
}

function outside(name: string, value: number | undefined, most: number = Number.MAX_SAFE_INTEGER): Invalid | null {
  if (value === undefined || (value >= 0 && value <= most)) return null;
  return { kind: "invalid", found: `${name} ${value}`, needed: `a number from 0 to ${most}` };
}

const tooMany = (found: string, count: number, most: number): Invalid | null =>
  count <= most ? null : { kind: "invalid", found, needed: `at most ${most}` };

/** Storage servers show thousands of disks. Those that could be installed on are kept first. */
function withFewerDisks(inventory: Inventory, { maxDisks }: ReplyLimits): Inventory {
  const { disks = [], truncation } = inventory;
  if (disks.length <= maxDisks) return inventory;
  const kept = new Set(
    disks.filter(({ installationEligibility }) => installationEligibility?.eligible).slice(0, maxDisks),
  );
  for (const disk of disks) if (kept.size < maxDisks) kept.add(disk);
  const reason = `${disks.length - maxDisks} of ${disks.length} disks are left out`;
  return {
    ...inventory,
    disks: disks.filter((disk) => kept.has(disk)),
    truncation: { type: truncation?.type ?? "partial", reasons: [...(truncation?.reasons ?? []), reason] },
  };
}
