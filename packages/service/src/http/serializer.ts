// Answers are written by their schema: faster than JSON.stringify on lists, and a field that the contract does not name
// cannot leak. A serializer is built when it is first needed, once per schema: building all of them would triple the
// time to start.
import build from "fast-json-stringify";

type Serializer = (value: unknown) => string;

const built = new WeakMap<object, Serializer>();

export function lazySerializer(schema: object): Serializer {
  return (value) => {
    const known = built.get(schema);
    if (known) return known(value);
    const serializer = build(schema);
    built.set(schema, serializer);
    return serializer(value);
  };
}
