// Why a disk cannot be installed to, in sentences. Each begins with words no agent uses, so that reasons that no longer hold can be taken back.
import { formatBytes } from "./size.ts";

const beginnings = {
  tooSmall: "Too small: ",
  driveType: "Unsuitable drive type: ",
  member: "Part of the multipath device ",
  multipath: "Unsuitable multipath: ",
  iscsi: "Unsuitable iSCSI network: ",
} as const;

const allBeginnings = Object.values(beginnings);

export const isOurs = (reason: string): boolean => allBeginnings.some((words) => reason.startsWith(words));

export const tooSmall = (bytes: number, neededGb: number): string =>
  `${beginnings.tooSmall}the disk has ${formatBytes(bytes)}, ${formatBytes(neededGb * 1e9)} are needed`;

export const wrongDriveType = (found: string, usable: readonly string[]): string =>
  `${beginnings.driveType}found ${found}, needed one of ${usable.join(", ")}`;

export const memberOf = (multipathName: string): string =>
  `${beginnings.member}${multipathName}: choose that device instead`;

export const wrongPaths = (found: readonly string[], usable: readonly string[]): string =>
  `${beginnings.multipath}found paths of type ${found.join(", ")}, needed only ${usable.join(" or ")}`;

export const mixedPaths = (found: readonly string[]): string =>
  `${beginnings.multipath}its paths are of types ${found.join(" and ")}, they must all be of one type`;

export const storageOnMainInterface = (address: string, interfaceName: string): string =>
  `${beginnings.iscsi}${address} is on ${interfaceName}, which has the default route; reach the disk through another interface`;

export const storageAddressUnknown = `${beginnings.iscsi}the inventory does not say from which address the disk is reached`;

export const noMainInterface = `${beginnings.iscsi}no interface with a default route was found to tell it apart from`;
