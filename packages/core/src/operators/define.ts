import { supportOf } from "../features/support-levels.ts";
import { type Finding, notApplicable, pass, pending } from "../finding.ts";
import { type Cluster, isDay2Cluster } from "../model/cluster.ts";
import type { BundleId, OperatorContext, OperatorDefinition, OperatorSpec } from "./definition.ts";

export const isRequested = (cluster: Cluster, name: string): boolean =>
  cluster.monitoredOperators.some((operator) => operator.name === name);

/** Every sentence about an operator that was not chosen is the same. */
export const notChosen = (title: string): Finding => pass(`${title} was not chosen.`);

export function supportContext({ openshiftVersion, cpuArchitecture, platform }: OperatorContext) {
  return {
    version: openshiftVersion,
    architecture: cpuArchitecture,
    platform: platform.type,
    externalPlatformName: platform.external?.platformName ?? null,
  };
}

type Unavailable = Extract<Finding, { status: "failure" }>;

const failure = (parts: Omit<Unavailable, "status">): Unavailable => ({ status: "failure", ...parts });

/** A failure that names what of version, platform and architecture is in the way; null when the operator can be had. */
export function unsupported(
  spec: Pick<OperatorSpec, "title" | "feature">,
  context: OperatorContext,
): Unavailable | null {
  const support = supportOf(spec.feature, supportContext(context));
  if (support?.level !== "unavailable") return null;
  switch (support.reason) {
    case "cpuArchitecture":
      return failure({
        found: `CPU architecture ${context.cpuArchitecture}`,
        needed: `an architecture that ${spec.title} supports in version ${context.openshiftVersion}`,
        remedy: `remove ${spec.title}, or use hosts of another architecture`,
      });
    case "platform":
    case "ociExternalIntegrationDisabled":
      return failure({
        found: `platform ${context.platform.external?.platformName || context.platform.type}`,
        needed: `a platform that ${spec.title} supports`,
        remedy: `remove ${spec.title}, or choose another platform`,
      });
    default:
      return failure({
        found: `OpenShift ${context.openshiftVersion}`,
        needed: `a version that ${spec.title} supports`,
        remedy: `remove ${spec.title}, or install another version`,
      });
  }
}

export function defineOperator(spec: OperatorSpec, bundles: readonly BundleId[]): OperatorDefinition {
  const { name, title, adds, subscriptionName, dependencies = [] } = spec;
  const words = spec.inWords ?? (() => ({ master: [], worker: [] }));
  return {
    name,
    type: "olm",
    title,
    namespace: spec.namespace,
    subscriptionName: typeof subscriptionName === "string" ? () => subscriptionName : subscriptionName,
    timeoutSeconds: spec.timeoutMinutes * 60,
    feature: spec.feature,
    validationId: spec.validationId,
    replacedBy: spec.replacedBy ?? null,
    dependencies: typeof dependencies === "function" ? dependencies : () => dependencies,
    bundles,
    properties: [],
    hostRequirements: (facts, role) => {
      const { cluster, host, policy } = facts;
      if (!cluster) return {};
      if (spec.addsToHost && host.inventory) {
        return spec.addsToHost({ ...facts, cluster, inventory: host.inventory }, role);
      }
      return adds?.(cluster, role, policy) ?? {};
    },
    preflight: (context, policy) => ({
      master: { quantitative: adds?.(context, "master", policy) ?? {}, qualitative: words(context, policy).master },
      worker: { quantitative: adds?.(context, "worker", policy) ?? {}, qualitative: words(context, policy).worker },
    }),
    checkHost: (facts) => {
      const { cluster, host } = facts;
      if (!cluster) return notApplicable;
      if (!isRequested(cluster, name)) return notChosen(title);
      if (isDay2Cluster(cluster)) return pass(`${title} is not checked for hosts that are added to a running cluster.`);
      const satisfied = pass(`The host satisfies ${title}.`);
      if (!spec.host) return satisfied;
      if (!host.inventory) return pending("the host's inventory");
      const finding = spec.host({ ...facts, cluster, inventory: host.inventory });
      return finding.status === "not-applicable" ? satisfied : finding;
    },
    checkCluster: (facts) => {
      if (!isRequested(facts.cluster, name)) return notChosen(title);
      return unsupported(spec, facts.cluster) ?? spec.cluster?.(facts) ?? pass(`The cluster satisfies ${title}.`);
    },
  };
}
