// Every operator that a cluster can be installed with (reference service 7.5): 29 from OLM, 2 built in.

import type { FeatureId, SupportContext } from "../features/feature.ts";
import { type Finding, notApplicable } from "../finding.ts";
import { amdGpu, kernelModules, nodeFeatureDiscovery, nvidiaGpu } from "./accelerators.ts";
import { availableBundle, type BundleDefinition, bundles, bundlesOf } from "./bundles.ts";
import { defineOperator } from "./define.ts";
import type { OperatorDefinition } from "./definition.ts";
import { openshiftAi } from "./openshift-ai.ts";
import { plainOperators } from "./plain.ts";
import { containerStorage, dataFoundation, localStorage, lvmStorage } from "./storage.ts";
import { migrationToolkit, sandboxedContainers, virtualization } from "./virtualization.ts";

const nothingToCheck = (): Finding => notApplicable;
const nothing = { quantitative: {}, qualitative: [] };

const builtin = (name: string, title: string): OperatorDefinition => ({
  name,
  type: "builtin",
  title,
  namespace: "",
  subscriptionName: () => "",
  timeoutSeconds: 60 * 60,
  feature: null,
  validationId: null,
  replacedBy: null,
  dependencies: () => [],
  bundles: [],
  properties: [],
  hostRequirements: () => ({}),
  preflight: () => ({ master: nothing, worker: nothing }),
  checkHost: nothingToCheck,
  checkCluster: nothingToCheck,
});

export const builtinOperators: readonly OperatorDefinition[] = [
  builtin("console", "Web console"),
  builtin("cvo", "Cluster version"),
];

export const olmOperators: readonly OperatorDefinition[] = [
  localStorage,
  dataFoundation,
  containerStorage,
  virtualization,
  lvmStorage,
  migrationToolkit,
  sandboxedContainers,
  nodeFeatureDiscovery,
  nvidiaGpu,
  amdGpu,
  kernelModules,
  openshiftAi,
  ...plainOperators,
].map((spec) => defineOperator(spec, bundlesOf(spec.name)));

export const operators: readonly OperatorDefinition[] = [...builtinOperators, ...olmOperators];

const byName = new Map(operators.map((operator) => [operator.name, operator]));

export const findOperator = (name: string): OperatorDefinition | null => byName.get(name) ?? null;

/** What people may choose from, sorted: names that were replaced are understood but not offered. */
export const supportedOperators: readonly string[] = olmOperators
  .filter(({ replacedBy }) => replacedBy === null)
  .map(({ name }) => name)
  .sort();

const featureOf = (name: string): FeatureId | null => findOperator(name)?.feature ?? null;

/** `context` null: for any version and platform. `wanted`: features the cluster will use, such as a single node. */
export function listBundles(context: SupportContext | null, wanted: readonly FeatureId[] = []): BundleDefinition[] {
  return bundles.flatMap((bundle) => availableBundle(bundle, featureOf, context, wanted) ?? []);
}

export function findBundle(id: string, wanted: readonly FeatureId[] = []): BundleDefinition | null {
  return listBundles(null, wanted).find((bundle) => bundle.id === id) ?? null;
}
