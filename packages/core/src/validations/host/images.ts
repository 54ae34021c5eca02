import { fail, pass } from "../../finding.ts";
import type { ImageAvailability } from "../../model/observations.ts";
import { type HostValidation, inCluster } from "./validation.ts";

/** Slower than this an installation would never end (reference service 5.3). */
const slowestMbPerSecond = 0.001;

/** An image that was there already took no time: only what was really downloaded has a rate. */
export const isImageUsable = ({ result, sizeBytes, downloadRate }: ImageAvailability): boolean =>
  result !== "failure" && ((sizeBytes ?? 0) === 0 || (downloadRate ?? 0) >= slowestMbPerSecond);

export const containerImagesAvailable: HostValidation = {
  id: "container-images-available",
  category: "network",
  needs: [],
  check: inCluster(({ host }) => {
    const missing = Object.entries(host.imagesStatus).flatMap(([name, image]) => (isImageUsable(image) ? [] : [name]));
    if (missing.length === 0) return pass("No image that was asked for is missing.");
    return fail({
      found: `that these container images could not be pulled: ${missing.join(", ")}`,
      needed: "all images that the installation starts from",
      remedy: "check the registry, the pull secret, proxies and mirrors as seen from this host, then start again",
    });
  }),
};
