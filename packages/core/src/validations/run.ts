// Runs a list of validations over one set of facts, and says what counts as passed.
import {
  type ClusterValidationId,
  type Finding,
  type HostValidationId,
  notApplicable,
  pending,
  sentence,
  type Validation,
  type ValidationResult,
} from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Policy } from "../policy.ts";

/** Without these an installation cannot even begin, so nobody may wave them through (reference service 4.1). */
export const nonIgnorableHostValidations: ReadonlySet<HostValidationId> = new Set([
  "connected",
  "has-inventory",
  "inventory-not-fully-truncated",
  "machine-cidr-defined",
  "hostname-unique",
  "hostname-valid",
]);

export const nonIgnorableClusterValidations: ReadonlySet<ClusterValidationId> = new Set([
  "api-vips-defined",
  "ingress-vips-defined",
  "all-hosts-are-ready-to-install",
  "sufficient-masters-count",
  "pull-secret-set",
]);

/** Which validations are not asked at all, and whose failure a person chose to live with. */
export type Exemptions<Id extends string> = Readonly<{
  disabled: ReadonlySet<string>;
  ignores: (id: Id) => boolean;
}>;

export const noExemptions: Exemptions<string> = { disabled: new Set(), ignores: () => false };

export const hostExemptions = (cluster: Cluster | null, policy: Policy): Exemptions<HostValidationId> =>
  exemptions(cluster?.ignoredHostValidations ?? [], nonIgnorableHostValidations, policy.disabledHostValidations);

export const clusterExemptions = (cluster: Cluster, policy: Policy): Exemptions<ClusterValidationId> =>
  exemptions(cluster.ignoredClusterValidations, nonIgnorableClusterValidations, policy.disabledClusterValidations);

/** A cluster's own choice replaces what the service turned off for all (reference service 4.1). */
function exemptions<Id extends string>(
  ignored: readonly (Id | "all")[],
  nonIgnorable: ReadonlySet<Id>,
  disabled: readonly string[],
): Exemptions<Id> {
  if (ignored.length === 0) return { disabled: new Set(disabled), ignores: () => false };
  const chosen = new Set<Id | "all">(ignored);
  const all = chosen.has("all");
  return { disabled: new Set(), ignores: (id) => !nonIgnorable.has(id) && (all || chosen.has(id)) };
}

const turnedOff: Finding = { status: "disabled", says: "This check is turned off in the settings of the service." };

/** Answers in the order of `validations`, whatever order their needs are in. Questions that do not arise are left out. */
export function runnerOf<Id extends string, Category extends string, Facts>(
  validations: readonly Validation<Id, Category, Facts>[],
) {
  // Most hosts get the same answers: those of ten thousand are few objects, not half a million.
  const latest = new Map<Id, ValidationResult<Id>>();

  function toResult({ id, category }: Validation<Id, Category, Facts>, finding: Told): ValidationResult<Id> {
    const message = sentence(finding);
    const last = latest.get(id);
    if (last?.message === message && last.status === finding.status) return last;
    const result = { id, category, status: finding.status, message };
    if (finding.status === "failure") {
      const { found, needed, remedy } = finding;
      return { ...result, found, needed, remedy };
    }
    latest.set(id, result);
    return result;
  }

  return (facts: Facts, { disabled, ignores }: Exemptions<Id>): ValidationResult<Id>[] => {
    const findings = new Map<Id, Finding>();

    const holdsBack = (id: Id): boolean => !ignores(id) && !isPassing(findings.get(id) ?? askAhead(id));

    function askAhead(id: Id): Finding {
      const needed = validations.find((validation) => validation.id === id);
      return needed ? findingOf(needed) : notApplicable;
    }

    function findingOf(validation: Validation<Id, Category, Facts>): Finding {
      const known = findings.get(validation.id);
      if (known) return known;
      const finding = answer(validation);
      findings.set(validation.id, finding);
      return finding;
    }

    function answer({ id, needs, check }: Validation<Id, Category, Facts>): Finding {
      if (disabled.has(id)) return turnedOff;
      const missing = needs.filter(holdsBack);
      return missing.length === 0 ? check(facts) : pending(waitFor(missing));
    }

    const results: ValidationResult<Id>[] = [];
    for (const validation of validations) {
      const finding = findingOf(validation);
      if (finding.status !== "not-applicable") results.push(toResult(validation, finding));
    }
    return results;
  };
}

type Told = Exclude<Finding, { status: "not-applicable" }>;

/** Success, turned off, ignored or not asked: in all these cases the validation does not hold anything back. */
export function passes<Id extends string>(
  results: readonly ValidationResult<Id>[],
  id: Id,
  { ignores }: Pick<Exemptions<Id>, "ignores">,
): boolean {
  const result = results.find((candidate) => candidate.id === id);
  return result === undefined || isPassing(result) || ignores(id);
}

const isPassing = ({ status }: { status: Finding["status"] }): boolean =>
  status === "success" || status === "disabled" || status === "not-applicable";

const waitFor = (ids: readonly string[]): string =>
  ids.length === 1 ? `the check ${ids[0]} to pass` : `the checks ${ids.join(", ")} to pass`;
