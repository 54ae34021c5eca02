// How the data of a config is shaped: one table (config-shape.ts) that reading, printing and merging all follow.

/** How two lists become one: entries one after the other, each value once, or entries matched by a field. */
export type Merging = "append" | "values" | readonly string[];

export interface ScalarShape<Kind extends "text" | "integer" | "flag"> {
  readonly kind: Kind;
  /** The minor version that brought it. */
  readonly since: number;
}

export interface ListShape<Item extends AnyShape = AnyShape> {
  readonly kind: "list";
  readonly since: number;
  readonly items: Item;
  readonly merging: Merging;
}

export interface ObjectShape<Fields extends Readonly<Record<string, AnyShape>> = Readonly<Record<string, AnyShape>>> {
  readonly kind: "object";
  readonly since: number;
  readonly fields: Fields;
  readonly required: readonly string[];
  /** Lists whose entries exclude each other: one path is a file or a link, not both. */
  readonly across: readonly string[];
}

export type AnyShape = ScalarShape<"text" | "integer" | "flag"> | ListShape | ObjectShape;

/** The shape that a type must have: the compiler holds the table and the types together. */
export type ShapeOf<T> = [T] extends [string]
  ? ScalarShape<"text">
  : [T] extends [number]
    ? ScalarShape<"integer">
    : [T] extends [boolean]
      ? ScalarShape<"flag">
      : [T] extends [readonly (infer Item)[]]
        ? Readonly<{ kind: "list"; since: number; items: ShapeOf<Item>; merging: Merging }>
        : Readonly<{
            kind: "object";
            since: number;
            fields: Readonly<{ [Key in keyof T & string]-?: ShapeOf<NonNullable<T[Key]>> }>;
            required: readonly string[];
            across: readonly string[];
          }>;

export const text: ScalarShape<"text"> = { kind: "text", since: 0 };
export const integer: ScalarShape<"integer"> = { kind: "integer", since: 0 };
export const flag: ScalarShape<"flag"> = { kind: "flag", since: 0 };

export const list = <Item extends AnyShape>(items: Item, merging: Merging): ListShape<Item> => ({
  kind: "list",
  since: 0,
  items,
  merging,
});

export const object = <Fields extends Readonly<Record<string, AnyShape>>>(
  fields: Fields,
  { required = [], across = [] }: { required?: readonly string[]; across?: readonly string[] } = {},
): ObjectShape<Fields> => ({ kind: "object", since: 0, fields, required, across });

/** The same, from that minor version on. */
export const since = <Shape extends AnyShape>(minor: number, shape: Shape): Shape => ({ ...shape, since: minor });

export type Data = Readonly<Record<string, unknown>>;

export const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What an entry of a list is told apart by; the first field that says something (partitions: a number, else a label). */
export function keyOf(entry: unknown, fields: readonly string[]): string {
  const values = isData(entry) ? fields.map((field) => entry[field]) : [];
  const value = values.find((candidate) => candidate !== undefined && candidate !== "" && candidate !== 0);
  return value === undefined ? "" : `${typeof value}:${value}`;
}
