// How Ignition merges a config into its parent: what the child says wins, lists of named things are merged by name,
// other lists are joined.
type Value = unknown;
type Fields = Readonly<Record<string, Value>>;

/** By what the members of each list are known. */
const names: Readonly<Record<string, string>> = {
  directories: "path",
  disks: "device",
  dropins: "name",
  files: "path",
  filesystems: "device",
  groups: "name",
  links: "path",
  luks: "name",
  partitions: "label",
  raid: "name",
  units: "name",
  users: "name",
};

export function mergeIgnition(parent: Fields, child: Fields): Fields {
  const merged = mergeFields(parent, child);
  const version = [versionOf(parent), versionOf(child)].toSorted(byNumbers).at(-1);
  return { ...merged, ignition: { ...asFields(merged.ignition), version } };
}

function mergeFields(parent: Fields, child: Fields): Fields {
  const result: Record<string, Value> = { ...parent };
  for (const [key, value] of Object.entries(child)) {
    const before = result[key];
    if (Array.isArray(before) && Array.isArray(value)) result[key] = mergeLists(before, value, names[key]);
    else result[key] = isFields(before) && isFields(value) ? mergeFields(before, value) : value;
  }
  return result;
}

function mergeLists(parent: readonly Value[], child: readonly Value[], name: string | undefined): Value[] {
  if (name === undefined) return [...parent, ...child.filter((value) => isFields(value) || !parent.includes(value))];
  const keyOf = (value: Value): Value => asFields(value)[name];
  const result = [...parent];
  for (const value of child) {
    const at = result.findIndex((other) => keyOf(other) === keyOf(value));
    if (at < 0) result.push(value);
    else result[at] = mergeFields(asFields(result[at]), asFields(value));
  }
  return result;
}

const isFields = (value: Value): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asFields = (value: Value): Fields => (isFields(value) ? value : {});
const versionOf = ({ ignition }: Fields): string => String(asFields(ignition).version);
const byNumbers = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });
