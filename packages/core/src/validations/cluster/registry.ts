import type { ClusterValidationId, ValidationResult } from "../../finding.ts";
import { operatorClusterValidations } from "../../operators/validations.ts";
import type { ClusterFacts } from "../facts.ts";
import { clusterExemptions, runnerOf } from "../run.ts";
import {
  clusterCidrDefined,
  networkPrefixValid,
  networksSameAddressFamilies,
  noCidrsOverlapping,
  serviceCidrDefined,
} from "./cidrs.ts";
import { dnsDomainDefined, platformRequirements, pullSecretSet } from "./configuration.ts";
import { allHostsReady, ntpServerConfigured, sufficientMastersCount } from "./hosts.ts";
import { machineCidrDefined, machineCidrEqualsCalculated } from "./machine-networks.ts";
import { customManifestsRequirements, networkTypeValid } from "./network-type.ts";
import type { ClusterValidation } from "./validation.ts";
import { apiVipsDefined, apiVipsValid, ingressVipsDefined, ingressVipsValid } from "./vips.ts";

/** Every question that is asked about a cluster, in the order of the answers: by category, then by id. */
export const clusterValidations: readonly ClusterValidation[] = [
  machineCidrDefined,
  clusterCidrDefined,
  serviceCidrDefined,
  noCidrsOverlapping,
  networksSameAddressFamilies,
  networkPrefixValid,
  machineCidrEqualsCalculated,
  apiVipsDefined,
  apiVipsValid,
  ingressVipsDefined,
  ingressVipsValid,
  networkTypeValid,
  customManifestsRequirements,
  dnsDomainDefined,
  ntpServerConfigured,
  allHostsReady,
  sufficientMastersCount,
  pullSecretSet,
  platformRequirements,
  ...operatorClusterValidations,
].sort((one, other) => (`${one.category}/${one.id}` < `${other.category}/${other.id}` ? -1 : 1));

const validate = runnerOf(clusterValidations);

export const validateCluster = (facts: ClusterFacts): ValidationResult<ClusterValidationId>[] =>
  validate(facts, clusterExemptions(facts.cluster, facts.policy));
