import { check, describeProblems } from "@muster/contract";
import type { Static, TSchema } from "typebox";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Fields } from "./pairs.ts";

/** What the contract takes, or a failure with every problem. `from` says whose mistake it is. */
export function checked<Schema extends TSchema>(schema: Schema, fields: Fields, from = ""): Static<Schema> {
  const result = check(schema, fields);
  if (result.kind === "valid") return result.value;
  const where = from === "" ? "" : `${from}: `;
  throw new Failure(
    `${where}${describeProblems(result.problems)}.`,
    "Correct this; nothing was changed.",
    exitCode.usage,
  );
}
