import { check, describeProblems } from "@muster/contract";
import type { Static, TSchema } from "typebox";
import { failed, type Outcome } from "./outcome.ts";
import type { Scene } from "./scene.ts";

/** What a machine answers when it is told to look at itself or its surroundings. */
export type Answer = (args: readonly string[], scene: Scene) => Outcome;

/** An answer to a request that comes as JSON in the first argument; one that is not well formed fails the step. */
export function answering<Schema extends TSchema>(
  schema: Schema,
  answer: (request: Static<Schema>, scene: Scene) => Outcome,
): Answer {
  return (args, scene) => {
    const request = readRequest(schema, args);
    return request.kind === "valid" ? answer(request.value, scene) : request.outcome;
  };
}

type Read<Value> = { kind: "valid"; value: Value } | { kind: "invalid"; outcome: Outcome };

/** Newer services may say more than this simulator knows, so unknown fields pass. */
export function readRequest<Schema extends TSchema>(schema: Schema, args: readonly string[]): Read<Static<Schema>> {
  const [text] = args;
  if (text === undefined) return { kind: "invalid", outcome: failed("the step came without its argument") };
  const checked = check(schema, parse(text), { rejectUnknown: false });
  if (checked.kind === "valid") return checked;
  return { kind: "invalid", outcome: failed(`the argument cannot be used: ${describeProblems(checked.problems)}`) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
