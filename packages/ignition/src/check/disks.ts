import type { Disk, IgnitionConfig, Partition, Raid } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { checkPath } from "./path.ts";

export function checkDisks({ storage }: IgnitionConfig, report: Report): void {
  for (const [index, disk] of (storage?.disks ?? []).entries()) checkDisk(disk, ["storage", "disks", index], report);
  for (const [index, raid] of (storage?.raid ?? []).entries()) checkRaid(raid, ["storage", "raid", index], report);
}

function checkDisk({ device, partitions = [] }: Disk, at: Place, report: Report): void {
  checkPath(device, [...at, "device"], report);
  const place = [...at, "partitions"];
  for (const [index, partition] of partitions.entries()) checkPartition(partition, [...place, index], report);
  checkNumbers(partitions, place, report);
  checkOverlap(partitions, place, report);
  const removes = partitions.some(({ shouldExist }) => shouldExist === false);
  const implicit = partitions.some(({ number, startMiB, sizeMiB, shouldExist }) =>
    shouldExist === false ? !number : !number || startMiB === 0 || sizeMiB === 0,
  );
  if (removes && implicit)
    report("partition_implicit", place, "a partition to remove beside one that is placed by chance");
}

const guid = /^(?:|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

function checkPartition(partition: Partition, at: Place, report: Report): void {
  const { label, number = 0, shouldExist = true, startMiB, sizeMiB, typeGuid } = partition;
  for (const [key, value] of Object.entries({ number, startMiB, sizeMiB })) {
    if (value !== undefined && value < 0) report("negative_number", [...at, key], String(value));
  }
  if (number === 0 && !label) report("partition_unnamed", at, "neither a number nor a label");
  if (label && ([...label].length > 36 || label.includes(":"))) {
    report("partition_label", [...at, "label"], quote(label));
  }
  for (const [key, value] of Object.entries({ guid: partition.guid, typeGuid })) {
    if (value !== undefined && !guid.test(value)) report("partition_guid", [...at, key], quote(value));
  }
  const described = [label, partition.guid, typeGuid, startMiB, sizeMiB].some((value) => value !== undefined);
  if (!shouldExist && described)
    report("partition_removed", at, "shouldExist false and a description of the partition");
}

function checkNumbers(partitions: readonly Partition[], at: Place, report: Report): void {
  const numbers = new Set<number>();
  const labels = new Set<string>();
  for (const [index, { number = 0, label = "" }] of partitions.entries()) {
    if (number !== 0 && numbers.has(number)) report("partition_numbers", [...at, index], `number ${number} again`);
    if (label !== "" && labels.has(label)) report("partition_labels", [...at, index], `label ${quote(label)} again`);
    numbers.add(number);
    labels.add(label);
  }
}

/** Those that say where they begin and end. Sorted by their start, neighbours are enough. */
function checkOverlap(partitions: readonly Partition[], at: Place, report: Report): void {
  const placed = partitions
    .map(({ startMiB = 0, sizeMiB = 0 }, index) => ({ start: startMiB, end: startMiB + sizeMiB, index }))
    .filter(({ start, end }) => start > 0 && end > start)
    .sort((one, other) => one.start - other.start);
  let last = placed[0];
  for (const partition of placed.slice(1)) {
    if (last && partition.start < last.end) {
      report("partitions_overlap", [...at, partition.index], `a start before the end of partition entry ${last.index}`);
    }
    if (!last || partition.end > last.end) last = partition;
  }
}

const levels = ["linear", "raid0", "0", "stripe", "raid1", "1", "mirror", "raid4", "4", "raid5", "5", "raid6", "6"];
const withoutRedundancy = ["linear", "raid0", "0", "stripe"];

function checkRaid({ devices = [], level = "", spares = 0 }: Raid, at: Place, report: Report): void {
  if (![...levels, "raid10", "10"].includes(level)) report("raid_level", [...at, "level"], quote(level));
  if (devices.length === 0) report("raid_without_devices", [...at, "devices"], "no devices");
  for (const [index, device] of devices.entries()) checkPath(device, [...at, "devices", index], report);
  if (spares !== 0 && withoutRedundancy.includes(level)) {
    report("raid_spares", [...at, "spares"], `${spares} spares for ${level}`);
  }
}
