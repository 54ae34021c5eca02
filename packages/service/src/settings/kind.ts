// What a setting may hold. A kind reads text from a flag or a variable, or a value from a YAML file, and says what it allows.
import { check, describeProblems } from "@muster/contract";
import { type Static, type TSchema, Type } from "typebox";

export type Reading<T> = Readonly<{ ok: true; value: T } | { ok: false; because?: string }>;

export type Kind<T> = Readonly<{
  name: "boolean" | "integer" | "duration" | "bytes" | "list" | "json" | "enum" | "url" | "string" | "path";
  /** Finishes the sentence "Needed: …". */
  allows: string;
  read(raw: unknown): Reading<T>;
}>;

const good = <T>(value: T): Reading<T> => ({ ok: true, value });
const bad = { ok: false } as const;

/** A YAML file may write `PORT: 8090` or `PORT: "8090"`: numbers count as the text that they print as. */
function asText(raw: unknown): string | undefined {
  if (typeof raw === "string") return raw.trim();
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  return undefined;
}

export const boolean: Kind<boolean> = {
  name: "boolean",
  allows: "true or false",
  read(raw) {
    const text = asText(raw)?.toLowerCase();
    if (text === "true" || text === "t" || text === "1") return good(true);
    if (text === "false" || text === "f" || text === "0") return good(false);
    return bad;
  },
};

export function integer(range: { min?: number; max?: number } = {}): Kind<number> {
  const { min = 0, max } = range;
  return {
    name: "integer",
    allows: max === undefined ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`,
    read(raw) {
      const text = asText(raw);
      if (text === undefined || !/^-?\d+$/.test(text)) return bad;
      const value = Number(text);
      return Number.isSafeInteger(value) && value >= min && (max === undefined || value <= max) ? good(value) : bad;
    },
  };
}

export const port = integer({ min: 1, max: 65_535 });

const millisecondsPer: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds, written as the Go service's users write them: `90s`, `1h30m`, `200ms`. */
export const duration: Kind<number> = {
  name: "duration",
  allows: "a time with its unit, such as 200ms, 90s, 3m or 1h30m",
  read(raw) {
    const text = asText(raw);
    if (text === undefined) return bad;
    if (text === "0") return good(0);
    if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return bad;
    let total = 0;
    for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
      total += Number(amount) * (millisecondsPer[unit ?? ""] ?? 0);
    }
    return Number.isSafeInteger(Math.round(total)) ? good(Math.round(total)) : bad;
  },
};

const bytesPer: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KB: 1_000,
  MB: 1_000 ** 2,
  GB: 1_000 ** 3,
  TB: 1_000 ** 4,
  KIB: 1_024,
  MIB: 1_024 ** 2,
  GIB: 1_024 ** 3,
  TIB: 1_024 ** 4,
};

export const bytes: Kind<number> = {
  name: "bytes",
  allows: "a size such as 512KiB, 20MB, 2GiB or a plain number of bytes",
  read(raw) {
    const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt]i?b|b)?$/i.exec(asText(raw) ?? "") ?? [];
    const factor = bytesPer[(unit ?? "").toUpperCase()];
    if (amount === undefined || factor === undefined) return bad;
    const value = Math.round(Number(amount) * factor);
    return Number.isSafeInteger(value) ? good(value) : bad;
  },
};

export const list: Kind<readonly string[]> = {
  name: "list",
  allows: "words separated by commas",
  read(raw) {
    const words = Array.isArray(raw) ? raw.map(asText) : asText(raw)?.split(",");
    const value: string[] = [];
    for (const word of words ?? [undefined]) {
      if (word === undefined) return bad;
      if (word.trim() !== "") value.push(word.trim());
    }
    return good(value);
  },
};

/** Words out of those that a schema of the contract knows. */
export function listOf<Schema extends TSchema>(schema: Schema, what: string): Kind<readonly Static<Schema>[]> {
  return {
    name: "list",
    allows: `${what}, separated by commas`,
    read(raw) {
      const words = list.read(raw);
      if (!words.ok) return words;
      const value: Static<Schema>[] = [];
      for (const word of words.value) {
        const checked = check(schema, word);
        if (checked.kind === "invalid") return { ok: false, because: `"${word}" is unknown` };
        value.push(checked.value);
      }
      return good(value);
    },
  };
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return {
    name: "enum",
    allows: `one of ${words.join(", ")}`,
    read(raw) {
      const text = asText(raw)?.toLowerCase();
      const word = words.find((candidate) => candidate.toLowerCase() === text);
      return word === undefined ? bad : good(word);
    },
  };
}

/** An address without a slash at its end, so that paths can be added. */
export function url(schemes: readonly string[] = ["http", "https"]): Kind<string> {
  return {
    name: "url",
    allows: `an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    read(raw) {
      const text = asText(raw);
      if (text === undefined || !URL.canParse(text)) return bad;
      const scheme = new URL(text).protocol.slice(0, -1);
      return schemes.includes(scheme) ? good(text.replace(/\/+$/, "")) : bad;
    },
  };
}

export const string: Kind<string> = {
  name: "string",
  allows: "text",
  read(raw) {
    const text = asText(raw);
    return text === undefined ? bad : good(text);
  },
};

export const path: Kind<string> = { ...string, name: "path", allows: "a path" };

/** Text in the form that a test accepts, for example a network. */
export function text(allows: string, accepts: (value: string) => boolean): Kind<string> {
  return {
    name: "string",
    allows,
    read(raw) {
      const value = asText(raw);
      return value !== undefined && accepts(value) ? good(value) : bad;
    },
  };
}

/** JSON text, or the same structure written as YAML in the file. */
export function json<Schema extends TSchema>(schema: Schema, allows: string): Kind<Static<Schema>> {
  return {
    name: "json",
    allows,
    read(raw) {
      let value: unknown = raw;
      if (typeof raw === "string") {
        try {
          value = JSON.parse(raw);
        } catch (error) {
          return { ok: false, because: error instanceof Error ? error.message : String(error) };
        }
      }
      const checked = check(schema, value);
      return checked.kind === "valid"
        ? good(checked.value)
        : { ok: false, because: describeProblems(checked.problems) };
    },
  };
}

/** A JSON object with any names and one kind of value. */
export function mapOf<Schema extends TSchema>(values: Schema) {
  return Type.Unsafe<Record<string, Static<Schema>>>({ type: "object", additionalProperties: values });
}
