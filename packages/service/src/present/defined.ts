type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Leaves out what is not there: the wire omits empty fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  for (const key of Object.keys(fields) as (keyof T)[]) {
    if (fields[key] === undefined) delete fields[key];
  }
  return fields as Defined<T>;
}
