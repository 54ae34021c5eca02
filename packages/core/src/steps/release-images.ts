import type { Cluster } from "../model/cluster.ts";
import { isRequested } from "../operators/define.ts";
import type { Policy } from "../policy.ts";
import { minorOf } from "../version.ts";

/** Operators whose own gathering image the installer knows how to use, by the names of that image (reference host-side A7). */
const gatheredOperators = { cnv: ["cnv"], lso: ["lso"], odf: ["odf", "ocs"] } as const;

/** What MUST_GATHER_IMAGES says about this cluster's release: by the full version, else by the minor. */
function configuredImages(cluster: Cluster, { mustGatherImages }: Policy): Readonly<Record<string, string>> {
  const { openshiftVersion, cpuArchitecture } = cluster;
  const minor = minorOf(openshiftVersion);
  const keys = [openshiftVersion, ...(minor ? [`${minor.major}.${minor.minor}`] : [])];
  for (const key of keys) {
    const images = mustGatherImages[`${key}-${cpuArchitecture}`];
    if (images) return images;
  }
  return {};
}

export const mustGatherImage = (cluster: Cluster, policy: Policy): string =>
  configuredImages(cluster, policy).ocp ?? cluster.releaseComponents?.mustGather ?? "";

/** One image, or JSON from operator to image when operators bring their own. */
export function mustGatherArgument(cluster: Cluster, policy: Policy): string {
  const ocp = mustGatherImage(cluster, policy);
  const configured = configuredImages(cluster, policy);
  const own = Object.entries(gatheredOperators).flatMap(([operator, names]) => {
    const name = isRequested(cluster, operator) ? names.find((known) => configured[known]) : undefined;
    return name ? [[name, configured[name]] as const] : [];
  });
  return own.length === 0 ? ocp : JSON.stringify({ ...(ocp && { ocp }), ...Object.fromEntries(own) });
}
