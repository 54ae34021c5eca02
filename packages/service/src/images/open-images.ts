import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { printIgnition } from "@muster/ignition";
import { HttpProblem } from "../http/problem.ts";
import { discoveryIgnition } from "../infra-envs/discovery-ignition.ts";
import { minimalInitrd } from "../infra-envs/minimal-initrd.ts";
import type { Service } from "../service.ts";
import type { Settings } from "../settings/index.ts";
import { StartError } from "../start-error.ts";
import { imageDirectory } from "./added-images.ts";
import { Bases } from "./bases.ts";
import type { HttpOptions } from "./http-get.ts";
import type { Images } from "./images.ts";
import { liveImages } from "./live-images.ts";
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

export async function openBases(settings: Settings, { log, now }: Pick<Service, "log" | "now">): Promise<Bases> {
  return new Bases({
    directory: join(imageDirectory(settings.MUSTER_DATA_DIR), "cache"),
    mostBytes: settings.MUSTER_IMAGE_CACHE_SIZE,
    http: await httpOptions(settings),
    log,
    now,
  });
}

export const openStreams = (settings: Settings): Streams =>
  new Streams({
    most: settings.MAX_CONCURRENT_REQUESTS,
    mostWaiting: settings.MUSTER_IMAGE_QUEUE,
    patience: settings.MUSTER_IMAGE_WAIT,
  });

async function httpOptions(settings: Settings): Promise<HttpOptions> {
  const path = settings.OS_IMAGE_DOWNLOAD_TRUSTED_CA_FILE;
  const ca = path === undefined ? undefined : await readFile(path, "utf8").catch((error: unknown) => error);
  if (ca instanceof Error) {
    throw new StartError(
      `OS_IMAGE_DOWNLOAD_TRUSTED_CA_FILE cannot be read (${ca.message})`,
      "correct its path, or leave the setting out",
    );
  }
  return {
    ...(settings.OS_IMAGES_REQUEST_HEADERS && { headers: settings.OS_IMAGES_REQUEST_HEADERS }),
    ...(settings.OS_IMAGES_REQUEST_QUERY_PARAMS && { query: settings.OS_IMAGES_REQUEST_QUERY_PARAMS }),
    ...(typeof ca === "string" && { ca }),
    insecure: settings.INSECURE_SKIP_VERIFY,
  };
}

function switchedOff(images: Images): Images {
  const refuse = async (): Promise<never> => {
    throw new HttpProblem(404, "This service sends no images: ENABLE_IMAGE_SERVICE is false.");
  };
  return { ...images, image: refuse, initrd: refuse, initrdAddrsize: refuse, bootArtifact: refuse };
}
