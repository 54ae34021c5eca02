// Why something that was asked for will not be done. Refusals are values; the service turns them into HTTP answers.
export type Refusal = Readonly<{
  code: string;
  status: 400 | 403 | 404 | 409;
  /** The wire's name of the field to blame, where there is one. */
  field?: string;
  found: string;
  needed: string;
  remedy: string;
}>;

export type Outcome<Value> = Readonly<{ kind: "done"; value: Value }> | Readonly<{ kind: "refused"; refusal: Refusal }>;

export const done = <Value>(value: Value): Outcome<Value> => ({ kind: "done", value });
export const refused = (refusal: Refusal): Outcome<never> => ({ kind: "refused", refusal });

export const refusalSentence = ({ found, needed, remedy }: Refusal): string =>
  `${found}; needed: ${needed}. To go on, ${remedy}.`;
