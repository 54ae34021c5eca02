/**
 * What a value may look like. The tables beside this file say it for every key that the library knows; a test holds
 * them against the library itself (test/schema-agreement.test.ts).
 */
export type Shape = Text | Whole | Flag | Choice | Address | List | Fields | Dictionary | Either | Anything;

/** `required`: the key must be there. `filled`: it may be left out, but not left empty. */
type Presence = { required?: boolean; filled?: boolean };

export type Text = Readonly<{ kind: "text"; form?: Readonly<{ pattern: RegExp; says: string }> } & Presence>;
/** `loose` numbers may also be given as text, but not left empty: that is how the library reads them. */
export type Whole = Readonly<{ kind: "whole"; min: bigint; max: bigint; loose: boolean } & Presence>;
export type Flag = Readonly<{ kind: "flag"; loose: boolean } & Presence>;
/** `also` are second spellings; `numbers` those that may be given as a number. */
export type Choice = Readonly<
  { kind: "choice"; values: readonly string[]; also: readonly string[]; numbers: readonly string[] } & Presence
>;
/** `version` null takes both. */
export type Address = Readonly<{ kind: "address"; version: 6 | null } & Presence>;
export type List = Readonly<{ kind: "list"; of: Shape } & Presence>;
export type Fields = Readonly<
  {
    kind: "fields";
    keys: Readonly<Record<string, Shape>>;
    /** Second spellings: alias → the name in `keys`. */
    aliases: Readonly<Record<string, string>>;
    /** Keys outside the table: the library refuses them, skips them in silence, or does not come to read them. */
    others: "refused" | "skipped" | "unread";
  } & Presence
>;
export type Dictionary = Readonly<{ kind: "dictionary"; of: Shape } & Presence>;
/** The first whose kind of YAML fits is the one that explains a mistake. */
export type Either = Readonly<{ kind: "either"; of: readonly Shape[] } & Presence>;
export type Anything = Readonly<{ kind: "anything" } & Presence>;

const unsigned = (bits: number, loose: boolean): Whole => ({
  kind: "whole",
  min: 0n,
  max: 2n ** BigInt(bits) - 1n,
  loose,
});
const signed = (bits: number): Whole => ({
  kind: "whole",
  min: -(2n ** BigInt(bits - 1)),
  max: 2n ** BigInt(bits - 1) - 1n,
  loose: true,
});

export const text: Text = { kind: "text" };
export const flag: Flag = { kind: "flag", loose: true };
export const strictFlag: Flag = { kind: "flag", loose: false };
export const u8 = unsigned(8, true);
export const u16 = unsigned(16, true);
export const u32 = unsigned(32, true);
export const u64 = unsigned(64, true);
export const i32 = signed(32);
export const i64 = signed(64);
export const strictU8 = unsigned(8, false);
export const strictU16 = unsigned(16, false);
export const strictU32 = unsigned(32, false);
export const strictU64 = unsigned(64, false);
export const ipAddress: Address = { kind: "address", version: null };
export const ip6Address: Address = { kind: "address", version: 6 };
export const anything: Anything = { kind: "anything" };

export const choice = (...values: readonly string[]): Choice => ({ kind: "choice", values, also: [], numbers: [] });
/** A kernel option: its words in the kernel's order, so that their numbers mean them too. */
export const numbered = (...values: readonly string[]): Choice => ({
  kind: "choice",
  values,
  also: values.map((_, index) => String(index)),
  numbers: values.map((_, index) => String(index)),
});
export const either = (...of: readonly Shape[]): Either => ({ kind: "either", of });
export const list = (of: Shape): List => ({ kind: "list", of });
export const dictionary = (of: Shape): Dictionary => ({ kind: "dictionary", of });
export const fields = (
  keys: Readonly<Record<string, Shape>>,
  aliases: Readonly<Record<string, string>> = {},
): Fields => ({
  kind: "fields",
  keys,
  aliases,
  others: "refused",
});
/** Where the library skips unknown keys in silence. */
export const looseFields = (keys: Readonly<Record<string, Shape>>): Fields => ({ ...fields(keys), others: "skipped" });

export const must = <S extends Shape>(shape: S): S => ({ ...shape, required: true, filled: true });
export const filled = <S extends Shape>(shape: S): S => ({ ...shape, filled: true });
