// Checks of what a person asks of a cluster, one field at a time. How networks hang together is checked in network/.
import type { Cluster } from "../model/cluster.ts";
import { parseAddress } from "../network/address.ts";
import type { Policy } from "../policy.ts";
import { firstRefusal, invalid, type Problem } from "../problem.ts";
import type { Refusal } from "../refusal.ts";
import { diskEncryptionProblem } from "./disk-encryption.ts";
import { ignitionEndpointProblem } from "./ignition-endpoint.ts";
import { baseDomainProblem, clusterNameProblem, isDomainName } from "./names.ts";
import { ntpProblem } from "./ntp.ts";
import type { ClusterUpdate } from "./params.ts";
import { checkProxy, clusterProxyFields } from "./proxy.ts";
import { pullSecretProblem } from "./pull-secret.ts";
import { sshKeysProblem } from "./ssh-key.ts";

/** `after` is the cluster as it would be; only fields that were given are held against the caller. */
export function checkFields(given: ClusterUpdate, after: Cluster, policy: Policy): Refusal | null {
  const check = (field: string, isGiven: unknown, problem: () => Problem | null) => () => {
    const found = isGiven === undefined ? null : problem();
    return found && invalid(field, found);
  };
  return firstRefusal(
    check("name", given.name, () => clusterNameProblem(after.name, after.platform.type)),
    check("base_dns_domain", given.baseDnsDomain || undefined, () =>
      baseDomainProblem(after.baseDnsDomain, after.name),
    ),
    check("api_vip_dns_name", given.apiVipDnsName || undefined, () => apiNameProblem(after.apiVipDnsName)),
    check("pull_secret", given.pullSecret, () => pullSecretProblem(given.pullSecret ?? "")),
    check("ssh_public_key", given.sshPublicKey, () => sshKeysProblem(after.sshPublicKey)),
    check("tags", given.tags, () => tagsProblem(after.tags)),
    () => checkNtp(given),
    () => checkClusterProxy(given, after),
    check("disk_encryption", given.diskEncryption, () => diskEncryptionProblem(after.diskEncryption, policy)),
    check("ignition_endpoint", given.ignitionEndpoint, () => ignitionEndpointProblem(after.ignitionEndpoint)),
  );
}

const apiNameProblem = (name: string): Problem | null =>
  isDomainName(name) || parseAddress(name)
    ? null
    : { found: `"${name}"`, needed: "a DNS name or an address", remedy: "correct the name" };

const tagsProblem = (tags: string): Problem | null =>
  tags === "" || tags.split(",").every((tag) => /^[\w -]+$/.test(tag.trim()))
    ? null
    : {
        found: `"${tags}"`,
        needed: "tags of letters, digits, spaces, _ and -, separated by commas",
        remedy: "correct the list",
      };

/** Shared with infra-envs, which call one of the fields a little differently. */
export function checkNtpLists(
  additional: Readonly<{ field: string; list: string | undefined }>,
  replacing: Readonly<{ field: string; list: string | undefined }>,
): Refusal | null {
  if (additional.list && replacing.list) {
    return invalid(replacing.field, {
      found: `a value together with ${additional.field}`,
      needed: "one of the two: one adds to the servers that DHCP names, the other replaces them",
      remedy: "leave one out",
    });
  }
  for (const { field, list } of [additional, replacing]) {
    const problem = ntpProblem(list ?? "");
    if (problem) return invalid(field, problem);
  }
  return null;
}

const checkNtp = ({ additionalNtpSource, ntpSources }: ClusterUpdate): Refusal | null =>
  checkNtpLists(
    { field: "additional_ntp_source", list: additionalNtpSource },
    { field: "ntp_sources", list: ntpSources },
  );

function checkClusterProxy({ httpProxy, httpsProxy, noProxy }: ClusterUpdate, after: Cluster): Refusal | null {
  if ([httpProxy, httpsProxy, noProxy].every((value) => value === undefined)) return null;
  const inside = [...after.clusterNetworks.map(({ cidr }) => cidr), ...after.serviceNetworks];
  return checkProxy(after.proxy, clusterProxyFields, inside);
}
