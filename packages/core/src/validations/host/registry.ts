// All that is asked of a host, in the order in which the wire shows it.
import type { HostValidationId, ValidationResult } from "../../finding.ts";
import { operatorHostValidations } from "../../operators/validations.ts";
import type { HostFacts } from "../facts.ts";
import { hostExemptions, runnerOf } from "../run.ts";
import { hasDefaultRoute, noIpCollisions, nonOverlappingSubnets } from "./addresses.ts";
import { compatibleAgent, connected, mediaConnected } from "./agent.ts";
import { belongsToMajorityGroup, mtuValid, sufficientLatency, sufficientPacketLoss } from "./connectivity.ts";
import { hasCpuCoresForRole, hasMinCpuCores } from "./cpu.ts";
import { hasMinValidDisks, noSkipInstallationDisk, noSkipMissingDisk, sufficientDiskSpeed } from "./disk.ts";
import {
  apiDomainResolved,
  apiIntDomainResolved,
  appsDomainResolved,
  dnsWildcardNotConfigured,
  releaseDomainResolved,
} from "./dns.ts";
import { diskEncryptionSatisfied } from "./encryption.ts";
import { hostnameUnique, hostnameValid } from "./hostname.ts";
import { ignitionDownloadable } from "./ignition.ts";
import { containerImagesAvailable } from "./images.ts";
import { hasInventory, inventoryNotFullyTruncated, inventoryNotPartiallyTruncated } from "./inventory.ts";
import { belongsToMachineCidr, machineCidrDefined, noIscsiNicInMachineCidr } from "./machine-network.ts";
import { hasMemoryForRole, hasMinMemory } from "./memory.ts";
import { ntpSynced, timeSynced } from "./ntp.ts";
import { compatibleWithPlatform, validPlatformNetworkSettings, vsphereDiskUuidEnabled } from "./platform.ts";
import type { HostValidation } from "./validation.ts";

/** What can be said of any host, in a cluster or not. */
const ofAnyHost: readonly HostValidation[] = [
  connected,
  mediaConnected,
  compatibleAgent,
  hasInventory,
  inventoryNotPartiallyTruncated,
  inventoryNotFullyTruncated,
  hasMinCpuCores,
  hasMinMemory,
  hasMinValidDisks,
  noSkipInstallationDisk,
  noSkipMissingDisk,
  hostnameValid,
  hasDefaultRoute,
  nonOverlappingSubnets,
  ntpSynced,
  timeSynced,
];

/** What depends on the cluster and the role in it: not asked of hosts in a pool. */
const ofMembers: readonly HostValidation[] = [
  hasCpuCoresForRole,
  hasMemoryForRole,
  hostnameUnique,
  compatibleWithPlatform,
  validPlatformNetworkSettings,
  vsphereDiskUuidEnabled,
  diskEncryptionSatisfied,
  sufficientDiskSpeed,
  machineCidrDefined,
  belongsToMachineCidr,
  noIscsiNicInMachineCidr,
  noIpCollisions,
  belongsToMajorityGroup,
  sufficientLatency,
  sufficientPacketLoss,
  mtuValid,
  apiDomainResolved,
  apiIntDomainResolved,
  appsDomainResolved,
  releaseDomainResolved,
  dnsWildcardNotConfigured,
  ignitionDownloadable,
  containerImagesAvailable,
  ...operatorHostValidations,
];

const byCategoryThenId = (one: HostValidation, other: HostValidation): number =>
  `${one.category} ${one.id}` < `${other.category} ${other.id}` ? -1 : 1;

export const hostValidations: readonly HostValidation[] = [...ofAnyHost, ...ofMembers].sort(byCategoryThenId);
export const poolValidations: readonly HostValidation[] = ofAnyHost.toSorted(byCategoryThenId);

const validateMember = runnerOf(hostValidations);
const validatePoolHost = runnerOf(poolValidations);

export function validateHost(facts: HostFacts): ValidationResult<HostValidationId>[] {
  const validate = facts.cluster ? validateMember : validatePoolHost;
  return validate(facts, hostExemptions(facts.cluster, facts.policy));
}
