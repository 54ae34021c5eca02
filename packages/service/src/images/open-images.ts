import { printIgnition } from "@muster/ignition";
import { HttpProblem } from "../http/problem.ts";
import { discoveryIgnition } from "../infra-envs/discovery-ignition.ts";
import { minimalInitrd } from "../infra-envs/minimal-initrd.ts";
import type { Service } from "../service.ts";
import type { Settings } from "../settings/index.ts";
import type { Images } from "./images.ts";
import { liveImages } from "./live-images.ts";
import { openBases } from "./open-bases.ts";
import { Streams } from "./streams.ts";

/** Images as the settings want them. They are made for the service that they are a part of. */
export async function openImages(
  { settings, catalogue, baseUrls, log, now }: Pick<Service, "settings" | "catalogue" | "baseUrls" | "log" | "now">,
  service: () => Service,
): Promise<Images> {
  const bases = await openBases(settings, { log, now });
  const images = liveImages({
    bases,
    catalogue,
    samples: settings.MUSTER_SAMPLE_IMAGES,
    patience: settings.MUSTER_IMAGE_WAIT,
    imageServiceUrl: baseUrls.images,
    config: async (infraEnv, type) => printIgnition(await discoveryIgnition(service(), infraEnv, type)),
    networkArchive: minimalInitrd,
    log,
  });
  return settings.ENABLE_IMAGE_SERVICE ? images : switchedOff(images);
}

export const openStreams = (settings: Settings, watch: () => () => void): Streams =>
  new Streams({
    most: settings.MAX_CONCURRENT_REQUESTS,
    mostWaiting: settings.MUSTER_IMAGE_QUEUE,
    patience: settings.MUSTER_IMAGE_WAIT,
    watch,
  });

function switchedOff(images: Images): Images {
  const refuse = async (): Promise<never> => {
    throw new HttpProblem(404, "This service sends no images: ENABLE_IMAGE_SERVICE is false.");
  };
  return { ...images, image: refuse, initrd: refuse, initrdAddrsize: refuse, bootArtifact: refuse };
}
