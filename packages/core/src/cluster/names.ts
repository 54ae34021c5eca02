import type { PlatformType } from "../model/cluster.ts";
import type { Problem } from "../problem.ts";

const longestClusterName = 54;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const isLabel = (text: string): boolean => label.test(text);

/** Only platforms that build no machine names from it take a name with dots (reference installer 2.4). */
const dottedNames: ReadonlySet<PlatformType> = new Set(["none", "external"] satisfies PlatformType[]);

export function clusterNameProblem(name: string, platform: PlatformType): Problem | null {
  const labels = dottedNames.has(platform) ? name.split(".") : [name];
  if (name.length <= longestClusterName && labels.every(isLabel)) return null;
  return {
    found: `"${name}" as name of a cluster`,
    needed: `1 to ${longestClusterName} lower-case letters, digits and hyphens, beginning and ending with a letter or digit`,
    remedy: "choose another name",
  };
}

/** A name as DNS allows it; one dot may end it. */
export function isDomainName(text: string): boolean {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= 253 && name.toLowerCase().split(".").every(isLabel);
}

export function baseDomainProblem(domain: string, clusterName: string): Problem | null {
  if (isDomainName(domain) && isDomainName(`${clusterName}.${domain}`)) return null;
  return {
    found: `"${domain}" as base domain`,
    needed: "a DNS domain such as example.com, which together with the cluster's name has at most 253 characters",
    remedy: "correct the domain",
  };
}
