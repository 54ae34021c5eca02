// The few kinds of limits that the feature table is written in.
import type { PlatformType } from "../model/cluster.ts";
import { atLeast } from "../version.ts";
import {
  type FeatureRule,
  isOci,
  type Judgement,
  judge,
  type Limit,
  type Version,
  worksOnArchitecture,
} from "./feature.ts";

const because = (reason: Judgement["reason"]): Judgement => ({ level: "unavailable", reason });

/** Not on the architectures that the rule lists as incompatible. */
export const byArchitecture: Limit = ({ version, architecture }, rule) =>
  worksOnArchitecture(rule, version, architecture) ? null : because("cpuArchitecture");

export const from =
  (first: Version): Limit =>
  ({ version }) =>
    atLeast(version, first) ? null : because("openshiftVersion");

export const before =
  (end: Version): Limit =>
  ({ version }) =>
    atLeast(version, end) ? because("openshiftVersion") : null;

export const notOn =
  (...platforms: PlatformType[]): Limit =>
  ({ platform }) =>
    platform && platforms.includes(platform) ? because("platform") : null;

export const onlyOn =
  (...platforms: PlatformType[]): Limit =>
  ({ platform }) =>
    platform && !platforms.includes(platform) ? because("platform") : null;

export const onPlatformFrom =
  (only: PlatformType, first: Version): Limit =>
  ({ platform, version }) =>
    platform === only && !atLeast(version, first) ? because("platform") : null;

export const notOnOci: Limit = (context) => (isOci(context) ? because("platform") : null);

/** Whatever limits the other feature limits this one too. */
export const asFor =
  (other: FeatureRule): Limit =>
  (context) => {
    const judgement = judge(other, context);
    return judgement?.reason ? judgement : null;
  };
