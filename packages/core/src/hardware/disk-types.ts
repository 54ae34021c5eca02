// Which kinds of drive an operating system can be installed to (reference service 4.5).
import type * as wire from "@muster/contract";
import { atLeast } from "../version.ts";

export type DriveType = wire.DriveType;

export function installableDriveTypes(openshiftVersion: string, architecture: string): readonly DriveType[] {
  const types: DriveType[] = ["HDD", "SSD", "Multipath"];
  if (atLeast(openshiftVersion, "4.14")) types.push("RAID");
  if (atLeast(openshiftVersion, "4.15")) types.push("iSCSI");
  if (architecture === "x86_64" || architecture === "s390x") types.push("FC");
  if (architecture === "s390x") types.push("ECKD", "ECKD (ESE)", "FBA");
  return types;
}

/** A multipath device can be installed to when all its paths are of one of these types. */
export const multipathTypes: readonly DriveType[] = ["FC", "iSCSI"];
