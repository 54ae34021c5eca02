import { parseIp } from "../address.ts";
import type { Finding } from "../problem.ts";
import { interfaceKeys } from "../schema/interface.ts";
import { isInterfaceType, sections, sectionsOf } from "../schema/sections.ts";
import { anything, type Choice, type Fields, fields, type Shape, type Whole } from "../schema/shape.ts";
import { networkState } from "../schema/state.ts";
import { get, integerOf, type MapNode, type Scalar, type Tree, textOf } from "../tree.ts";
import {
  badAddress,
  controlCharacter,
  missingKey,
  notMap,
  notText,
  nounOf,
  outOfRange,
  spelledTwice,
  unknownKey,
  unknownValue,
  wrongType,
} from "./shape-findings.ts";

/** Keys, types, ranges and words: what the tables of ../schema say. */
export function checkShape(tree: Tree): Finding[] {
  const findings = checkValue(tree, networkState, "", "outside");
  const interfaces = get(tree, "interfaces");
  if (interfaces?.kind !== "list") return findings;
  return [...findings, ...interfaces.items.flatMap((item, index) => checkInterface(item, `interfaces[${index}]`))];
}

/** The library reads interfaces through JSON, where a number is no text; outside it takes any scalar as text. */
type Place = "interface" | "outside";

function checkInterface(tree: Tree, path: string): Finding[] {
  if (tree.kind !== "map") return [wrongType(tree, path, "a map that describes one interface")];
  // Of an interface to be removed the library reads no more than these.
  const { name, type: typeShape, state, identifier, ...common } = interfaceKeys;
  const identity: Fields = { ...fields({ name, type: typeShape, state, identifier }), others: "unread" };
  if (textOf(get(tree, "state")) === "absent") return checkFields(tree, identity, path, "interface");
  // Without a type the library takes an interface for ethernet. With an unknown one too, but then the type is the mistake.
  const type = textOf(get(tree, "type")) ?? "ethernet";
  const own = isInterfaceType(type) ? sectionsOf(type) : allSections;
  const keys = { ...identity.keys, ...common, ...own };
  return checkFields(tree, fields(keys), path, "interface", (key) => sectionHint(key, type));
}

const allSections: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.values(sections).flatMap((row) => Object.keys(row).map((key) => [key, anything])),
);

function sectionHint(key: string, type: string): string | null {
  const owners = Object.keys(sections).filter((name) => isInterfaceType(name) && key in sectionsOf(name));
  if (owners.length === 0) return null;
  return `remove it, or make this an interface of type ${owners.join(" or ")} (it is of type ${type})`;
}

function checkValue(tree: Tree, shape: Shape, path: string, place: Place): Finding[] {
  if (tree.kind === "scalar" && tree.type === "null") return checkEmpty(tree, shape, path, place);
  switch (shape.kind) {
    case "anything":
      return [];
    case "fields":
      return tree.kind === "map" ? checkFields(tree, shape, path, place) : [notMap(tree, path)];
    case "either":
      return checkEither(tree, shape.of, path, place);
    case "dictionary":
      if (tree.kind !== "map") return [wrongType(tree, path, "a map")];
      return tree.entries.flatMap((entry) => checkValue(entry.value, shape.of, `${path}.${entry.key}`, place));
    case "list":
      if (tree.kind !== "list") return [wrongType(tree, path, "a list")];
      return tree.items.flatMap((item, index) => checkItem(item, shape.of, `${path}[${index}]`, place));
    default:
      return tree.kind === "scalar" ? checkScalar(tree, shape, path, place) : [wrongType(tree, path, nounOf(shape))];
  }
}

/** An entry of a list is never optional. */
const checkItem = (tree: Tree, shape: Shape, path: string, place: Place): Finding[] =>
  checkValue(tree, { ...shape, filled: true }, path, place);

function checkEither(tree: Tree, shapes: readonly Shape[], path: string, place: Place): Finding[] {
  const answers = shapes.map((shape) => checkValue(tree, shape, path, place));
  if (answers.some((findings) => findings.length === 0)) return [];
  return answers.find((findings) => !findings.some((finding) => finding.path === path)) ?? answers[0] ?? [];
}

function checkEmpty(tree: Scalar, shape: Shape, path: string, place: Place): Finding[] {
  const loose = (shape.kind === "whole" || shape.kind === "flag") && shape.loose;
  const numbers = shape.kind === "choice" && shape.numbers.length > 0;
  if (!shape.filled && !loose && !numbers && shape.kind !== "either") return [];
  if (shape.kind === "text" && place === "outside") return [];
  return [wrongType(tree, path, nounOf(shape))];
}

function checkFields(
  tree: MapNode,
  shape: Fields,
  path: string,
  place: Place,
  hint: (key: string) => string | null = () => null,
): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  for (const { key, keyAt, value } of tree.entries) {
    const name = shape.aliases[key] ?? key;
    const inside = path === "" ? key : `${path}.${key}`;
    const known = Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined;
    if (!known) {
      if (shape.others !== "unread") findings.push(unknownKey(key, keyAt, inside, shape, hint(key)));
      continue;
    }
    const twin = seen.get(name);
    if (twin !== undefined && twin !== key) findings.push(spelledTwice(key, twin, keyAt, inside));
    seen.set(name, key);
    findings.push(...checkValue(value, known, inside, place));
  }
  for (const [key, wanted] of Object.entries(shape.keys)) {
    if (wanted.required && !seen.has(key)) findings.push(missingKey(key, wanted, tree.at, path));
  }
  return findings;
}

function checkScalar(tree: Scalar, shape: Shape, path: string, place: Place): Finding[] {
  switch (shape.kind) {
    case "text":
      if (place === "interface" && tree.type !== "text") return [notText(tree, path)];
      if (shape.form && !shape.form.pattern.test(tree.text)) return [wrongType(tree, path, shape.form.says)];
      return hasControlCharacter(tree.text) ? [controlCharacter(tree, path)] : [];
    case "flag":
      return isFlag(tree, shape.loose) ? [] : [wrongType(tree, path, nounOf(shape))];
    case "whole":
      return checkWhole(tree, shape, path);
    case "choice":
      return checkChoice(tree, shape, path, place);
    case "address": {
      const ip = parseIp(tree.text);
      if (!ip || tree.type !== "text") return [badAddress(tree, path)];
      return shape.version === 6 && ip.family !== 6 ? [badAddress(tree, path)] : [];
    }
    default:
      return [];
  }
}

const isFlag = (tree: Scalar, loose: boolean): boolean =>
  tree.type === "flag" ||
  (loose && tree.type === "text" && /^(?:1|true|yes|on|y|0|false|no|off|n)$/i.test(tree.text)) ||
  (loose && tree.type === "integer" && /^[01]$/.test(tree.text));

function checkWhole(tree: Scalar, shape: Whole, path: string): Finding[] {
  const fromText = shape.loose && tree.type === "text";
  // The library reads 0x… in text for unsigned numbers only.
  const decimal = !fromText || shape.min === 0n || /^[-+]?\d+$/.test(tree.text);
  const value = (tree.type === "integer" || fromText) && decimal ? integerOf(tree.text) : null;
  if (value === null) return [wrongType(tree, path, nounOf(shape))];
  if (value >= shape.min && value <= shape.max) return [];
  return [outOfRange(tree, shape, path)];
}

function checkChoice(tree: Scalar, shape: Choice, path: string, place: Place): Finding[] {
  const words = tree.type === "integer" && place === "interface" ? [] : [...shape.values, ...shape.also];
  if (words.includes(tree.text) || (tree.type === "integer" && shape.numbers.includes(tree.text))) return [];
  return [unknownValue(tree, shape, path)];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);
