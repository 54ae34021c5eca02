// /etc/passwd and its kin: lines of fields between colons. Lines that are not understood stay as they are.

export class AccountTable {
  readonly #lines: string[][];

  constructor(text: string) {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    this.#lines = lines.map((line) => line.split(":"));
  }

  find(name: string): readonly string[] | undefined {
    return this.#lines.find(([first]) => first === name);
  }

  findBy(field: number, value: string): readonly string[] | undefined {
    return this.#lines.find((fields) => fields[field] === value);
  }

  values(field: number): readonly string[] {
    return this.#lines.flatMap((fields) => fields[field] ?? []);
  }

  get all(): readonly (readonly string[])[] {
    return this.#lines;
  }

  /** The line of that name with these fields changed, or a new line. */
  set(name: string, changes: Readonly<Record<number, string>>, fresh: readonly string[]): void {
    let line = this.#lines.find(([first]) => first === name);
    if (!line) {
      line = [...fresh];
      this.#lines.push(line);
    }
    for (const [field, value] of Object.entries(changes)) line[Number(field)] = value;
  }

  remove(name: string): void {
    const at = this.#lines.findIndex(([first]) => first === name);
    if (at !== -1) this.#lines.splice(at, 1);
  }

  /** Members are in one field, between commas. */
  setMember(group: string, field: number, member: string, present: boolean): void {
    const line = this.#lines.find(([first]) => first === group);
    if (!line) return;
    const members = (line[field] ?? "").split(",").filter((each) => each !== "" && each !== member);
    line[field] = [...members, ...(present ? [member] : [])].join();
  }

  isMember(group: string, field: number, member: string): boolean {
    return (this.find(group)?.[field] ?? "").split(",").includes(member);
  }

  toString(): string {
    return this.#lines.map((fields) => `${fields.join(":")}\n`).join("");
  }
}
