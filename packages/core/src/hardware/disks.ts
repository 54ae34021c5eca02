import type { Disk, Inventory } from "../model/observations.ts";
import { familyOf } from "../network/address.ts";
import { defaultRoute } from "../network/default-route.ts";
import { hostAddresses } from "../network/host-addresses.ts";
import { type DriveType, installableDriveTypes, multipathTypes } from "./disk-types.ts";
import {
  isOurs,
  memberOf,
  mixedPaths,
  noMainInterface,
  storageAddressUnknown,
  storageOnMainInterface,
  tooSmall,
  wrongDriveType,
  wrongPaths,
} from "./ineligibility.ts";

export type DiskRules = Readonly<{ openshiftVersion: string; minimumSizeGb: number }>;

/**
 * The inventory with each disk's eligibility as these rules see it. What the agent held against a disk stays; what an
 * earlier assessment held against it is judged anew. The same inventory comes back when nothing changed.
 */
export function assessDisks(inventory: Inventory, rules: DiskRules): Inventory {
  const before = assessed.get(inventory);
  if (before && sameRules(before.rules, rules)) return before.result;
  const result = assessAll(inventory, rules);
  assessed.set(inventory, { rules, result });
  assessed.set(result, { rules, result });
  return result;
}

/** Every refresh asks, and a machine may have thousands of disks. */
const assessed = new WeakMap<Inventory, Readonly<{ rules: DiskRules; result: Inventory }>>();

const sameRules = (one: DiskRules, other: DiskRules): boolean =>
  one.openshiftVersion === other.openshiftVersion && one.minimumSizeGb === other.minimumSizeGb;

function assessAll(inventory: Inventory, rules: DiskRules): Inventory {
  if (!inventory.disks) return inventory;
  const usable = installableDriveTypes(rules.openshiftVersion, inventory.cpu?.architecture ?? "");
  const paths = multipathMembers(inventory.disks);
  const disks = inventory.disks.map((disk) => assess(disk, { inventory, rules, usable, paths }));
  return disks.every((disk, index) => disk === inventory.disks?.[index]) ? inventory : { ...inventory, disks };
}

export const isEligible = (disk: Disk): boolean => disk.installationEligibility?.eligible === true;

/** The iSCSI disks behind a disk: itself, or the paths of a multipath device. */
export function iscsiPathsOf(disk: Disk, inventory: Inventory): readonly Disk[] {
  const paths = disk.driveType === "Multipath" ? multipathMembers(inventory.disks ?? []).membersOf(disk) : [disk];
  return paths.filter(({ driveType }) => driveType === "iSCSI");
}

type Circumstances = Readonly<{
  inventory: Inventory;
  rules: DiskRules;
  usable: readonly DriveType[];
  paths: MultipathMembers;
}>;

function assess(disk: Disk, circumstances: Circumstances): Disk {
  const before = disk.installationEligibility;
  const fromAgent = (before?.notEligibleReasons ?? []).filter((reason) => !isOurs(reason));
  const notEligibleReasons = [...fromAgent, ...objections(disk, circumstances)];
  const eligible = notEligibleReasons.length === 0;
  const unchanged =
    before?.eligible === eligible &&
    before.notEligibleReasons?.length === notEligibleReasons.length &&
    notEligibleReasons.every((reason, index) => reason === before.notEligibleReasons?.[index]);
  return unchanged ? disk : { ...disk, installationEligibility: { eligible, notEligibleReasons } };
}

function objections(disk: Disk, { inventory, rules, usable, paths }: Circumstances): string[] {
  const type = disk.driveType ?? "Unknown";
  const reasons: string[] = [];
  const size = disk.sizeBytes ?? 0;
  if (size < rules.minimumSizeGb * 1e9) reasons.push(tooSmall(size, rules.minimumSizeGb));
  if (!usable.includes(type)) return [...reasons, wrongDriveType(type, usable)];

  const multipath = multipathTypes.includes(type) ? paths.deviceOf(disk) : undefined;
  if (multipath !== undefined) reasons.push(memberOf(multipath));
  if (type === "Multipath") reasons.push(...pathObjections(paths.membersOf(disk)));

  const reachedBy = type === "Multipath" ? paths.membersOf(disk) : [disk];
  const iscsi = reachedBy.filter((path) => path.driveType === "iSCSI");
  return [...reasons, ...new Set(iscsi.flatMap((path) => storageNetworkObjections(path, inventory)))];
}

function pathObjections(members: readonly Disk[]): string[] {
  const types = [...new Set(members.map(({ driveType }) => driveType ?? "Unknown"))];
  const wrong = types.filter((type) => !multipathTypes.includes(type));
  if (wrong.length > 0) return [wrongPaths(wrong, multipathTypes)];
  return types.length > 1 ? [mixedPaths(types)] : [];
}

/** A machine that reaches its root disk through the cluster's own interface would lose it when that is reconfigured. */
function storageNetworkObjections(disk: Disk, inventory: Inventory): string[] {
  const from = disk.iscsi?.hostIpAddress ?? "";
  const family = familyOf(from);
  if (!family) return [storageAddressUnknown];
  const main = defaultRoute(inventory, family)?.interface;
  if (!main) return [noMainInterface];
  const shared = hostAddresses(inventory).some(
    ({ interfaceName, address }) => interfaceName === main && address === from,
  );
  return shared ? [storageOnMainInterface(from, main)] : [];
}

type MultipathMembers = Readonly<{
  deviceOf: (member: Disk) => string | undefined;
  membersOf: (multipath: Disk) => readonly Disk[];
}>;

/** Sysfs tells it the other way round: each path names its holders. */
function multipathMembers(disks: readonly Disk[]): MultipathMembers {
  const devices = new Set(disks.filter(({ driveType }) => driveType === "Multipath").map(({ name }) => name ?? ""));
  if (devices.size === 0) return { deviceOf: () => undefined, membersOf: () => [] };
  const deviceOf = (disk: Disk) => holdersOf(disk).find((holder) => devices.has(holder));
  const byDevice = Map.groupBy(disks, deviceOf);
  return { deviceOf, membersOf: ({ name }) => byDevice.get(name ?? "") ?? [] };
}

const holdersOf = ({ holders }: Disk): string[] => (holders ? holders.split(",").map((name) => name.trim()) : []);
