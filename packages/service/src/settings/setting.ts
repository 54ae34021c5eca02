// One row of the table of settings.
import type { Kind } from "./kind.ts";

type Options = Readonly<{
  /** What it does, for the person who sets it. */
  says: string;
  /** As a person would write it. Without one, the setting is undefined until somebody sets it. */
  default?: string;
  /** What happens without a value, when there is no default. */
  unset?: string;
  unit?: string;
  /** A flag of its own on `muster serve`; any setting can be given as `--set NAME=VALUE`. */
  flag?: string;
  /** Never shown, neither in messages nor by `--print-config`. */
  secret?: true;
  /** The name is accepted so that existing environments work, but nothing reads it, and this is why. */
  noEffect?: string;
}>;

export type Setting<T = unknown> = Options & Readonly<{ kind: Kind<unknown>; fallback: T }>;

export function setting<T>(kind: Kind<T>, options: Options & { default: string }): Setting<T>;
export function setting<T>(kind: Kind<T>, options: Options): Setting<T | undefined>;
export function setting<T>(kind: Kind<T>, options: Options): Setting<T | undefined> {
  if (options.default === undefined) return { ...options, kind, fallback: undefined };
  const reading = kind.read(options.default);
  if (!reading.ok) throw new Error(`The default ${options.default} is not ${kind.allows}.`);
  return { ...options, kind, fallback: reading.value };
}

export type Table = Readonly<Record<string, Setting>>;

/** How a person sees a setting's kind in help and documents. */
export function kindOf({ kind, secret, unit }: Setting): string {
  const name = secret ? "secret" : kind.name;
  return unit === undefined ? name : `${name}, ${unit}`;
}
