import type { ListManagedDomains, OpenshiftVersions, ReleaseImage } from "@muster/contract";
import { minorOf } from "@muster/core";
import type { Handlers } from "../http/handler.ts";
import { badRequest } from "../http/problem.ts";
import type { Service } from "../service.ts";

export function versionHandlers({ catalogue, settings, policy, version }: Service) {
  return {
    v2ListComponentVersions: () => ({
      status: 200,
      body: {
        versions: {
          "assisted-installer-service": settings.SELF_VERSION ?? `muster ${version}`,
          "discovery-agent": policy.agentImage,
          "assisted-installer": policy.installerImage,
          "assisted-installer-controller": policy.controllerImage,
        },
        release_tag: settings.RELEASE_TAG ?? version,
      },
    }),
    v2ListSupportedOpenshiftVersions: ({ query }) => {
      const { version: wanted, only_latest: onlyLatest } = query;
      if (wanted !== undefined && onlyLatest) {
        throw badRequest(
          "version and only_latest were both given; needed: at most one. To go on, leave one of them out.",
        );
      }
      if (wanted !== undefined && minorOf(wanted) === null) {
        throw badRequest(`version is ${JSON.stringify(wanted.slice(0, 40))}: give a version such as 4.22 or 4.22.9`);
      }
      const offered = catalogue.releases.filter(
        ({ version: release }) => wanted === undefined || release === wanted || release.startsWith(`${wanted}.`),
      );
      return { status: 200, body: byVersion(onlyLatest ? newestPerMinor(offered) : offered) };
    },
    v2ListReleaseSources: () => ({ status: 200, body: [...catalogue.sources] }),
    V2ListManagedDomains: () => ({ status: 200, body: managedDomains(settings.BASE_DNS_DOMAINS) }),
  } satisfies Handlers;
}

function byVersion(releases: readonly ReleaseImage[]): OpenshiftVersions {
  const versions: OpenshiftVersions = {};
  for (const release of releases) {
    const known = versions[release.version];
    const architectures = release.cpu_architectures ?? [release.cpu_architecture];
    versions[release.version] = {
      display_name: release.version,
      support_level: release.support_level ?? "production",
      cpu_architectures: [...new Set([...(known?.cpu_architectures ?? []), ...architectures])],
      ...((release.default || known?.default) && { default: true }),
    };
  }
  return versions;
}

/** Releases come newest first. */
function newestPerMinor(releases: readonly ReleaseImage[]): ReleaseImage[] {
  const newest = new Map<string, string>();
  for (const { openshift_version, version } of releases) {
    if (!newest.has(openshift_version)) newest.set(openshift_version, version);
  }
  return releases.filter(({ openshift_version, version }) => newest.get(openshift_version) === version);
}

/** Each as `<domain>:<zone id>/<provider>`. */
function managedDomains(domains: readonly string[] | undefined): ListManagedDomains {
  return (domains ?? []).map((entry) => {
    const [domain = "", zone = ""] = entry.split(":");
    return { domain, ...(zone.endsWith("/route53") && { provider: "route53" as const }) };
  });
}
