import { check, describeProblems } from "@muster/contract";
import { LineCounter, parseDocument } from "yaml";
import { hostCount, topologies } from "../conduct/topology.ts";
import { type Place, placeOf } from "./places.ts";
import { type ClusterEntry, namesOf, ScenarioFile } from "./schema.ts";

export type ScenarioProblem = Place & Readonly<{ says: string }>;

export type ReadScenario =
  | Readonly<{ kind: "scenario"; scenario: ScenarioFile }>
  | Readonly<{ kind: "problems"; problems: readonly ScenarioProblem[] }>;

export function readScenario(text: string): ReadScenario {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "silent" });
  const broken = document.errors.map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { line, column: col, says: `this is no YAML: ${message}` };
  });
  if (broken.length > 0) return { kind: "problems", problems: broken };
  const data = plain(document);
  if (data === null) {
    return { kind: "problems", problems: [{ line: 1, column: 1, says: "an alias unfolds without end: write it out" }] };
  }
  const checked = check(ScenarioFile, tidied(data.value));
  if (checked.kind === "invalid") {
    const problems = checked.problems.map((problem) => ({
      ...placeOf(document, lines, problem.path),
      says: describeProblems([problem])
        .replace(/^the body is missing/, "the file is empty")
        .replace(/^the body/, "the file"),
    }));
    return { kind: "problems", problems: problems.sort(byPlace) };
  }
  const problems = contradictions(checked.value).map(({ path, says }) => ({ ...placeOf(document, lines, path), says }));
  return problems.length > 0 ? { kind: "problems", problems } : { kind: "scenario", scenario: checked.value };
}

const byPlace = (one: Place, other: Place): number => one.line - other.line || one.column - other.column;

/** Plain data; null where aliases unfold without end. */
function plain(document: ReturnType<typeof parseDocument>): { value: unknown } | null {
  try {
    return { value: JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }))) };
  } catch {
    return null;
  }
}

/** Where a list is wanted, one thing may stand for itself; faults may be named in a list or have options in a map. */
function tidied(value: unknown, key = ""): unknown {
  if (key === "service" && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, setting]) => [name, scalarText(setting)]));
  }
  if (key === "faults") return faultMap(value);
  if ((key === "expect" || key === "index") && value !== undefined && value !== null && !Array.isArray(value)) {
    return [tidied(value)];
  }
  if (Array.isArray(value)) return value.map((item) => tidied(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, tidied(item, name)]));
}

const scalarText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

function faultMap(value: unknown): unknown {
  if (typeof value === "string") return { [value]: {} };
  if (Array.isArray(value)) return Object.assign({}, ...value.map(faultMap));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, options]) => [name, options ?? {}]));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Contradiction = Readonly<{ path: string; says: string }>;

/** What no schema finds: things that are well formed and make no sense together. */
function contradictions({ clusters }: ScenarioFile): Contradiction[] {
  const makers = new Map<string, number>();
  const repeated = clusters.flatMap((cluster, index): Contradiction[] => {
    const made = namesOf(cluster);
    const taken = made.find((name) => makers.has(name));
    for (const name of made) if (!makers.has(name)) makers.set(name, index);
    if (taken === undefined) return [];
    const path = `clusters[${index}].name`;
    const is = made.length === 1 ? "is" : `makes with count ${made.length}`;
    return [
      { path, says: `${path} ${is} "${taken}", which clusters[${makers.get(taken)}] has: give each a name of its own` },
    ];
  });
  const empty = clusters.length === 0 ? [{ path: "clusters", says: "clusters is empty: describe one at least" }] : [];
  return [...empty, ...repeated, ...clusters.flatMap((cluster, index) => inCluster(cluster, `clusters[${index}]`))];
}

function inCluster(
  { topology = "compact", hosts = [], expect = [], addHosts = 0 }: ClusterEntry,
  path: string,
): Contradiction[] {
  const size = hostCount(topologies[topology]) + addHosts;
  const strangers = hosts.flatMap(({ index }, entry) =>
    index.flatMap((place, position) =>
      place < size
        ? []
        : {
            path: `${path}.hosts[${entry}].index[${position}]`,
            says: `there is no host ${place}: a cluster of topology ${topology}${addHosts > 0 ? ` with ${addHosts} added` : ""} has hosts 0 to ${size - 1}`,
          },
    ),
  );
  const hollow = hosts.flatMap(({ expect: legs = [] }, entry) => legsWithout(legs, `${path}.hosts[${entry}].expect`));
  return [...strangers, ...hollow, ...legsWithout(expect, `${path}.expect`)];
}

function legsWithout(legs: readonly (object & { do?: string })[], path: string): Contradiction[] {
  const mixed = legs.flatMap((leg, index) => {
    const size = Object.keys(leg).length;
    if (size === 0)
      return { path: `${path}[${index}]`, says: `${path}[${index}] expects nothing: name a status, for example` };
    if (leg.do === undefined || size === 1) return [];
    return {
      path: `${path}[${index}].do`,
      says: `${path}[${index}] both expects and does something: make it two items of the list`,
    };
  });
  const last = legs.length - 1;
  if (legs[last]?.do === undefined) return mixed;
  return [
    ...mixed,
    { path: `${path}[${last}].do`, says: `${path} ends with something to do: say what is to come of it` },
  ];
}
