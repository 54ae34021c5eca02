import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Ownership } from "./want.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Whole or not at all: written beside the file and renamed over it. */
export function writeFile(
  real: string,
  content: Uint8Array,
  { mode = 0o644, uid = 0, gid = 0 }: Ownership,
  setOwners: boolean,
): void {
  const beside = join(dirname(real), `.muster-apply-${process.pid}`);
  rmSync(beside, { force: true });
  const file = openSync(beside, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    if (setOwners) fchownSync(file, uid, gid);
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
  renameSync(beside, real);
}

/** Owner first: a change of owner takes some bits of the mode away. */
export function setOwnership(real: string, { mode, uid, gid }: Ownership, setOwners: boolean): void {
  if (setOwners) lchownSync(real, uid ?? 0, gid ?? 0);
  if (mode !== undefined && !lstatSync(real).isSymbolicLink()) chmodSync(real, mode);
}
