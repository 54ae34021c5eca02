// The 28 host and 29 cluster validations that speak for operators.
import type { ClusterValidationId, HostValidationId, Validation } from "../finding.ts";
import type { ClusterFacts, HostFacts } from "../validations/facts.ts";
import { olmOperators } from "./catalogue.ts";
import { checkAiGpu } from "./openshift-ai.ts";

export const operatorHostValidations: readonly Validation<HostValidationId, "operators", HostFacts>[] =
  olmOperators.flatMap(({ validationId, checkHost }) =>
    validationId ? [{ id: validationId, category: "operators", needs: [], check: checkHost }] : [],
  );

export const operatorClusterValidations: readonly Validation<ClusterValidationId, "operators", ClusterFacts>[] = [
  ...olmOperators.flatMap(({ validationId, checkCluster }) =>
    validationId ? [{ id: validationId, category: "operators" as const, needs: [], check: checkCluster }] : [],
  ),
  { id: "openshift-ai-gpu-requirements-satisfied", category: "operators", needs: [], check: checkAiGpu },
];
