// `data:` URLs as Ignition reads them (RFC 2397, with the media types of RFC 2046).

export type DataUrl = Readonly<{ mediaType: string; base64: boolean; data: string }>;

const mediaType =
  /(?:(?:text|image|audio|video|application|message|multipart|[xX]-[\w!#$&.+^-]*)\/[^\s"()/:;<=>?@[\\\],]*)/y;
const parameter = /;[^\s"(),/:;<=>?@[\\\]]+=(?:"(?:[^"\\]|\\.)*"|(?:[^\s"%(),/:;<=>?@[\\\]]|%[0-9a-fA-F]{2})+)/y;
const base64Mark = /;base64(?=,)/y;

/** Media type and parameters. */
const longestHead = 1024;

/** Searched for rather than matched: a pattern that repeats over megabytes would exhaust the stack. */
const notPlain = /[^\w!$%&'()*+,./:;=?@~-]|%(?![0-9a-fA-F]{2})/;
const notBase64 = /[^A-Za-z0-9+/]/;

/** The parts of a data URL, or why it is none. */
export function readDataUrl(url: string): DataUrl | Readonly<{ invalid: string }> {
  const head = url.slice(0, longestHead);
  let at = "data:".length;
  if (!url.startsWith("data:")) return { invalid: "text that does not begin with data:" };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(head)?.[0] ?? "";
    at += taken.length;
    return taken;
  };
  let type = take(mediaType);
  for (let part = take(parameter); part !== ""; part = take(parameter)) type += part;
  const base64 = take(base64Mark) !== "";
  if (url[at] !== ",") return { invalid: `something else than a comma at character ${at + 1} of a data URL` };
  const data = url.slice(at + 1);
  const fault = base64 ? base64Fault(data) : plainFault(data);
  return fault === null ? { mediaType: type, base64, data } : { invalid: fault };
}

function plainFault(data: string): string | null {
  const at = data.search(notPlain);
  if (at === -1) return null;
  return data[at] === "%"
    ? `a % without two hex digits at character ${at + 1} of the data`
    : `a character that must be percent-encoded at character ${at + 1} of the data`;
}

function base64Fault(data: string): string | null {
  if (data.length % 4 !== 0) return "base64 whose length is not a multiple of four";
  const digits = data.replace(/={1,2}$/, "");
  const at = digits.search(notBase64);
  return at === -1 ? null : `a character that is not base64 at character ${at + 1} of the data`;
}

export function decodeDataUrl({ base64, data }: DataUrl): Uint8Array {
  return base64 ? Buffer.from(data, "base64") : Buffer.from(unescapeBytes(data), "latin1");
}

const unescapeBytes = (data: string): string =>
  data.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Percent-encoded: longer than base64 where much is to be encoded, but it compresses better and people can read it. */
export const plainDataUrl = (text: string, type = ""): string =>
  `data:${type},${encodeURI(text.toWellFormed()).replaceAll("#", "%23")}`;

export const base64DataUrl = (content: string | Uint8Array, type = ""): string =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;
