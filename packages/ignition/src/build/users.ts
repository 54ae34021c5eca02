import type { PasswdUser } from "../config.ts";

export type UserOptions = Readonly<{ sshKeys?: string; passwordHash?: string; groups?: readonly string[] }>;

/** An account. `sshKeys` are lines, as in an authorized_keys file. */
export const user = (name: string, { sshKeys = "", passwordHash, groups = [] }: UserOptions = {}): PasswdUser => {
  const keys = keysOf(sshKeys);
  return {
    name,
    ...(keys.length === 0 ? {} : { sshAuthorizedKeys: keys }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(groups.length === 0 ? {} : { groups }),
  };
};

function keysOf(lines: string): readonly string[] {
  const keys = lines.split("\n").map((line) => line.trim());
  return [...new Set(keys.filter((key) => key !== "" && !key.startsWith("#")))];
}
