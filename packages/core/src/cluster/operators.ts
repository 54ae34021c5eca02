import type { Cluster } from "../model/cluster.ts";
import {
  type BundleRequest,
  checkOperatorRequest,
  type OperatorRequest,
  resolveOperators,
} from "../operators/selection.ts";
import type { Policy } from "../policy.ts";
import { done, type Outcome, refused } from "../refusal.ts";
import type { ClusterUpdate } from "./params.ts";

type OperatorSettings = Pick<Cluster, "monitoredOperators" | "operatorBundles">;

/** Operators that people chose themselves, not through a bundle and not as somebody's dependency. */
const chosenOperators = ({ monitoredOperators }: Cluster): readonly OperatorRequest[] =>
  monitoredOperators
    .filter(
      ({ type, dependencyOnly, sourceBundles }) => type === "olm" && !dependencyOnly && sourceBundles.length === 0,
    )
    .map(({ name, properties }) => ({ name, properties }));

/** What is given replaces what there was; what is not given stays, and its dependencies are looked up anew. */
export function chooseOperators(
  { olmOperators, operatorBundles }: ClusterUpdate,
  after: Cluster,
  policy: Policy,
): Outcome<OperatorSettings> {
  const operators = olmOperators?.map(({ name = "", ...rest }) => ({ name, ...rest })) ?? chosenOperators(after);
  const bundles: readonly BundleRequest[] =
    operatorBundles?.map(({ id, optionalOperators = [] }) => ({ id, optionalOperators })) ?? after.operatorBundles;
  const refusal = checkOperatorRequest(operators, bundles, after);
  if (refusal) return refused(refusal);
  return done({ monitoredOperators: resolveOperators(operators, bundles, after, policy), operatorBundles: bundles });
}
