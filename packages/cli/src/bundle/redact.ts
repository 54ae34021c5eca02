// Takes secrets out of what goes into a support bundle. Fields that hold secrets by name are replaced whole; text is
// searched for the forms that secrets have. What was found once is taken out wherever else it stands.
export type Redaction = Readonly<{
  file: string;
  /** A path in JSON, or a line of text. */
  where: string;
  what: string;
}>;

export const replacement = "[redacted]";

/** Names of fields whose value is a secret, or leads to one. */
const secretName =
  /pass(word|wd|phrase)?$|secret(?!_set$)|token(?!_set$)|api_?key|credential|private|client-(key|certificate)-data|authorization|^auths?$|^cookie$|http_headers|ssh_?key$/i;

/** Flags about secrets and public things that merely sound like one. */
const harmlessName = /_set$|public|^ssh_authorized_key$|tokens?_?(expir|issue)/i;

type Form = Readonly<{
  what: string;
  pattern: RegExp /** The group that is the secret; all of it otherwise. */;
  group?: number;
}>;

const word = String.raw`[\w.\-+/=~%]`;

/** In this order: long forms first, so that what they hold is gone before the short ones look. */
const forms: readonly Form[] = [
  {
    what: "private key",
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  },
  { what: "content of a data URL", pattern: /\bdata:[\w/+.;=-]*,([^\s"'\\]{8,})/g, group: 1 },
  {
    what: "registry credentials",
    pattern: /\\*"auths?\\*"\s*:\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\*"([^"\\]+)\\*")/g,
  },
  { what: "password in a URL", pattern: /\b[a-z][a-z0-9+.-]*:\/\/([^\s/"'@\\]+)@/gi, group: 1 },
  {
    what: "token in a URL",
    pattern: new RegExp(
      String.raw`[?&;](?:[\w-]*(?:token|api_?key|secret|signature|password)|sig|X-Amz-[\w-]+)=(${word}+)`,
      "gi",
    ),
    group: 1,
  },
  {
    what: "token in a URL",
    pattern: new RegExp(`/(?:bytoken|byapikey)/(${word.replace("/", "")}+)`, "gi"),
    group: 1,
  },
  { what: "token", pattern: /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g },
  { what: "authorization", pattern: new RegExp(String.raw`\b(?:Bearer|Basic)\s+(${word}{6,})`, "gi"), group: 1 },
  {
    what: "secret header",
    pattern: /\b(?:X-Secret-Key|Authorization|Cookie|Set-Cookie)["']?\s*[:=]\s*["'[]*([^\s"'\],]+)/gi,
    group: 1,
  },
  {
    what: "secret value",
    pattern:
      /[\w.-]*(?:password|passwd|passphrase|secret|token|api_?key|client-key-data|client-certificate-data|private_?key|pull_?secret)\\*["']?\s*[:=]\s*\\*["']?((?!true\b|false\b|null\b|\{|\[)[^\s"'\\,;)}\]]{3,})/gi,
    group: 1,
  },
  { what: "password hash", pattern: /\$(?:1|2[aby]|5|6|y|argon2id?)\$[\w./$,=+-]{8,}/g },
  { what: "administrator's password", pattern: /\b[A-Za-z0-9]{5}(?:-[A-Za-z0-9]{5}){3}\b/g },
];

/** Shorter ones would be found in innocent text. */
const shortestKnown = 6;

export type Redactor = Readonly<{
  /** A value of JSON; texts that are JSON themselves are looked into. */
  json(file: string, value: unknown): unknown;
  text(file: string, text: string): string;
  /** A text without the secrets that are known by now. */
  known(text: string): string;
  /** Something that must never appear, wherever it is from. */
  know(secret: string): void;
  found(): readonly Redaction[];
}>;

export function createRedactor(): Redactor {
  const known = new Set<string>();
  const found: Redaction[] = [];

  const know = (secret: string) => {
    if (secret.length >= shortestKnown && secret !== replacement) known.add(secret);
  };

  const text = (file: string, source: string): string => {
    let result = source;
    for (const { what, pattern, group } of forms) {
      result = result.replace(pattern, (match: string, ...rest: unknown[]) => {
        const inner = group === undefined ? undefined : rest[group - 1];
        const secret = typeof inner === "string" ? inner : match;
        if (secret.includes(replacement)) return match;
        know(secret);
        found.push({ file, where: lineOf(source, match), what });
        return group === undefined ? replacement : match.replace(secret, () => replacement);
      });
    }
    return takeOut(file, result);
  };

  /** One secret may be a part of another. */
  const longestFirst = () => [...known].sort((one, other) => other.length - one.length);

  const takeOut = (file: string, source: string): string => {
    let result = source;
    for (const secret of longestFirst()) {
      if (!result.includes(secret)) continue;
      found.push({ file, where: lineOf(source, secret), what: "secret known from elsewhere" });
      result = result.replaceAll(secret, replacement);
    }
    return result;
  };

  const json = (file: string, value: unknown, path = ""): unknown => {
    if (typeof value === "string") return jsonText(file, value, path);
    if (Array.isArray(value)) return value.map((item, index) => json(file, item, `${path}[${index}]`));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      const here = path === "" ? key : `${path}.${key}`;
      if (!isSecret(key, item)) return [key, json(file, item, here)];
      for (const secret of textsIn(item)) know(secret);
      found.push({ file, where: here, what: "secret field" });
      return [key, replacement];
    });
    return Object.fromEntries(entries);
  };

  const jsonText = (file: string, value: string, path: string): string => {
    const inner = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    if (inner !== undefined) return JSON.stringify(json(file, inner, path));
    const before = found.length;
    const clean = text(file, value);
    // Within JSON the path says more than a line.
    for (let index = before; index < found.length; index += 1) {
      const redaction = found[index];
      if (redaction) found[index] = { ...redaction, where: path };
    }
    return clean;
  };

  /** Also as it stands in JSON. */
  const withoutKnown = (source: string): string =>
    longestFirst()
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
      .reduce((rest, secret) => rest.replaceAll(secret, replacement), source);

  return { json: (file, value) => json(file, value), text, known: withoutKnown, know, found: () => found };
}

function isSecret(key: string, value: unknown): boolean {
  if (value === null || value === "" || typeof value === "boolean" || typeof value === "number") return false;
  return secretName.test(key) && !harmlessName.test(key);
}

/** Every text in a value: the parts of a secret are secrets. Names of users and hosts are not. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") {
    const inner = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    if (inner !== undefined) return [value, ...textsIn(inner)];
    return /^(user(name)?|email|address|url|key|certificate_verification)$/i.test(key) ? [] : [value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, name));
}

function lineOf(source: string, part: string): string {
  const at = source.indexOf(part);
  return `line ${at === -1 ? "?" : source.slice(0, at).split("\n").length}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
