import type { Cluster } from "@muster/core";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { badRequest } from "../http/problem.ts";

type Wish = Readonly<{
  /** Empty: whatever the cluster has, else the newest. */
  version: string;
  architecture: string;
  cluster: Pick<Cluster, "openshiftVersion"> | null;
}>;

/** The version of the live image that machines boot for a wish. One that was asked for must be there. */
export function imageVersion(catalogue: Catalogue, { version, architecture, cluster }: Wish): string {
  const wanted = version || cluster?.openshiftVersion || "";
  const image = catalogue.findOsImage(wanted, architecture === "multi" ? "x86_64" : architecture);
  if (!image && version) {
    const offered = [...new Set(catalogue.osImages.map(({ openshift_version }) => openshift_version))];
    throw badRequest(
      `openshift_version is ${JSON.stringify(wanted.slice(0, 40))}, which has no live image for ${architecture}: give one of ${offered.join(", ")}, or add an image to OS_IMAGES`,
    );
  }
  return image?.openshift_version ?? wanted;
}
