// The id under which a machine registers, made from what its firmware says (reference host-side A2).
import { hash } from "node:crypto";

const meaningless = new Set([
  "",
  "unknown",
  "none",
  "(none)",
  "-",
  "unspecified base board serial number",
  "unspecified system serial number",
  "default string",
  "not specified",
  "pca_number.acc",
]);

const meaninglessUuids = new Set([
  "",
  "unknown",
  "00000000-0000-0000-0000-000000000000",
  "03000200-0400-0500-0006-000700080009",
]);

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Firmware = Readonly<{ boardSerial?: string; systemUuid?: string; macs: readonly string[] }>;

export function hostIdOf({ boardSerial = "", systemUuid = "", macs }: Firmware): string {
  if (!meaningless.has(boardSerial.toLowerCase())) return uuidFrom(boardSerial);
  const uuid = systemUuid.toLowerCase();
  if (!meaninglessUuids.has(uuid) && uuidPattern.test(uuid)) return uuid;
  const [first] = macs.toSorted();
  return first === undefined ? "deaddead-dead-dead-dead-deaddeaddead" : uuidFrom(first);
}

function uuidFrom(text: string): string {
  const digest = hash("md5", text);
  return [0, 8, 12, 16, 20].map((start, part) => digest.slice(start, [8, 12, 16, 20, 32][part])).join("-");
}
