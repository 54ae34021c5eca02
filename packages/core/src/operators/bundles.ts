import { type FeatureId, incompatibleFeatures, type SupportContext } from "../features/feature.ts";
import { supportOf } from "../features/support-levels.ts";
import { featureRule } from "../features/table.ts";
import type { BundleId } from "./definition.ts";

export type BundleDefinition = Readonly<{
  id: BundleId;
  title: string;
  description: string;
  /** Without it the bundle makes no sense: the bundle is offered where this operator is. */
  main: string;
  operators: readonly string[];
  optionalOperators: readonly string[];
}>;

export const bundles: readonly BundleDefinition[] = [
  {
    id: "virtualization",
    title: "Virtualization",
    description: "Virtual machines beside containers: run them, move them here, keep them available.",
    main: "cnv",
    operators: [
      "cnv",
      "mtv",
      "nmstate",
      "node-healthcheck",
      "fence-agents-remediation",
      "node-maintenance",
      "kube-descheduler",
    ],
    optionalOperators: ["self-node-remediation", "cluster-observability", "numaresources", "oadp", "metallb"],
  },
  {
    id: "openshift-ai",
    title: "OpenShift AI",
    description: "Train, serve and watch AI models, with the pipelines and accelerators they need.",
    main: "openshift-ai",
    operators: ["openshift-ai", "authorino", "node-feature-discovery", "pipelines", "servicemesh", "serverless", "kmm"],
    optionalOperators: ["nvidia-gpu", "amd-gpu", "odf"],
  },
];

export const bundlesOf = (operator: string): readonly BundleId[] =>
  bundles
    .filter(({ operators, optionalOperators }) => [...operators, ...optionalOperators].includes(operator))
    .map(({ id }) => id);

/**
 * A bundle as it can be had: operators that this version, architecture or platform lacks, or that one of the wanted
 * features (a single node, say) excludes, are left out. Null when its main operator is among them.
 */
export function availableBundle(
  bundle: BundleDefinition,
  featureOf: (operator: string) => FeatureId | null,
  context: SupportContext | null,
  wanted: readonly FeatureId[] = [],
): BundleDefinition | null {
  const isAvailable = (operator: string) => {
    const feature = featureOf(operator);
    if (!feature) return true;
    if (context && supportOf(feature, context)?.level === "unavailable") return false;
    const version = context?.version ?? "";
    return !wanted.some(
      (other) =>
        incompatibleFeatures(featureRule(feature), version).includes(other) ||
        incompatibleFeatures(featureRule(other), version).includes(feature),
    );
  };
  if (!isAvailable(bundle.main)) return null;
  return {
    ...bundle,
    operators: bundle.operators.filter(isAvailable),
    optionalOperators: bundle.optionalOperators.filter(isAvailable),
  };
}
