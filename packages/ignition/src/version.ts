/** The versions of the specification that Muster reads and writes. Each holds everything that the ones before it hold. */
export const ignitionVersions = ["3.0.0", "3.1.0", "3.2.0", "3.3.0", "3.4.0", "3.5.0"] as const;

export type IgnitionVersion = (typeof ignitionVersions)[number];

export const newestVersion: IgnitionVersion = "3.5.0";

/** 2 for "3.2.0": the specification has never had patch releases. */
export const minorOf = (version: IgnitionVersion): number => ignitionVersions.indexOf(version);

export const isIgnitionVersion = (text: string): text is IgnitionVersion =>
  ignitionVersions.some((version) => version === text);

export const newerOf = (one: IgnitionVersion, other: IgnitionVersion): IgnitionVersion =>
  minorOf(one) < minorOf(other) ? other : one;
