import type { Finding } from "../problem.ts";
import type { Choice, Fields, Shape } from "../schema/shape.ts";
import { describe, type Scalar, type Tree } from "../tree.ts";
import { nearest } from "./nearest.ts";

export function nounOf(shape: Shape): string {
  switch (shape.kind) {
    case "whole":
      if (shape.max >= 2n ** 63n - 1n) return shape.min === 0n ? "a whole number, 0 or more" : "a whole number";
      return `a whole number from ${shape.min} to ${shape.max}`;
    case "flag":
      return "true or false";
    case "choice":
      return `one of ${shape.values.join(", ")}`;
    case "address":
      return shape.version === 6 ? "an IPv6 address" : "an IP address";
    case "text":
      return shape.form?.says ?? "a text";
    case "either":
      return shape.of.map(nounOf).join(" or ");
    case "list":
      return "a list";
    default:
      return "a map";
  }
}

export const controlCharacter = (tree: Scalar, path: string): Finding => ({
  code: "control-character",
  at: tree.at,
  path,
  found: `a control character in ${describe(tree)}`,
  needed: "one line of text: a line break would start a new setting in the rendered file",
  remedy: "remove line breaks and other control characters",
});

export const wrongType = (tree: Tree, path: string, needed: string): Finding => ({
  code: "wrong-type",
  at: tree.at,
  path,
  found: describe(tree),
  needed,
  remedy: tree.kind === "scalar" && tree.type === "null" ? "give it a value, or remove the key" : "correct the value",
});

/** The library reads a list as the values of a map, in an order that nobody should have to know. */
export const notMap = (tree: Tree, path: string): Finding =>
  tree.kind === "list" ? { ...wrongType(tree, path, "a map"), code: "list-for-map" } : wrongType(tree, path, "a map");

export const notText = (tree: Scalar, path: string): Finding => ({
  code: "wrong-type",
  at: tree.at,
  path,
  found: `${tree.text}, which YAML reads as a ${tree.type === "flag" ? "flag" : "number"}`,
  needed: "a text",
  remedy: `put it in quotes: "${tree.text}"`,
});

export const badAddress = (tree: Scalar, path: string): Finding => ({
  code: "bad-address",
  at: tree.at,
  path,
  found: describe(tree),
  needed: "an IP address such as 192.0.2.5 or 2001:db8::5, without prefix length or zone",
  remedy: "correct the address",
});

export const missingKey = (key: string, shape: Shape, at: number, path: string): Finding => ({
  code: "missing-key",
  at,
  path,
  found: `no ${key}`,
  needed: `${key}: ${nounOf(shape)}`,
  remedy: `add ${key}`,
});

export const spelledTwice = (key: string, twin: string, at: number, path: string): Finding => ({
  code: "duplicate-key",
  at,
  path,
  found: `${key} beside ${twin}, which is the same setting`,
  needed: "one of the two",
  remedy: `remove ${key} or ${twin}`,
});

export function unknownKey(key: string, at: number, path: string, shape: Fields, hint: string | null): Finding {
  const known = Object.keys(shape.keys);
  const meant = nearest(key, known);
  const merge = key === "<<" ? "write the keys out: merge keys (<<) are not read" : null;
  return {
    code: shape.others === "refused" ? "unknown-key" : "ignored-key",
    at,
    path,
    found: `unknown key ${key}`,
    needed: meant && !hint ? `a known key, such as ${meant}` : `one of ${known.join(", ")}`,
    remedy: merge ?? hint ?? (meant ? `write ${meant} if that was meant` : "remove it"),
  };
}

export const outOfRange = (tree: Scalar, shape: Shape, path: string): Finding => ({
  code: "out-of-range",
  at: tree.at,
  path,
  found: tree.text,
  needed: nounOf(shape),
  remedy: "correct the number",
});

export function unknownValue(tree: Scalar, shape: Choice, path: string): Finding {
  const meant = nearest(tree.text, shape.values);
  return {
    code: "unknown-value",
    at: tree.at,
    path,
    found: describe(tree),
    needed: nounOf(shape),
    remedy: meant ? `write ${meant} if that was meant` : "choose one of these",
  };
}
