// The forms that secrets have in text. Every pattern stays linear on long words and lines: logs come from anywhere.

export type Form = Readonly<{
  what: string;
  /** The secret is the group that is there, of `secret` or of those of `value`; all of it where there are no groups. */
  pattern: RegExp;
  /** Nothing else looks like this: it may be searched for elsewhere, without what stands around it here. */
  isUnmistakable?: true;
}>;

/** Names of values that are secrets. They may go on: AWS_SECRET_ACCESS_KEY. */
const names =
  "password|passwd|passphrase|secret|token|api_?key|access_?key|private_?key|client-key-data|client-certificate-data";

const headers = "X-Secret-Key|(?:Proxy-)?Authorization|(?:Set-)?Cookie";

/** Between a name and its value; quotes may be escaped, as in JSON that stands in JSON. */
const is = String.raw`\\{0,8}["']?[ \t]{0,8}[:=]{1,2}>?[ \t]{0,8}`;

/** In quotes up to the one that closes them, in brackets up to theirs, else as far as `bare` goes. */
const value = (bare: string): string =>
  String.raw`(?:(?<open>\\{0,8}["'])(?<quoted>.*?)(?:(?<!\\)\k<open>|$)|(?<flat>\{[^{}]*\}|\[[^[\]]*\])|(?<nested>[{[].*)|(?<bare>${bare}))`;

const word = String.raw`[\w.\-+/=~%]`;

/** May reach over several lines. */
export const longForms: readonly Form[] = [
  {
    what: "private key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { what: "registry credentials", pattern: /"auths\\{0,8}"\s*:\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g },
];

/** In this order: what a long one held is gone before the short ones look. */
export const lineForms: readonly Form[] = [
  {
    what: "content of a data URL",
    pattern: /\bdata:[\w/+.;=-]*,(?<secret>[^\s"'\\]{8,})/g,
    isUnmistakable: true,
  },
  {
    what: "registry credentials",
    pattern: /"auth\\{0,8}"\s*:\s*\\{0,8}"(?<secret>[^"\\]+)/g,
    isUnmistakable: true,
  },
  {
    what: "password in a URL",
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/"'@\\:]{0,256}:(?<secret>[^\s/"'\\]{1,256})@/gi,
    isUnmistakable: true,
  },
  {
    what: "user in a URL",
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/(?<secret>[^\s/"'@\\:[\]]{1,512})@/gi,
  },
  {
    what: "token in a URL",
    pattern: new RegExp(
      String.raw`[?&;](?:[\w-]*(?:token|api_?key|secret|signature|password)|sig|X-Amz-[\w-]+)=(?<secret>${word}+)`,
      "gi",
    ),
    isUnmistakable: true,
  },
  {
    what: "token in a URL",
    pattern: new RegExp(`/(?:bytoken|byapikey)/(?<secret>${word.replace("/", "")}+)`, "gi"),
    isUnmistakable: true,
  },
  { what: "token", pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g },
  { what: "authorization", pattern: new RegExp(String.raw`\b(?:Bearer|Basic)\s+(?<secret>${word}{6,})`, "gi") },
  {
    what: "secret header",
    pattern: new RegExp(String.raw`\b(?:${headers})${is}(?!(?:Bearer|Basic) \[redacted\])${value(".+")}`, "gi"),
  },
  {
    what: "secret value",
    pattern: new RegExp(
      String.raw`(?<name>(?:${names})[\w.-]{0,40})${is}(?!(?:true|false|null)(?:[\s,;)}\]"'\\]|$))${value(String.raw`[^\s"']+`)}`,
      "gi",
    ),
  },
  { what: "password hash", pattern: /\$(?:1|2[aby]|5|6|y|argon2id?)\$[\w./$,=+-]{8,}/g },
  { what: "administrator's password", pattern: /\b[A-Za-z0-9]{5}(?:-[A-Za-z0-9]{5}){3}\b/g },
];
