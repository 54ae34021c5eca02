import type * as wire from "@muster/contract";
import type { CpuArchitecture, PlatformType } from "../model/cluster.ts";
import { atLeast } from "../version.ts";
import { type ArchitectureId, architectureId } from "./architectures.ts";

export type FeatureId = wire.FeatureSupportLevelId;
export type SupportLevel = wire.SupportLevel;
export type SupportReason = wire.IncompatibilityReason;
export type Version = `${number}.${number}`;

/** What is asked about. `platform: null` means that no platform has been chosen yet. */
export type SupportContext = Readonly<{
  version: string;
  architecture: CpuArchitecture;
  platform: PlatformType | null;
  externalPlatformName: string | null;
}>;

export type Judgement = Readonly<{ level: SupportLevel; reason: SupportReason | null }>;

/** Why a feature cannot be had here; null when nothing speaks against it. */
export type Limit = (context: SupportContext, rule: FeatureRule) => Judgement | null;

export type Until<Id extends string> = Id | Readonly<{ id: Id; before: Version }>;

export type FeatureRule = Readonly<{
  id: FeatureId;
  title: string;
  /** Features for which the question does not arise are left out of answers. */
  applies?: (context: SupportContext) => boolean;
  /** The first limit that speaks decides. */
  limits?: readonly Limit[];
  /** The level when no limit speaks; `supported` when not given. */
  level?: SupportLevel | ((context: SupportContext) => SupportLevel);
  incompatibleWith?: readonly Until<FeatureId>[];
  incompatibleArchitectures?: readonly Until<ArchitectureId>[];
}>;

export const externalPlatformOci = "oci";

export const isOci = ({ platform, externalPlatformName }: SupportContext): boolean =>
  platform === "external" && externalPlatformName === externalPlatformOci;

export function judge(rule: FeatureRule, context: SupportContext): Judgement | null {
  if (rule.applies && !rule.applies(context)) return null;
  for (const limit of rule.limits ?? []) {
    const judgement = limit(context, rule);
    if (judgement) return judgement;
  }
  const { level = "supported" } = rule;
  return { level: typeof level === "function" ? level(context) : level, reason: null };
}

const still = <Id extends string>(entries: readonly Until<Id>[] | undefined, version: string): readonly Id[] =>
  (entries ?? []).flatMap((entry) => {
    if (typeof entry === "string") return [entry];
    return atLeast(version, entry.before) ? [] : [entry.id];
  });

export const incompatibleFeatures = (rule: FeatureRule, version: string): readonly FeatureId[] =>
  still(rule.incompatibleWith, version);

export const worksOnArchitecture = (rule: FeatureRule, version: string, architecture: CpuArchitecture): boolean =>
  !still(rule.incompatibleArchitectures, version).includes(architectureId(architecture));
