// OpenShift versions: "4.22.9", "4.22", "5.0.0-ec.5", "4.16.0-0.okd". Pre-releases count as their minor: the rules ask for minors.
export type Minor = Readonly<{ major: number; minor: number }>;

export function minorOf(version: string): Minor | null {
  const match = /^(\d+)\.(\d+)(?:\.|-|$)/.exec(version);
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : null;
}

const rank = ({ major, minor }: Minor): number => major * 1_000 + minor;

/** An unreadable version is treated as newer than any rule: custom builds are not held to old limits. */
export function atLeast(version: string, wanted: `${number}.${number}`): boolean {
  const [have, want] = [minorOf(version), minorOf(wanted)];
  return have === null || want === null || rank(have) >= rank(want);
}

export function isMinor(version: string, wanted: `${number}.${number}`): boolean {
  const [have, want] = [minorOf(version), minorOf(wanted)];
  return have !== null && want !== null && rank(have) === rank(want);
}
