// From what was asked for (operators, bundles) to the operators that will be installed and watched.
import type { FeatureId } from "../features/feature.ts";
import type { Cluster, MonitoredOperator } from "../model/cluster.ts";
import type { Policy } from "../policy.ts";
import { invalid } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import type { BundleDefinition } from "./bundles.ts";
import { builtinOperators, findOperator, listBundles, olmOperators, supportedOperators } from "./catalogue.ts";
import { supportContext, unsupported } from "./define.ts";
import type { OperatorContext, OperatorDefinition } from "./definition.ts";

export type OperatorRequest = Readonly<{ name: string; properties?: string }>;
export type BundleRequest = Readonly<{ id: string; optionalOperators: readonly string[] }>;

/** What is known of a cluster when operators are chosen: all but its operators, when it does not exist yet. */
export type SelectionContext = OperatorContext & Readonly<{ monitoredOperators?: Cluster["monitoredOperators"] }>;

type Choice = { dependencyOnly: boolean; properties: string | null; sources: Set<string> };

const wantedFeatures = ({ controlPlaneCount }: OperatorContext): readonly FeatureId[] =>
  controlPlaneCount === 1 ? ["SNO"] : [];

const bundlesFor = (context: OperatorContext): readonly BundleDefinition[] =>
  listBundles(supportContext(context), wantedFeatures(context));

function understood(name: string): OperatorDefinition | null {
  const operator = findOperator(name);
  if (!operator || operator.type === "builtin") return null;
  return operator.replacedBy ? findOperator(operator.replacedBy) : operator;
}

/**
 * Names that the catalogue does not know are passed over: `checkOperatorRequest` refuses them. What is known about
 * operators that stay (status, version, properties) is kept; dependencies that nobody needs any more are gone.
 */
export function resolveOperators(
  requested: readonly OperatorRequest[],
  bundleRequests: readonly BundleRequest[],
  context: SelectionContext,
  policy: Pick<Policy, "checkClusterVersion">,
): MonitoredOperator[] {
  const choices = new Map<string, Choice>();
  for (const { name, properties } of requested) {
    const operator = understood(name);
    if (operator)
      choose(choices, operator.name, { dependencyOnly: false, sources: [], properties: properties ?? null });
  }
  const offered = bundlesFor(context);
  for (const { id, optionalOperators } of bundleRequests) {
    const bundle = offered.find((candidate) => candidate.id === id);
    const optional = bundle?.optionalOperators.filter((name) => optionalOperators.includes(name)) ?? [];
    for (const name of [...(bundle?.operators ?? []), ...optional]) {
      choose(choices, name, { dependencyOnly: false, sources: [id], properties: null });
    }
  }
  addDependencies(choices, context);

  const known = new Map((context.monitoredOperators ?? []).map((operator) => [operator.name, operator]));
  const builtin = builtinOperators.filter(({ name }) => name !== "cvo" || policy.checkClusterVersion);
  const olm = olmOperators.filter(({ name }) => choices.has(name));
  return [...builtin, ...olm].map((operator) =>
    monitored(operator, choices.get(operator.name) ?? null, known.get(operator.name) ?? null, context.openshiftVersion),
  );
}

function choose(
  choices: Map<string, Choice>,
  name: string,
  { dependencyOnly, sources, properties }: Omit<Choice, "sources"> & { sources: Iterable<string> },
): boolean {
  const choice = choices.get(name);
  if (!choice) {
    choices.set(name, { dependencyOnly, properties, sources: new Set(sources) });
    return true;
  }
  const before = choice.sources.size;
  for (const source of sources) choice.sources.add(source);
  choice.dependencyOnly &&= dependencyOnly;
  choice.properties ??= properties;
  return choice.sources.size > before;
}

/** Dependencies inherit the bundles of whoever needs them; an entry is visited again only when it learned of a new one. */
function addDependencies(choices: Map<string, Choice>, context: OperatorContext): void {
  const open = [...choices.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const sources = choices.get(name)?.sources ?? [];
    for (const dependency of findOperator(name)?.dependencies(context) ?? []) {
      if (choose(choices, dependency, { dependencyOnly: true, sources, properties: null })) open.push(dependency);
    }
  }
}

function monitored(
  operator: OperatorDefinition,
  choice: Choice | null,
  known: MonitoredOperator | null,
  version: string,
): MonitoredOperator {
  return {
    name: operator.name,
    type: operator.type,
    version: known?.version ?? "",
    namespace: operator.namespace,
    subscriptionName: operator.subscriptionName(version),
    properties: choice?.properties ?? known?.properties ?? "",
    timeoutSeconds: operator.timeoutSeconds,
    status: known?.status ?? null,
    statusInfo: known?.statusInfo ?? "",
    statusUpdatedAt: known?.statusUpdatedAt ?? null,
    bundles: operator.bundles,
    dependencyOnly: choice?.dependencyOnly ?? false,
    sourceBundles: [...(choice?.sources ?? [])].sort(),
  };
}

export function checkOperatorRequest(
  requested: readonly OperatorRequest[],
  bundleRequests: readonly BundleRequest[],
  context: OperatorContext,
): Refusal | null {
  for (const request of requested) {
    const refusal = refuseOperator(request, context);
    if (refusal) return refusal;
  }
  const offered = bundlesFor(context);
  for (const { id, optionalOperators } of bundleRequests) {
    const bundle = offered.find((candidate) => candidate.id === id);
    if (!bundle) {
      return invalid("operator_bundles", {
        found: `operator bundle ${id}`,
        needed: offered.length > 0 ? `one of ${offered.map((candidate) => candidate.id).join(", ")}` : "no bundle",
        remedy: "choose a bundle that this version, architecture and platform offer",
      });
    }
    const stranger = optionalOperators.find((name) => !bundle.optionalOperators.includes(name));
    if (stranger !== undefined) {
      return invalid("operator_bundles", {
        found: `optional operator ${stranger} for bundle ${id}`,
        needed: `some of ${bundle.optionalOperators.join(", ")}`,
        remedy: "remove it, or choose it as an operator of its own",
      });
    }
  }
  return null;
}

function refuseOperator({ name, properties }: OperatorRequest, context: OperatorContext): Refusal | null {
  const operator = understood(name);
  if (!operator?.feature) {
    return invalid("olm_operators", {
      found: `operator ${name}`,
      needed: `one of ${supportedOperators.join(", ")}`,
      remedy: "correct the name",
    });
  }
  const finding = unsupported({ title: operator.title, feature: operator.feature }, context);
  if (finding) return invalid("olm_operators", finding);
  if (properties && !isJsonObject(properties)) {
    return invalid("olm_operators", {
      found: `properties of ${name} that are not a JSON object`,
      needed: "a JSON object in a string, or nothing",
      remedy: "correct the properties",
    });
  }
  return null;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
