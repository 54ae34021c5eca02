import type { PasswdGroup, PasswdSection, PasswdUser } from "../config.ts";
import { type Place, quote, type Report } from "../problem.ts";
import { AccountTable } from "./account-table.ts";

const uidField = 2;
const gidField = 3;
const homeField = 5;
const groupIdField = 2;
const membersField = 3;

/** The four files of accounts, and what accounts need besides. Changed in memory only. */
export class Accounts {
  readonly passwd: AccountTable;
  readonly shadow: AccountTable;
  readonly group: AccountTable;
  readonly gshadow: AccountTable;
  readonly #defaultShell: string;
  readonly #report: Report;

  constructor(
    texts: Readonly<{ passwd: string; shadow: string; group: string; gshadow: string }>,
    defaultShell: string,
    report: Report,
  ) {
    this.passwd = new AccountTable(texts.passwd);
    this.shadow = new AccountTable(texts.shadow);
    this.group = new AccountTable(texts.group);
    this.gshadow = new AccountTable(texts.gshadow);
    this.#defaultShell = defaultShell;
    this.#report = report;
  }

  /** Groups first: users refer to them. */
  apply({ groups = [], users = [] }: PasswdSection): void {
    for (const [index, group] of groups.entries()) this.#applyGroup(group, ["passwd", "groups", index]);
    for (const [index, user] of users.entries()) this.#applyUser(user, ["passwd", "users", index]);
  }

  homeOf(name: string): Readonly<{ path: string; uid: number; gid: number }> | null {
    const line = this.passwd.find(name);
    return line ? { path: line[homeField] || "/", uid: Number(line[uidField]), gid: Number(line[gidField]) } : null;
  }

  #applyGroup({ name, gid, passwordHash, shouldExist = true, system = false }: PasswdGroup, at: Place): void {
    if (!shouldExist) this.#removeGroup(name);
    else if (this.#isField(passwordHash, [...at, "passwordHash"]) && this.#canHaveGroup(name, gid, [...at, "gid"])) {
      if (!this.group.find(name)) this.#addGroup(name, gid ?? this.#freeId(system));
      if (passwordHash !== undefined) this.gshadow.set(name, { 1: passwordHash }, [name, "!", "", ""]);
    }
  }

  #canHaveGroup(name: string, gid: number | undefined, at: Place): boolean {
    if (gid === undefined) return true;
    const existing = this.group.find(name)?.[groupIdField];
    if (existing === String(gid)) return true;
    if (existing !== undefined) return this.#refuse(at, `group ${name} with id ${existing} on this system`);
    return this.#isFree(gid) || this.#refuse(at, `another group with id ${gid} on this system`);
  }

  #applyUser(user: PasswdUser, at: Place): void {
    const { name, groups = [], passwordHash, shouldExist = true } = user;
    if (!shouldExist) this.#removeUser(name);
    else if (this.#canHaveUser(user, at)) {
      const existing = this.passwd.find(name);
      if (existing) this.#changeUser(user, existing);
      else this.#addUser(user);
      if (passwordHash !== undefined) this.shadow.set(name, { 1: passwordHash }, shadowLine(name));
      for (const group of groups) this.#join(group, name);
    }
  }

  #canHaveUser(user: PasswdUser, at: Place): boolean {
    const { name, uid, groups = [], primaryGroup } = user;
    const fields = ["gecos", "homeDir", "shell", "passwordHash"] as const;
    if (!fields.every((field) => this.#isField(user[field], [...at, field]))) return false;
    const missing = [...groups, ...(primaryGroup ? [primaryGroup] : [])].find((each) => !this.group.find(each));
    if (missing !== undefined) {
      this.#report("cannot_find_owner", at, `group ${quote(missing)}, which does not exist`);
      return false;
    }
    if (uid === undefined) return true;
    const existing = this.passwd.find(name)?.[uidField];
    if (existing === String(uid)) return true;
    const place = [...at, "uid"];
    if (existing !== undefined) return this.#refuse(place, `user ${name} with id ${existing} on this system`);
    const other = this.passwd.findBy(uidField, String(uid));
    return other === undefined || this.#refuse(place, `another user with id ${uid} on this system`);
  }

  #changeUser({ name, gecos, homeDir, shell, primaryGroup }: PasswdUser, existing: readonly string[]): void {
    const gid = primaryGroup && this.group.find(primaryGroup)?.[groupIdField];
    const changes = {
      ...(gid && { [gidField]: gid }),
      ...(gecos !== undefined && { 4: gecos }),
      ...(homeDir !== undefined && { [homeField]: homeDir }),
      ...(shell !== undefined && { 6: shell }),
    };
    this.passwd.set(name, changes, existing);
  }

  #addUser(user: PasswdUser): void {
    const { name, system = false, noUserGroup = false, primaryGroup } = user;
    const own = this.group.find(name)?.[groupIdField];
    const uid = user.uid ?? this.#freeId(system, own);
    const gid =
      (primaryGroup && this.group.find(primaryGroup)?.[groupIdField]) || own || this.#groupFor(name, uid, noUserGroup);
    const home = user.homeDir ?? `/home/${name}`;
    this.passwd.set(name, {}, [name, "x", String(uid), gid, user.gecos ?? "", home, user.shell ?? this.#defaultShell]);
    this.shadow.set(name, {}, shadowLine(name));
  }

  /** A group of the user's own, with the same id where that is free; else 100, which is "users" everywhere. */
  #groupFor(name: string, uid: number, noUserGroup: boolean): string {
    return noUserGroup ? "100" : this.#addGroup(name, this.#isFree(uid) ? uid : this.#freeId(uid < 1000));
  }

  #addGroup(name: string, gid: number): string {
    this.group.set(name, {}, [name, "x", String(gid), ""]);
    this.gshadow.set(name, {}, [name, "!", "", ""]);
    return String(gid);
  }

  #join(group: string, user: string): void {
    if (!this.group.isMember(group, membersField, user)) this.group.setMember(group, membersField, user, true);
    if (!this.gshadow.isMember(group, membersField, user)) this.gshadow.setMember(group, membersField, user, true);
  }

  #removeGroup(name: string): void {
    this.group.remove(name);
    this.gshadow.remove(name);
  }

  /** The home directory stays. */
  #removeUser(name: string): void {
    const gid = this.passwd.find(name)?.[gidField];
    this.passwd.remove(name);
    this.shadow.remove(name);
    for (const table of [this.group, this.gshadow]) {
      for (const [group] of table.all) if (group !== undefined) table.setMember(group, membersField, name, false);
    }
    const own = this.group.find(name);
    const isUsed = own?.[membersField] || this.passwd.findBy(gidField, own?.[groupIdField] ?? "");
    if (own && own[groupIdField] === gid && !isUsed) this.#removeGroup(name);
  }

  #isFree(id: number): boolean {
    return !this.group.findBy(groupIdField, String(id));
  }

  /** The next id that neither a user nor a group has; people's from 1000 up, the system's from 999 down. */
  #freeId(system: boolean, preferred?: string): number {
    const taken = new Set([...this.passwd.values(uidField), ...this.group.values(groupIdField)]);
    if (preferred !== undefined && !this.passwd.findBy(uidField, preferred)) return Number(preferred);
    let id = system ? 999 : 1000;
    while (taken.has(String(id))) id += system ? -1 : 1;
    return id;
  }

  #refuse(at: Place, found: string): false {
    this.#report("cannot_change_account", at, found);
    return false;
  }

  #isField(value: string | undefined, at: Place): boolean {
    return value === undefined || !/[:\p{Cc}]/u.test(value) || this.#refuse(at, "a colon or a control character");
  }
}

/** Nobody can log in by password; keys work. No dates: ageing is off, and the same config makes the same line. */
const shadowLine = (name: string): readonly string[] => [name, "*", "", "", "", "", "", "", ""];
