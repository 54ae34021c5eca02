import { findOperator, olmOperators } from "../operators/catalogue.ts";
import type { OperatorContext } from "../operators/definition.ts";
import {
  type FeatureId,
  incompatibleFeatures,
  type SupportContext,
  type SupportLevel,
  type SupportReason,
} from "./feature.ts";
import { supportOf } from "./support-levels.ts";
import { features } from "./table.ts";

export type DetailedFeature = Readonly<{
  featureSupportLevelId: FeatureId;
  supportLevel: SupportLevel;
  reason?: SupportReason;
  incompatibilities: FeatureId[];
}>;

export type DetailedOperator = DetailedFeature & Readonly<{ name: string; dependencies: FeatureId[] }>;

/** Support levels with reasons and incompatibilities; operators apart, with what they bring along. */
export function detailedSupport(context: SupportContext): Readonly<{
  features: readonly DetailedFeature[];
  operators: readonly DetailedOperator[];
}> {
  const operatorOf = new Map(
    olmOperators.filter(({ replacedBy }) => replacedBy === null).map((operator) => [operator.feature, operator]),
  );
  // The answer is about features in general: dependencies that only a single node has are not among them.
  const anyCluster: OperatorContext = {
    openshiftVersion: context.version,
    cpuArchitecture: context.architecture,
    platform: { type: context.platform ?? "baremetal", external: null },
    controlPlaneCount: 3,
  };
  const answer: { features: DetailedFeature[]; operators: DetailedOperator[] } = { features: [], operators: [] };
  for (const rule of features) {
    const judgement = supportOf(rule.id, context);
    if (!judgement) continue;
    const feature: DetailedFeature = {
      featureSupportLevelId: rule.id,
      supportLevel: judgement.level,
      ...(judgement.reason && { reason: judgement.reason }),
      incompatibilities: [...incompatibleFeatures(rule, context.version)],
    };
    const operator = operatorOf.get(rule.id);
    if (!operator) {
      answer.features.push(feature);
      continue;
    }
    const dependencies = operator.dependencies(anyCluster).flatMap((name) => findOperator(name)?.feature ?? []);
    answer.operators.push({ ...feature, name: operator.name, dependencies });
  }
  return answer;
}
