import { expect, test } from "vitest";
import { infraEnvOf } from "./link-token.ts";

const id = "3f1b7c52-6f5a-4b0e-9a53-0c9a8d1f2e30";
const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2lnbmVk`;

test.each([
  ["a token that expires", token({ exp: 1_700_000_000, sub: id }), id],
  ["a token of the service", token({ infra_env_id: id }), id],
  ["both", token({ sub: "somebody", infra_env_id: id }), id],
  ["a name that is no id", token({ sub: "somebody" }), null],
  ["no claims", token([]), null],
  ["a text", token("text"), null],
  ["nothing", token(null), null],
  ["no token", "nonsense", null],
  ["bytes that are no JSON", "e30.////.x", null],
  ["an empty text", "", null],
])("%s", (_, text, expected) => expect(infraEnvOf(text)).toBe(expected));
