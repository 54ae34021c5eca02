import { architectureId, architectureLevel } from "./architectures.ts";
import { type FeatureId, type Judgement, judge, type SupportContext, type SupportLevel } from "./feature.ts";
import { featureRule, features } from "./table.ts";

/** Null when the question does not arise (a platform, once another one was chosen). */
export function supportOf(id: FeatureId, context: SupportContext): Judgement | null {
  const judgement = judge(featureRule(id), context);
  if (!judgement) return null;
  // An architecture that this version does not know takes every feature with it.
  const architecture = architectureLevel(architectureId(context.architecture), context.version);
  return architecture === "unavailable" ? { level: "unavailable", reason: "cpuArchitecture" } : judgement;
}

export function supportLevels(context: SupportContext): Partial<Record<FeatureId, SupportLevel>> {
  const levels: Partial<Record<FeatureId, SupportLevel>> = {};
  for (const { id } of features) {
    const judgement = supportOf(id, context);
    if (judgement) levels[id] = judgement.level;
  }
  return levels;
}
