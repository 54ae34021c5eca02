// Takes secrets out of what goes into a support bundle. Fields that hold secrets by name are replaced whole; text is
// searched for the forms that secrets have. What is certainly a secret is taken out wherever else it stands.
import { parsedJson } from "../parsed-json.ts";
import { type Form, lineForms, longForms } from "./forms.ts";

export type Redaction = Readonly<{
  file: string;
  /** A path in JSON, or a line of text, or both: a line of a log may be JSON. */
  where: string;
  what: string;
}>;

export const replacement = "[redacted]";

/** Names of fields whose value is a secret, or leads to one. */
const secretName =
  /pass(word|wd|phrase)?(_?hash)?$|secret(?!_set$)|token(?!_set$)|api_?key|access_?key|credential|private|client-(key|certificate)-data|authorization|^auths?$|cookie|http_headers|ssh_?key$/i;

/** Flags about secrets and public things that merely sound like one. */
const harmlessName = /_set$|public|^ssh_authorized_key$|tokens?_?(expir|issue)/i;

/** Shorter ones would be found in innocent text. */
const shortestKnown = 6;
/** Each costs a search through everything, and logs may hold any number. */
const mostKnownFromLogs = 200;

export type Redactor = Readonly<{
  /** A value of JSON; texts that are JSON themselves are looked into. */
  json(file: string, value: unknown): unknown;
  text(file: string, text: string): string;
  /** A text, or a value of JSON but for its keys, without the secrets that are known by now. */
  known(file: string, value: unknown): unknown;
  /** Something that must never appear, wherever it is from. */
  know(secret: string): void;
  found(): readonly Redaction[];
}>;

/** Where something is, and whether it comes from a log: what a log calls a secret need not be one. */
type Place = Readonly<{ file: string; path: string; inLog: boolean }>;

export function createRedactor(): Redactor {
  const known = new Set<string>();
  const found: Redaction[] = [];
  let fromLogs = 0;

  const know = (secret: string) => {
    if (secret.length >= shortestKnown && !secret.includes(replacement)) known.add(secret);
  };

  const knowFromLog = (secret: string) => {
    if (fromLogs >= mostKnownFromLogs || known.has(secret)) return;
    fromLogs += 1;
    know(secret);
  };

  const note = ({ file, path }: Place, line: number, what: string) =>
    void found.push({ file, where: path === "" ? `line ${line}` : path, what });

  const withoutForms = (source: string, forms: readonly Form[], place: Place, firstLine: number): string => {
    let result = source;
    for (const { what, pattern, isUnmistakable } of forms) {
      const lineAt = lineCounter(result, firstLine);
      result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
        const { offset, groups } = readMatch(rest);
        const secret = secretIn(match, groups);
        if (isGone(secret) || (groups?.name && harmlessName.test(groups.name))) return match;
        if (isUnmistakable) (place.inLog ? knowFromLog : know)(secret);
        note(place, lineAt(offset), what);
        const from = match.lastIndexOf(secret);
        return `${match.slice(0, from)}${inPlaceOf(secret)}${match.slice(from + secret.length)}`;
      });
    }
    return result;
  };

  const plain = (source: string, place: Place): string =>
    withoutForms(source, longForms, place, 1)
      .split("\n")
      .map((line, index) => {
        const inner = jsonIn(line);
        const { path } = place;
        if (inner === undefined) return withoutForms(line, lineForms, place, index + 1);
        const before = found.length;
        const clean = json(inner, { ...place, path: path === "" ? `line ${index + 1}` : path });
        return found.length === before ? line : JSON.stringify(clean);
      })
      .join("\n");

  const json = (value: unknown, place: Place): unknown => {
    const { path, inLog } = place;
    if (typeof value === "string") {
      const inner = jsonIn(value);
      return inner === undefined ? plain(value, place) : JSON.stringify(json(inner, place));
    }
    return mapped(value, path, (item, here, key) => {
      if (!isSecret(key, item)) return json(item, { ...place, path: here });
      for (const secret of textsIn(item)) if (!inLog || isPassword(key, secret)) (inLog ? knowFromLog : know)(secret);
      note({ ...place, path: here }, 0, "secret field");
      return replacement;
    });
  };

  /** One secret may be a part of another, and stand as it does in JSON. */
  const searched = () =>
    [...new Set([...known].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))].sort(
      (one, other) => other.length - one.length,
    );

  const takeOut = (secrets: readonly string[], value: unknown, place: Place): unknown => {
    if (typeof value !== "string") {
      return mapped(value, place.path, (item, path) => takeOut(secrets, item, { ...place, path }));
    }
    let result = value;
    for (const secret of secrets) {
      if (!result.includes(secret)) continue;
      const lineAt = lineCounter(result, 1);
      for (let at = result.indexOf(secret); at !== -1; at = result.indexOf(secret, at + secret.length)) {
        note(place, lineAt(at), "secret known from elsewhere");
      }
      result = result.replaceAll(secret, () => inPlaceOf(secret));
    }
    return result;
  };

  return {
    json: (file, value) => json(value, { file, path: "", inLog: false }),
    text: (file, source) => plain(source, { file, path: "", inLog: true }),
    known: (file, value) => takeOut(searched(), value, { file, path: "", inLog: false }),
    know,
    found: () => found,
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** What `replace` hands over behind the groups: the offset, all of the text, and the groups with names. */
function readMatch(rest: readonly unknown[]): { offset: number; groups: Groups | undefined } {
  const last = rest.at(-1);
  const groups = typeof last === "object" && last !== null ? (last as Groups) : undefined;
  return { offset: Number(rest.at(groups ? -3 : -2)), groups };
}

const secretIn = (match: string, groups: Groups | undefined): string =>
  groups ? (groups.secret ?? groups.quoted ?? groups.flat ?? groups.nested ?? groups.bare ?? "") : match;

/** Nothing is left of it, or another form was here before. */
const isGone = (secret: string): boolean => secret === "" || /^\[redacted\](?:$|[&,;)}\]])/.test(secret);

/** As many lines as before: places are told by line. */
const inPlaceOf = (secret: string): string => replacement + "\n".repeat(secret.split("\n").length - 1);

/** The line of each offset; offsets come in order. */
function lineCounter(source: string, first: number): (offset: number) => number {
  let [line, next] = [first, source.indexOf("\n")];
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = source.indexOf("\n", next + 1);
    }
    return line;
  };
}

type Change = (item: unknown, path: string, key: string) => unknown;

/** The same with every item changed; what has no items stays. */
function mapped(value: unknown, path: string, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item, index) => change(item, `${path}[${index}]`, ""));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, change(item, path === "" ? key : `${path}.${key}`, key)]),
  );
}

function isSecret(key: string, value: unknown): boolean {
  if (value === null || value === "" || typeof value === "boolean" || typeof value === "number") return false;
  return secretName.test(key) && !harmlessName.test(key);
}

/** Logs name many things secrets, and say of them that they are `required` or `not-found`. */
const isPassword = (key: string, text: string): boolean =>
  /pass(word|wd|phrase)?$/i.test(key) && !/^[a-z]+(?:[-_. ][a-z]+)*$/i.test(text);

/** Every text in a value: the parts of a secret are secrets. Names of users and hosts are not. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") {
    const inner = jsonIn(value);
    if (inner !== undefined) return [value, ...textsIn(inner)];
    return /^(user(name)?|email|address|url|key|certificate_verification)$/i.test(key) ? [] : [value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, name));
}

const jsonIn = (text: string): unknown => (/^\s*[{[]/.test(text) ? parsedJson(text) : undefined);
