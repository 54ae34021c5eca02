// PostgreSQL holds no zero byte and no half of a surrogate pair, neither in text nor in JSON. Requests are checked for both,
// but a text that is cut short may end in the middle of a character: such are stored as the one for the unreadable.
import { customType } from "./drizzle.ts";

const unreadable = "\ufffd";

export const storableText = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", unreadable) : text);

/** JSON as the database takes it. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Texts that are JSON themselves are full of escapes: those are only gone through where one of the two may be.
  return /\\u(?:0000|d[89a-f])/.test(json) ? json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/g, mend) : json;
}

const mend = (sequence: string, code: string | undefined): string =>
  code !== undefined && (code === "0000" || /^d[89a-f]/.test(code)) ? unreadable : sequence;

export const storable = customType<{ data: string; driverData: string }>({
  dataType: () => "text",
  toDriver: storableText,
});

const json = customType<{ data: unknown; driverData: string }>({ dataType: () => "jsonb", toDriver: storableJson });

export const jsonDocument = (name: string) => json(name);
