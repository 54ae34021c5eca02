// Which operators are installed: those a person chose, and those that the chosen ones need.
import type { Bundle, Cluster, V2ClusterUpdateParams } from "@muster/contract";

export type OperatorChoice = Readonly<{ bundles: readonly string[]; operators: readonly string[] }>;

/** Dependencies are the service's own doing; what it lists as such was not chosen. */
export function choiceOf({ monitored_operators = [], operator_bundles = [] }: Cluster): OperatorChoice {
  return {
    bundles: operator_bundles.map(({ id }) => id).toSorted(),
    operators: monitored_operators
      .filter(
        ({ operator_type, dependency_only, source_bundles = [] }) =>
          operator_type === "olm" && dependency_only !== true && source_bundles.length === 0,
      )
      .flatMap(({ name }) => name ?? [])
      .toSorted(),
  };
}

export const toggled = (list: readonly string[], item: string, on: boolean): string[] =>
  (on ? [...new Set([...list, item])] : list.filter((member) => member !== item)).toSorted();

/** Everything that comes with the choice, beyond the choice itself. */
export function implied(
  { bundles, operators }: OperatorChoice,
  known: readonly Bundle[],
  dependencies: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    for (const dependency of dependencies.get(name) ?? []) {
      if (all.has(dependency)) continue;
      all.add(dependency);
      add(dependency);
    }
  };
  const inBundles = known
    .filter(({ id }) => id !== undefined && bundles.includes(id))
    .flatMap((bundle) => bundle.operators ?? []);
  for (const name of inBundles) all.add(name);
  for (const name of [...operators, ...inBundles]) add(name);
  return all;
}

export const operatorRequest = ({ bundles, operators }: OperatorChoice): V2ClusterUpdateParams => ({
  operator_bundles: bundles.map((id) => ({ id })),
  olm_operators: operators.map((name) => ({ name })),
});
