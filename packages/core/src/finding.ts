// What a validation answers. The sentence for people is made from the parts, at the edge.
import type * as wire from "@muster/contract";

export type HostValidationId = Exclude<wire.HostValidationId, "ocs-requirements-satisfied">;
export type ClusterValidationId = Exclude<wire.ClusterValidationId, "ocs-requirements-satisfied">;

export type Finding =
  | Readonly<{ status: "success"; says: string }>
  | Readonly<{ status: "failure"; found: string; needed: string; remedy: string }>
  | Readonly<{ status: "pending"; waitsFor: string }>
  | Readonly<{ status: "error"; says: string }>
  | Readonly<{ status: "disabled"; says: string }>
  /** The question does not arise (a pool host has no role): left out of what the wire shows, counts as passed. */
  | Readonly<{ status: "not-applicable" }>;

export const pass = (says: string): Finding => ({ status: "success", says });
export const fail = (parts: { found: string; needed: string; remedy: string }): Finding => ({
  status: "failure",
  ...parts,
});
export const pending = (waitsFor: string): Finding => ({ status: "pending", waitsFor });
export const notApplicable: Finding = { status: "not-applicable" };

export type Validation<Id extends string, Category extends string, Facts> = Readonly<{
  id: Id;
  category: Category;
  /** Validations whose failure makes this one pending: it could not say anything useful. */
  needs: readonly Id[];
  check: (facts: Facts) => Finding;
}>;

export type ValidationResult<Id extends string> = Readonly<{
  id: Id;
  category: string;
  status: "success" | "failure" | "pending" | "disabled" | "error";
  message: string;
  found?: string;
  needed?: string;
  remedy?: string;
}>;

/** The one sentence that people and the wire see. */
export function sentence(finding: Exclude<Finding, { status: "not-applicable" }>): string {
  switch (finding.status) {
    case "failure":
      return `Found ${finding.found}; needed: ${finding.needed}. To fix it, ${finding.remedy}.`;
    case "pending":
      return `Waiting for ${finding.waitsFor}.`;
    case "success":
    case "error":
    case "disabled":
      return finding.says;
  }
}
