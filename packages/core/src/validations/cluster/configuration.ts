import { externalPlatformOci } from "../../features/feature.ts";
import { fail, pass } from "../../finding.ts";
import { hasUserManifests } from "./network-type.ts";
import type { ClusterValidation } from "./validation.ts";

export const dnsDomainDefined: ClusterValidation = {
  id: "dns-domain-defined",
  category: "network",
  needs: [],
  check: ({ cluster }) =>
    cluster.baseDnsDomain
      ? pass(`The base domain is ${cluster.baseDnsDomain}.`)
      : fail({
          found: "no base domain",
          needed: "the DNS domain that the cluster's names end in",
          remedy: "set base_dns_domain",
        }),
};

export const pullSecretSet: ClusterValidation = {
  id: "pull-secret-set",
  category: "configuration",
  needs: [],
  check: ({ cluster }) =>
    cluster.pullSecretSet
      ? pass("The pull secret is set.")
      : fail({
          found: "no pull secret",
          needed: "credentials for the registries that the cluster's images come from",
          remedy: "set pull_secret",
        }),
};

export const platformRequirements: ClusterValidation = {
  id: "platform-requirements-satisfied",
  category: "configuration",
  needs: [],
  check: ({ cluster }) => {
    const isOracle = cluster.platform.external?.platformName === externalPlatformOci;
    if (!isOracle) return pass(`Platform ${cluster.platform.type} asks for nothing more.`);
    if (hasUserManifests(cluster)) return pass("Custom manifests for Oracle Cloud Infrastructure were added.");
    return fail({
      found: "no custom manifest for Oracle Cloud Infrastructure",
      needed: "the manifests that connect a cluster to that cloud",
      remedy: "add them as custom manifests of the cluster",
    });
  },
};
