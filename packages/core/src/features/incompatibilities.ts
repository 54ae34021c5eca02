// What a cluster asks for that cannot be had, or not together. Asked when a cluster is created or changed.
import { type Cluster, isDay2Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { InfraEnv } from "../model/infra-env.ts";
import type { Refusal } from "../refusal.ts";
import { activeFeatures } from "./active.ts";
import {
  type FeatureId,
  incompatibleFeatures,
  type Judgement,
  judge,
  type SupportContext,
  worksOnArchitecture,
} from "./feature.ts";
import { featureRule } from "./table.ts";

export type Incompatibility =
  | Readonly<{ kind: "features"; feature: FeatureId; other: FeatureId }>
  | Readonly<{ kind: "architecture"; feature: FeatureId; architecture: string }>
  | Readonly<{ kind: "unavailable"; feature: FeatureId; reason: Judgement["reason"] }>;

/** Every pair that excludes each other, each once. */
export function incompatiblePairs(
  features: Iterable<FeatureId>,
  version: string,
): readonly (readonly [FeatureId, FeatureId])[] {
  const active = [...features];
  return active.flatMap((feature, index) =>
    active.slice(index + 1).flatMap((other) => {
      const exclude =
        incompatibleFeatures(featureRule(feature), version).includes(other) ||
        incompatibleFeatures(featureRule(other), version).includes(feature);
      return exclude ? [[feature, other] as const] : [];
    }),
  );
}

export function findIncompatibilities(
  cluster: Cluster,
  hosts: readonly Host[] = [],
  infraEnvs: readonly InfraEnv[] = [],
): readonly Incompatibility[] {
  // A cluster that runs already has proved that it can.
  if (isDay2Cluster(cluster)) return [];
  const { openshiftVersion: version, cpuArchitecture: architecture, platform } = cluster;
  const active = activeFeatures(cluster, hosts, infraEnvs);
  const context: SupportContext = {
    version,
    architecture,
    platform: platform.type,
    externalPlatformName: platform.external?.platformName ?? null,
  };
  const found: Incompatibility[] = incompatiblePairs(active, version).map(([feature, other]) => ({
    kind: "features",
    feature,
    other,
  }));
  for (const feature of active) {
    const rule = featureRule(feature);
    if (!worksOnArchitecture(rule, version, architecture)) {
      found.push({ kind: "architecture", feature, architecture });
      continue;
    }
    // A platform answers only as long as none was chosen.
    const judgement = judge(rule, context) ?? judge(rule, { ...context, platform: null });
    if (judgement?.level === "unavailable") found.push({ kind: "unavailable", feature, reason: judgement.reason });
  }
  return found;
}

/** The same as refusals; empty when the cluster can be had as asked. */
export function incompatibilities(
  cluster: Cluster,
  hosts: readonly Host[] = [],
  infraEnvs: readonly InfraEnv[] = [],
): readonly Refusal[] {
  return findIncompatibilities(cluster, hosts, infraEnvs).map((incompatibility) => refuse(incompatibility, cluster));
}

function refuse(incompatibility: Incompatibility, { openshiftVersion, platform }: Cluster): Refusal {
  const title = featureRule(incompatibility.feature).title;
  const base = { code: "incompatible-features", status: 400 } as const;
  switch (incompatibility.kind) {
    case "features": {
      const other = featureRule(incompatibility.other).title;
      return {
        ...base,
        found: `"${title}" together with "${other}"`,
        needed: `one of the two: OpenShift ${openshiftVersion} cannot have both`,
        remedy: `give up "${title}" or "${other}"`,
      };
    }
    case "architecture":
      return {
        ...base,
        found: `"${title}" on CPU architecture ${incompatibility.architecture}`,
        needed: "an architecture that the feature supports",
        remedy: `give up "${title}", or choose another architecture`,
      };
    case "unavailable": {
      const byVersion = incompatibility.reason === "openshiftVersion";
      return {
        ...base,
        found: byVersion ? `"${title}" with OpenShift ${openshiftVersion}` : `"${title}" on platform ${platform.type}`,
        needed: byVersion ? "a version that has the feature" : "a platform that has the feature",
        remedy: `give up "${title}", or choose another ${byVersion ? "version" : "platform"}`,
      };
    }
  }
}
