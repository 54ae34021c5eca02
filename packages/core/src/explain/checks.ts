// Validations that do not pass, as causes.
import type { ClusterValidationId, HostValidationId, ValidationResult } from "../finding.ts";
import { advisoryClusterValidations } from "../lifecycle/cluster-conditions.ts";
import { advisoryHostValidations } from "../lifecycle/host-conditions.ts";
import type { Cluster } from "../model/cluster.ts";
import type { Host } from "../model/host.ts";
import type { Policy } from "../policy.ts";
import { clusterExemptions, hostExemptions } from "../validations/run.ts";
import {
  aboutCluster,
  aboutHost,
  type Cause,
  type Evidence,
  type Level,
  type Observed,
  type Subject,
} from "./cause.ts";
import { clusterEvidence, hostEvidence } from "./evidence.ts";

export function hostCheckCauses(host: Host, cluster: Cluster | null, policy: Policy, observed: Observed): Cause[] {
  const { ignores } = hostExemptions(cluster, policy);
  return notPassing(host.validations).map((result) => {
    const holdsBack = !advisoryHostValidations.has(result.id) && !ignores(result.id);
    return checkCause(result, aboutHost(host), holdsBack, hostEvidence(result.id, host, observed));
  });
}

export function clusterCheckCauses(cluster: Cluster, policy: Policy): Cause[] {
  const { ignores } = clusterExemptions(cluster, policy);
  return notPassing(cluster.validations).map((result) => {
    const holdsBack = !advisoryClusterValidations.has(result.id) && !ignores(result.id);
    return checkCause(result, aboutCluster(cluster), holdsBack, clusterEvidence(result.id, cluster));
  });
}

const notPassing = <Id extends HostValidationId | ClusterValidationId>(results: readonly ValidationResult<Id>[]) =>
  results.filter(({ status }) => status !== "success" && status !== "disabled");

function checkCause(result: ValidationResult<string>, subject: Subject, holdsBack: boolean, evidence: Evidence): Cause {
  const level: Level = !holdsBack ? "warning" : result.status === "pending" ? "waiting" : "blocking";
  const { id, message, status } = result;
  if (status === "pending") {
    const waitsFor = message.replace(/^Waiting for /, "").replace(/\.$/, "");
    const remedy = "nothing: it is asked again as soon as that is there";
    return { id, level, subject, found: "no answer yet", needed: waitsFor, remedy, evidence, until: null };
  }
  return {
    id,
    level,
    subject,
    found: result.found ?? message,
    needed: result.needed ?? "a check that comes to an answer",
    remedy: result.remedy ?? "look at the log of the service, which tells why the check did not work",
    evidence,
    until: null,
  };
}
