import type { IgnitionConfig } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";

/** What the tools that make accounts take; Ignition itself would only fail when it calls them. */
const accountName = /^(?!\d+$)(?!\.{1,2}$)[A-Za-z0-9_.][A-Za-z0-9_.-]{0,30}[A-Za-z0-9_.$-]?$/;

export function checkPasswd({ passwd }: IgnitionConfig, report: Report): void {
  for (const [index, user] of (passwd?.users ?? []).entries()) {
    const at = ["passwd", "users", index];
    checkName(user.name, at, report);
    checkNumber(user.uid, [...at, "uid"], report);
    checkPassword(user.passwordHash, at, report);
    if (user.homeDir && !user.homeDir.startsWith("/")) {
      report("path_not_absolute", [...at, "homeDir"], quote(user.homeDir));
    }
  }
  for (const [index, group] of (passwd?.groups ?? []).entries()) {
    const at = ["passwd", "groups", index];
    checkName(group.name, at, report);
    checkNumber(group.gid, [...at, "gid"], report);
    checkPassword(group.passwordHash, at, report);
  }
}

function checkName(name: string, at: Place, report: Report): void {
  if (!accountName.test(name)) report("user_name", [...at, "name"], quote(name));
}

function checkNumber(id: number | undefined, at: Place, report: Report): void {
  if (id !== undefined && id < 0) report("negative_number", at, String(id));
}

/** crypt(5): $id$…, _… (BSDi), 13 characters (DES); or an account that nobody can log in to by password. */
const hashed = /^(?:|[!*].*|\$.*|_.{19}|[./0-9A-Za-z]{13})$/;

function checkPassword(hash: string | undefined, at: Place, report: Report): void {
  if (hash !== undefined && !hashed.test(hash)) {
    report("password_not_hashed", [...at, "passwordHash"], "text that no password hashes to");
  }
}
